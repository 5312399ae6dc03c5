import { X } from 'lucide-react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { ListLine, Target } from '#checked/order-lists.ts'
import { type ListContent, MAX_LIST_LINES, MAX_LIST_NAME, type OrderList } from '#contract/order-lists.ts'
import { useAction } from '../action.ts'
import { type ApiError, isNotFound } from '../api.ts'
import { titleForCustomer } from '../cart/title-for-customer.ts'
import { nameLines } from '../catalogue/name-lines.ts'
import { goneText } from '../forms/gone-text.ts'
import { useStoredDraft } from '../forms/stored-draft.ts'
import { StoredNumber } from '../forms/stored-number.ts'
import { AddProduct } from '../orders/add-product.tsx'
import { useSettledSave } from '../settled-save.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Field } from '../ui/field.tsx'
import { focusNextRow } from '../ui/focus-next-row.ts'
import { Form, keepEnterInForm } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { NumberInput } from '../ui/number-input.tsx'
import { SortableRows } from '../ui/sortable-rows.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toaster.tsx'
import { changeList, createList, type ListOwner } from './list-calls.ts'
import { mergedLines, mergedList } from './merged-list.ts'
import { unitOfTarget } from './orderable.ts'

type EditListProps = {
  owner: ListOwner
  /** Undefined for a new list. */
  list: OrderList | undefined
  open: boolean
  onClose: () => void
  onSaved: (list: OrderList) => void
}

type Line = OrderList['lines'][number]

/** The form of a list: its name, its products in order, and the target of each (how many should be on the shelf). */
export function EditList({ owner, list, open, onClose, onSaved }: EditListProps) {
  const form = useId()
  const { name, setName, lines, setLines, isChanged, save } = useDraft(owner, list, open)
  const { run, pending, error } = useAction(save, {
    showError: 'inline',
    onReply: saved => {
      onClose()
      onSaved(saved)
      toast.success('Liste kaydedildi')
    },
  })
  const setTarget = (product_id: string, target: number | null) =>
    setLines(lines.map(line => (line.product_id === product_id ? { ...line, target, target_unit: null } : line)))
  const fault = lines.map(targetFault).find(Boolean)
  return (
    <FormDialog
      wide
      open={open}
      onClose={onClose}
      title={list ? 'Listeyi düzenle' : 'Yeni liste'}
      form={form}
      isChanged={isChanged}
      loss="Listedeki değişiklikler kaydedilmedi."
      busy={pending}
      busyText="Kaydediliyor"
      disabled={fault !== undefined}
    >
      <Form
        id={form}
        onKeyDown={keepEnterInForm}
        onSubmit={event => {
          event.preventDefault()
          if (fault === undefined) void run()
        }}
      >
        {error && <AlertStrip kind="error">{faultOf(error, list)}</AlertStrip>}
        <Field label="Liste adı" required>
          <TextInput value={name} maxLength={MAX_LIST_NAME} onChange={({ target }) => setName(target.value)} />
        </Field>
        {lines.length > 0 && <TargetHint />}
        <SortableRows
          label="Listenin ürünleri"
          rows={lines}
          keyOf={({ product_id }) => product_id}
          nameOf={({ product_name }) => product_name}
          onOrder={setLines}
          renderRow={line => (
            <LineFields
              line={line}
              onTarget={target => setTarget(line.product_id, target)}
              onRemove={() => setLines(lines.filter(({ product_id }) => product_id !== line.product_id))}
            />
          )}
        />
        {fault && <p className="text-danger-ink text-sm">{fault}</p>}
        <AddLine lines={lines} onAdd={line => setLines([...lines, line])} />
      </Form>
    </FormDialog>
  )
}

