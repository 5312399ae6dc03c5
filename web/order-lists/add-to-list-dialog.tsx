import { useId, useState } from 'react'
import { MAX_LIST_LINES, MAX_LIST_NAME, type OrderList } from '#contract/order-lists.ts'
import { useAction } from '../action.ts'
import { Failed } from '../lists/list-states.tsx'
import { sendAgainIfLost } from '../send-again.ts'
import { useSettledSave } from '../settled-save.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Select } from '../ui/select.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { toast } from '../ui/toaster.tsx'
import { changeList, createList, type ListOwner, useOrderLists } from './list-calls.ts'

type AddToListDialogProps = {
  owner: ListOwner
  products: readonly string[]
  open: boolean
  onClose: () => void
}

/** A dialog that adds products to one of the customer's lists or to a new one. */
export function AddToListDialog({ owner, products, open, onClose }: AddToListDialogProps) {
  const form = useId()
  const lists = useOrderLists(owner)
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  // A list that is inserted before the selected one must not become the selected one.
  if (chosen === undefined && lists.data) setChosen(lists.data[0]?.id ?? '')
  const list = lists.data?.find(({ id }) => id === chosen)
  const add = useAddition(owner, products)
  const { run, pending, error } = useAction(() => add(list ?? name), {
    showError: 'inline',
    onReply: addition => {
      onClose()
      toastAddition(addition)
    },
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Listeye ekle"
      description={`${wholeText(products.length)} ürün, miktarları olmadan eklenir.`}
      form={form}
      isChanged={false}
      loss=""
      busy={pending}
      busyText="Ekleniyor"
      save="Ekle"
      disabled={!lists.data}
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          if (lists.data) void run()
        }}
      >
        {error && <AlertStrip kind="error">{error.errors[0]?.message ?? error.message}</AlertStrip>}
        {lists.data ? (
          <>
            {lists.data.length > 0 && <ChooseList lists={lists.data} value={list?.id ?? ''} onChange={setChosen} />}
            {!list && (
              <Field label="Yeni listenin adı" required>
                <TextInput value={name} maxLength={MAX_LIST_NAME} onChange={({ target }) => setName(target.value)} />
              </Field>
            )}
          </>
        ) : lists.error ? (
          <Failed query={lists} error={lists.error} />
        ) : (
          <LoadingRows rows={2} />
        )}
      </Form>
    </FormDialog>
  )
}

/** Adds the products to a list, or to a new one with the given name. */
function useAddition(owner: ListOwner, products: readonly string[]) {
  const { save: make } = useSettledSave<string, OrderList>(undefined, (name, over, key) =>
    over
      ? changeList(owner, over, present => ({ ...linesOf(present, products), name }))
      : createList(owner, linesOf({ name, lines: [] }, products), key),
  )
  return async (to: OrderList | string) => {
    if (typeof to === 'string') return additionTo(await make(to), products, [])
    const saved = await sendAgainIfLost(() => changeList(owner, to, present => linesOf(present, products)))
    return additionTo(saved, products, to.lines)
  }
}

type ChooseListProps = { lists: readonly OrderList[]; value: string; onChange: (id: string) => void }

/** Chooses a list; '' is a new one. */
function ChooseList({ lists, value, onChange }: ChooseListProps) {
  const options = lists.map(({ id, name, lines }) => ({ value: id, label: `${name} (${wholeText(lines.length)})` }))
  return (
    <Field label="Liste">
      <Select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={[...options, { value: '', label: 'Yeni liste' }]}
      />
    </Field>
  )
}

/** The list with the products appended to its own, up to the maximum number of lines. */
function linesOf({ name, lines }: Pick<OrderList, 'name' | 'lines'>, products: readonly string[]) {
  const had = new Set(lines.map(line => line.product_id))
  const added = products.filter(id => !had.has(id)).map(product_id => ({ product_id, target: null }))
  const all = [...lines.map(({ product_id, target }) => ({ product_id, target })), ...added]
  return { name, lines: all.slice(0, Math.max(MAX_LIST_LINES, lines.length)) }
}

type Addition = ReturnType<typeof additionTo>

/** How many products were added to the saved list, were already in it, or are missing from it. */
function additionTo({ name, lines }: OrderList, products: readonly string[], before: OrderList['lines']) {
  const had = new Set(before.map(line => line.product_id))
  const has = new Set(lines.map(line => line.product_id))
  return {
    name,
    added: products.filter(id => has.has(id) && !had.has(id)).length,
    already: products.filter(id => had.has(id)).length,
    missing: products.filter(id => !has.has(id)).length,
  }
}

function toastAddition({ name, added, already, missing }: Addition) {
  const text = added ? `${wholeText(added)} ürün “${name}” listesine eklendi` : `“${name}” listesine ürün eklenmedi`
  const remarks = [
    already > 0 && `${wholeText(already)} ürün zaten listedeydi.`,
    missing > 0 && `${wholeText(missing)} ürün eklenemedi: artık satışta değil veya liste dolu.`,
  ]
  toast[missing ? 'warning' : 'success'](text, { description: remarks.filter(Boolean).join(' ') })
}
