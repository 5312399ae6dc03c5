import { useState } from 'react'
import { StockQuantity } from '#checked/quantity.ts'
import { type CountedProduct, correctCounted, type StockCount } from '#contract/counts.ts'
import { useCommand } from '../../command.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { isText, isTextOrNull, isWhole } from '../../stored-values.ts'
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
  const [opened] = useState(product)
  // What the user has seen: as it was when the dialog opened or, after a refusal, as it is now.
  const [seen, setSeen] = useState(product)
  const draft = useCorrectionDraft(count_id, seen)
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
function useCorrectionDraft(count_id: string, seen: CountedProduct) {
  const [quantity, setQuantity] = useState<number | undefined>(seen.counted_quantity)
  const [notes, setNotes] = useState(seen.notes ?? '')
  const [picture, setPicture] = useState(seen.image_url)
  const [isScaling, setScaling] = useState(false)
  const isChanged = quantity !== seen.counted_quantity || notes !== (seen.notes ?? '') || picture !== seen.image_url
  useStoredForm({
    name: `counted:${count_id}:${seen.product_id}`,
    title: `${seen.product_name}, sayım`,
    changed: () => (isChanged ? { quantity, notes, picture } : {}),
    restore: stored => {
      if (isWhole(stored.quantity, 0)) setQuantity(stored.quantity)
      if (isText(stored.notes)) setNotes(stored.notes)
      if (isTextOrNull(stored.picture)) setPicture(stored.picture)
    },
  })
  const [fault, setFault] = useState<string>()
  return {
    quantity,
    notes,
    picture,
    isScaling,
    /** The error message about the quantity. */
    fault,
    isChanged,
    setQuantity: (typed: number | undefined) => {
      setFault(undefined)
      setQuantity(typed)
    },
    setNotes,
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
