import { useState } from 'react'
import { StockQuantity } from '#checked/quantity.ts'
import { type CountedProduct, correctCounted, type StockCount } from '#contract/counts.ts'
import { useCommand } from '../../command.ts'
import { notifyOtherUnit } from '../../forms/notify-other-unit.ts'
import { StoredNumber } from '../../forms/stored-number.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { fieldsOf, isText, isTextOrNull, isWhole } from '../../stored-values.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'

export type CorrectionProps = {
  count_id: string
  product: CountedProduct
  /** Another admin has removed the product from the count since the dialog was opened. */
  isGone: boolean
  refresh: () => Promise<StockCount | undefined>
  onClose: () => void
}

type Correction = { counted_quantity?: number | null; notes?: string | null; image_url?: string | null }

/** The correction of a counted product: its draft, the product as the user has seen it, and the commands. */
export function useCorrection({ count_id, product, refresh, onClose }: CorrectionProps) {
  // As it was when the dialog opened; a field that a session's end had stored, as it was when that was edited.
  const [opened, setOpened] = useState(product)
  // What the user has seen: as it was when the dialog opened or, after a refusal, as it is now.
  const [seen, setSeen] = useState(product)
  const draft = useCorrectionDraft(seen)
  useStoredCorrection(count_id, draft, { opened, seen, setOpened })
  const reload = async () => {
    const fresh = await refresh()
    const now = fresh?.products.find(({ product_id }) => product_id === product.product_id)
    if (!now) return
    draft.take(now)
    setSeen(now)
  }
  const { run, pending } = useCommand(correctCounted, {
    showError: ({ message }) => {
      window.alert(message)
      void reload()
    },
    onReply: ({ message }) => {
      toast.success(message)
      onClose()
    },
  })
  const correct = (correction: Correction) =>
    run({
      params: { id: count_id },
      body: {
        product_id: product.product_id,
        ...(correction.counted_quantity !== undefined && { old_quantity: seen.counted_quantity }),
        ...(correction.notes !== undefined && { old_notes: seen.notes }),
        ...correction,
      },
    })
  const save = () => {
    if (draft.isScaling) return
    const correction = draft.check()
    if (!correction) return
    if (Object.keys(correction).length > 0) void correct(correction)
    else onClose()
  }
  const removeFromCount = () => {
    const lost = `${wholeText(seen.counted_quantity)} ${product.unit}`
    if (window.confirm(`${product.product_name} sayımdan çıkarılsın mı? Sayılan ${lost} silinir, stoğu değişmez.`))
      void correct({ counted_quantity: null })
  }
  return { draft, opened, seen, pending, save, removeFromCount }
}

/** The edited quantity, notes and picture of a product of a count, as the user has `seen` it. */
function useCorrectionDraft(seen: CountedProduct) {
  const [quantity, setQuantity] = useState<number | undefined>(seen.counted_quantity)
  const [notes, setNotes] = useState(seen.notes ?? '')
  const [picture, setPicture] = useState(seen.image_url)
  const [isScaling, setScaling] = useState(false)
  const edits = {
    ...(quantity !== seen.counted_quantity && { quantity: quantity ?? '' }),
    ...(notes !== (seen.notes ?? '') && { notes }),
    ...(picture !== seen.image_url && { picture }),
  }
  const [fault, setFault] = useState<string>()
  return {
    quantity,
    notes,
    picture,
    isScaling,
    /** The error message about the quantity. */
    fault,
    /** The edited fields. */
    edits,
    isChanged: Object.keys(edits).length > 0,
    setQuantity: (typed: number | undefined) => {
      setFault(undefined)
      setQuantity(typed)
    },
    setNotes,
    setPicture,
    /** Takes over what is counted now, except where the user has entered something. */
    take: (now: CountedProduct) => {
      setQuantity(typed => (typed === seen.counted_quantity ? now.counted_quantity : typed))
      setNotes(typed => (typed === (seen.notes ?? '') ? (now.notes ?? '') : typed))
      setPicture(chosen => (chosen === seen.image_url ? now.image_url : chosen))
    },
    takePicture: async (scaling: Promise<string | null>) => {
      setScaling(true)
      await scaling.then(setPicture, () => undefined)
      setScaling(false)
    },
    /**
     * The correction to send, or `undefined` with a `fault` if the quantity is invalid. It has only the edited fields,
     * so that another admin's change of the others is kept.
     */
    check: (): Correction | undefined => {
      const { data, error } = StockQuantity.safeParse(quantity ?? Number.NaN)
      setFault(error?.issues[0]?.message)
      if (data === undefined) return undefined
      return {
        ...(data !== seen.counted_quantity && { counted_quantity: data }),
        ...(notes !== (seen.notes ?? '') && { notes: notes.trim() || null }),
        ...(picture !== seen.image_url && { image_url: picture }),
      }
    },
  }
}

type Bases = { opened: CountedProduct; seen: CountedProduct; setOpened: (opened: CountedProduct) => void }

/**
 * Keeps the edited fields when the session expires, with the values over which they were typed. If those have changed
 * when the fields are filled in again, both are shown as after a refusal. A quantity in another unit is not filled in.
 */
function useStoredCorrection(
  count_id: string,
  { edits, setQuantity, setNotes, setPicture }: ReturnType<typeof useCorrectionDraft>,
  { opened, seen, setOpened }: Bases,
) {
  useStoredForm({
    name: `counted:${count_id}:${seen.product_id}`,
    title: `${seen.product_name}, sayım`,
    changed: () => {
      if (Object.keys(edits).length === 0) return {}
      const { counted_quantity, notes, image_url } = opened
      return {
        ...edits,
        unit: seen.unit,
        seen: {
          ...('quantity' in edits && { counted_quantity }),
          ...('notes' in edits && { notes }),
          ...('picture' in edits && { image_url }),
        },
      }
    },
    restore: stored => {
      const { counted_quantity, notes, image_url } = fieldsOf(stored.seen)
      const isOtherUnit = 'quantity' in stored && isText(stored.unit) && stored.unit !== seen.unit
      const quantity = StoredNumber.safeParse(stored.quantity).data
      const product = { name: seen.product_name, unit: seen.unit }
      if (isOtherUnit) notifyOtherUnit(product, 'miktar', quantity, String(stored.unit))
      else if ('quantity' in stored) setQuantity(quantity)
      if (isText(stored.notes)) setNotes(stored.notes)
      if (isTextOrNull(stored.picture)) setPicture(stored.picture)
      setOpened({
        ...opened,
        ...(!isOtherUnit && isWhole(counted_quantity, 0) && { counted_quantity }),
        ...(isTextOrNull(notes) && { notes }),
        ...(isTextOrNull(image_url) && { image_url }),
      })
      return !isOtherUnit || 'notes' in stored || 'picture' in stored
    },
  })
}