/** The edited list, which is kept when the session expires, and a function that saves it. */
function useDraft(owner: ListOwner, list: OrderList | undefined, open: boolean) {
  // The initial content of the form: the list may change while the form is open.
  const [base] = useState<Draft>({ name: list?.name ?? '', lines: list?.lines ?? [] })
  const [name, setName] = useState(base.name)
  const [lines, setLines] = useState<readonly Line[]>(base.lines)
  const isChanged = name !== base.name || lines !== base.lines
  useStoredDraft({
    name: list ? `list:${list.id}` : `new-list:${owner ?? ''}`,
    title: titleForCustomer(list?.name ?? 'Yeni liste', owner),
    schema: StoredList,
    base: toStore(base),
    draft: toStore({ name, lines }),
    isChanged: open && isChanged,
    merge: mergedDraft,
    set: merged => {
      setName(merged.name)
      setLines(merged.lines.map(line => ({ ...line, target: line.target ?? null })))
    },
  })
  const { save } = useSettledSave<ListContent, OrderList>(list, (mine, over, key) =>
    over
      ? changeList(owner, over, present => mergedList(contentOf(over), mine, contentOf(present)))
      : createList(owner, mine, key),
  )
  return {
    name,
    setName,
    lines,
    setLines,
    isChanged,
    save: () => save(contentOf({ name, lines })),
  }
}

type Draft = { name: string; lines: readonly Line[] }

/** A list in the browser's storage; its targets may be invalid. */
const StoredList = z.object({
  name: z.string(),
  lines: z.array(z.extend(ListLine, { target: StoredNumber })),
})
type StoredList = { name: string; lines: readonly z.infer<typeof StoredList>['lines'][number][] }

/** Without a target for none, as JSON has `null` for one that is not a number. */
const toStore = ({ name, lines }: Draft): StoredList => ({
  name,
  lines: lines.map(line => ({ ...line, target: line.target ?? undefined })),
})

const mergedDraft = (base: StoredList, mine: StoredList, theirs: StoredList): StoredList => ({
  name: mine.name === base.name ? theirs.name : mine.name,
  lines: mergedLines(base.lines, mine.lines, theirs.lines, line => `${line.target} ${unitOfTarget(line)}`),
})

const faultOf = (error: ApiError, list: OrderList | undefined) =>
  list && isNotFound(error) ? goneText('Bu liste') : (error.errors[0]?.message ?? error.message)

const contentOf = ({ name, lines }: { name: string; lines: readonly Line[] }): ListContent => ({
  name,
  lines: lines.map(line => ({
    product_id: line.product_id,
    target: line.target,
    ...(line.target !== null && { unit: unitOfTarget(line) }),
  })),
})

const targetFault = ({ target }: Line) => Target.safeParse(target).error?.issues[0]?.message

const TargetHint = () => (
  <p className="text-ink-soft text-sm">
    Hedef stok, rafta bulunması gereken miktardır: siz raftakini yazarsınız, liste eksiğini önerir. Boş bırakılabilir.
  </p>
)

type LineFieldsProps = { line: Line; onTarget: (target: number | null) => void; onRemove: () => void }

function LineFields({ line, onTarget, onRemove }: LineFieldsProps) {
  const { product_name, brand, unit, target, target_unit } = line
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className={`${nameLines(product_name)} font-medium text-sm`}>{product_name}</span>
        {brand && <span className="block truncate text-ink-soft text-xs">{brand}</span>}
        {target_unit && (
          <span className="block text-xs text-yellow-ink">
            Birimi {target_unit} iken {unit} oldu: hedefi {unit} olarak yeniden yazın
          </span>
        )}
      </span>
      <NumberInput
        decimals={0}
        aria-label={`${product_name}: hedef stok (${unitOfTarget(line)})`}
        aria-invalid={targetFault(line) !== undefined || undefined}
        placeholder="Hedef"
        value={target ?? undefined}
        onValue={value => onTarget(value ?? null)}
        className="w-20"
      />
      <IconButton
        icon={X}
        label={`Listeden çıkar: ${product_name}`}
        onClick={({ currentTarget }) => {
          focusNextRow(currentTarget)
          onRemove()
        }}
      />
    </>
  )
}

function AddLine({ lines, onAdd }: { lines: readonly Line[]; onAdd: (line: Line) => void }) {
  if (lines.length >= MAX_LIST_LINES)
    return <p className="text-ink-soft text-sm">Bir listede en fazla {MAX_LIST_LINES} ürün olabilir.</p>
  return (
    <AddProduct
      place="list"
      present={new Set(lines.map(line => line.product_id))}
      onAdd={({ id, name: product_name, brand, unit }) =>
        onAdd({ product_id: id, product_name, brand, unit, target: null })
      }
    />
  )
}
