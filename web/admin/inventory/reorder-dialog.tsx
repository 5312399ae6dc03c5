import { useId, useState } from 'react'
import type * as z from 'zod/mini'
import { Quantity, StockQuantity } from '#checked/quantity.ts'
import { type ReorderLevel, readReorderLevel, setReorderLevel } from '#contract/reorder-levels.ts'
import { LOW_STOCK } from '#contract/stock-level.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useRowCommand } from '../../lists/row-command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { useCallQuery } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toaster.tsx'

type Product = { id: string; name: string; warehouse: string }
type Level = z.output<typeof readReorderLevel.reply>
type ReorderDialogProps = { product: Product; onClose: () => void }

const TITLE = 'Sipariş noktası'

/** Sets the available quantity at which a product is reordered, and the quantity whose multiples are ordered. */
export function ReorderDialog({ product, onClose }: ReorderDialogProps) {
  const query = useCallQuery(readReorderLevel, { params: { id: product.id } })
  // A cached level may be outdated: wait for the current one.
  const [level, setLevel] = useState<Level>()
  const isCurrent = query.isSuccess && !query.isFetching && (query.isFetchedAfterMount || !query.isStale)
  if (!level && isCurrent) setLevel(query.data)
  if (level) return <LevelForm product={product} level={level} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title={TITLE} description={product.name}>
      {query.error && !query.isFetching ? <Failed query={query} error={query.error} /> : <LoadingRows rows={2} />}
    </Dialog>
  )
}

function LevelForm({ product, level, onClose }: ReorderDialogProps & { level: Level }) {
  const form = useId()
  const { point, setPoint, quantity, setQuantity, isChanged, pending, save, errorOf } = useLevel(
    product,
    level,
    onClose,
  )
  return (
    <FormDialog
      open
      onClose={onClose}
      title={TITLE}
      description={`${product.name} · ${product.warehouse}`}
      form={form}
      isChanged={isChanged}
      loss={`${product.name} için yazdığınız sipariş noktası kaydedilmedi.`}
      busy={pending}
      busyText="Sipariş noktası kaydediliyor"
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        {level.former && <FormerLevel {...level.former} />}
        <Field
          label="Sipariş noktası"
          hint={`Satılabilir miktar buna inince ürün Azalanlar’a girer. ${LOW_STOCK} birimin altı boş bırakılsa da girer.`}
          {...errorOf('reorder_point')}
        >
          <NumberInput
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
            autoFocus
            decimals={0}
            suffix={level.unit}
            value={point}
            onValue={setPoint}
          />
        </Field>
        <Field
          label="Sipariş miktarı"
          hint="Bir seferde alınan miktar; öneri bunun katıdır (koli, palet)."
          {...errorOf('reorder_quantity')}
        >
          <NumberInput decimals={0} suffix={level.unit} value={quantity} onValue={setQuantity} />
        </Field>
      </Form>
    </FormDialog>
  )
}

/** Says what was set before the product got another unit. */
function FormerLevel({ reorder_point, reorder_quantity, unit }: NonNullable<Level['former']>) {
  const set = [
    reorder_point !== null && `sipariş noktası ${wholeText(reorder_point)} ${unit}`,
    reorder_quantity !== null && `sipariş miktarı ${wholeText(reorder_quantity)} ${unit}`,
  ].filter(Boolean)
  if (set.length === 0) return null
  return (
    <AlertStrip kind="warning" title="Ürünün birimi değişti">
      Önceki birimle {set.join(', ')} girilmişti; artık geçerli değil.
    </AlertStrip>
  )
}

/** The input of a product's reorder level, and the command that saves it. */
function useLevel(product: Product, level: Level, onClose: () => void) {
  const [point, setPoint] = useState(level.reorder_point ?? undefined)
  const [quantity, setQuantity] = useState(level.reorder_quantity ?? undefined)
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  // Only the edited fields, so that another admin's change of the other one is not reverted.
  const changed = {
    ...((point ?? null) !== level.reorder_point && { reorder_point: point ?? null }),
    ...((quantity ?? null) !== level.reorder_quantity && { reorder_quantity: quantity ?? null }),
  }
  const isChanged = Object.keys(changed).length > 0
  const { run, pending } = useRowCommand(setReorderLevel, {
    showError: 'alert',
    onReply: ({ message }) => {
      showNextResults('products')
      toast.success(message, { description: product.name })
      onClose()
    },
  })
  const save = () => {
    if (!isChanged) return onClose()
    const wrong = [
      ['reorder_point', point === undefined ? undefined : StockQuantity.safeParse(point).error?.issues[0]?.message],
      ['reorder_quantity', quantity === undefined ? undefined : Quantity.safeParse(quantity).error?.issues[0]?.message],
    ].flatMap(([field, message]) => (field && message ? [[field, message] as const] : []))
    setFaults(new Map(wrong))
    if (wrong.length === 0) void run({ params: { id: product.id }, body: { ...changed, unit: level.unit } })
  }
  const errorOf = (field: keyof ReorderLevel) => {
    const message = faults.get(field)
    return message ? { error: message } : {}
  }
  return { point, setPoint, quantity, setQuantity, isChanged, pending, save, errorOf }
}
