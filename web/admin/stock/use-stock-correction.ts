import { useState } from 'react'
import { flushSync } from 'react-dom'
import { StockQuantity } from '#checked/quantity.ts'
import { type AdminProduct, readAnyProduct } from '#contract/products.ts'
import { request } from '../../api.ts'
import { notifyOtherUnit } from '../../forms/notify-other-unit.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { isText, isWhole } from '../../stored-values.ts'
import { numberFrom } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { setStock, showChangedProduct, updateCachedProduct } from '../products/product-cache.ts'
import { alertWhenKeysIdle } from '../scanning/keys-idle.ts'

export type StockCorrectionProps = {
  product: AdminProduct
  /** Called when a save begins, with its promise. */
  onSaving: (saved: Promise<unknown>) => void
  /** Called when the stock was changed. */
  onDone: () => void
}

/**
 * The correction of a product's stock on hand: the input, the commands, and the result of the last correction. Leaving
 * with unsaved input is to be confirmed by the form around it, with `loss`.
 */
export function useStockCorrection({ product, onSaving, onDone }: StockCorrectionProps) {
  const input = useTypedStock()
  const { typed, setTyped, note, setNote, isChanged, discard } = input
  const [saved, setSaved] = useState<{ before: number; after: number }>()
  const shown = useDisplayedProduct(product, typed.trim() !== '')
  const { displayed, previousStock, reload, show } = shown
  useStoredInput(input, shown)
  const quantity = StockQuantity.safeParse(numberFrom(typed) ?? Number.NaN)
  const type = (text: string) => {
    setTyped(text)
    setSaved(undefined)
  }
  const { run, pending } = useRowCommand(setStock, {
    showError: async error => {
      await alertWhenKeysIdle(error.message)
      if (error.is(setStock, 'changed_meanwhile')) void reload()
    },
    onReply: ({ product: changed }) => {
      showChangedProduct(changed)
      flushSync(() => {
        discard()
        setSaved({ before: displayed.stock_quantity, after: changed.stock_quantity })
        show(changed)
      })
      toast.success('Stok güncellendi', { description: changed.name })
      onDone()
    },
  })
  const save = () => {
    if (pending) return
    if (!quantity.success) return window.alert(quantity.error.issues[0]?.message)
    const stock_note = note.trim() || null
    const body = { stock_quantity: quantity.data, stock_note, updated_at: displayed.updated_at }
    onSaving(run({ params: { id: displayed.id }, body }))
  }
  return {
    displayed,
    previousStock,
    typed,
    /** Whether a quantity or a reason is typed. */
    isChanged,
    loss: `${displayed.name} için yazdığınız stok kaydedilmedi.`,
    discard,
    /** The typed quantity, if it can be saved. */
    quantity: quantity.data,
    type,
    note,
    setNote,
    saved,
    pending,
    save,
  }
}

export type StockCorrection = ReturnType<typeof useStockCorrection>

/** The typed quantity and reason. */
function useTypedStock() {
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const isChanged = typed.trim() !== '' || note.trim() !== ''
  const discard = () => {
    setTyped('')
    setNote('')
  }
  return { typed, setTyped, note, setNote, isChanged, discard }
}

/**
 * Keeps what is typed when the session expires, with the stock on hand and the unit for which it was typed. If the stock
 * has changed when it is filled in again, it is shown as after a refusal. A quantity in another unit is not filled in.
 */
function useStoredInput(
  { typed, setTyped, note, setNote, isChanged }: ReturnType<typeof useTypedStock>,
  { displayed, previousStock, setPreviousStock }: ReturnType<typeof useDisplayedProduct>,
) {
  const { id, name, stock_quantity, unit } = displayed
  useStoredForm({
    name: `stock:${id}`,
    title: `${name}, stok`,
    changed: () => (isChanged ? { typed, note, seen: previousStock ?? stock_quantity, unit } : {}),
    restore: stored => {
      if (isText(stored.note)) setNote(stored.note)
      if (!isText(stored.typed) || !stored.typed.trim()) return true
      if (isText(stored.unit) && stored.unit !== unit) {
        notifyOtherUnit({ name, unit }, 'stok', stored.typed, stored.unit)
        return Boolean(stored.note)
      }
      setTyped(stored.typed)
      if (isWhole(stored.seen, 0)) setPreviousStock(stored.seen)
      return true
    },
  })
}

/**
 * The product that a correction is based on: the current one, or with unsaved input the one that was displayed before.
 * The change is sent with its `updated_at`, so that it does not overwrite concurrent changes.
 */
function useDisplayedProduct(product: AdminProduct, hasInput: boolean) {
  const [displayed, setDisplayed] = useState(product)
  const [previousStock, setPreviousStock] = useState<number>()
  // The reply to a save is newer than the product until that is fetched again.
  const isOlder = product.updated_at < displayed.updated_at
  if (!hasInput && product !== displayed && !isOlder) setDisplayed(product)
  return {
    displayed,
    /** The stock on hand that was displayed before the last `reload`, or before the session expired. */
    previousStock,
    setPreviousStock,
    reload: async () => {
      const fresh = await request(readAnyProduct, { params: { id: displayed.id } }).catch(() => undefined)
      if (!fresh) return
      updateCachedProduct(fresh)
      setPreviousStock(displayed.stock_quantity)
      setDisplayed(fresh)
    },
    show: (changed: AdminProduct) => {
      setDisplayed(changed)
      setPreviousStock(undefined)
    },
  }
}
