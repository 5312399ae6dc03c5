import { useState } from 'react'
import { StockQuantity } from '#checked/fields.ts'
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

/** The correction of a counted product: its draft, the product's current quantity, and the commands. */
export function useCorrection({ count_id, product, refresh, onClose }: CorrectionProps) {
  const [opened] = useState(product)
  const draft = useCorrectionDraft(opened)
  const [currentQuantity, setCurrentQuantity] = useState(product.counted_quantity)
  const reload = async () => {
    const fresh = await refresh()
    const now = fresh?.products.find(({ product_id }) => product_id === product.product_id)
    if (now) setCurrentQuantity(now.counted_quantity)
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
        ...(correction.counted_quantity !== undefined && { old_quantity: currentQuantity }),
        ...correction,
      },
    })
  const save = () => {
    if (draft.isScaling) return
    const correction = draft.check(currentQuantity)
    if (!correction) return
    if (Object.keys(correction).length > 0) void correct(correction)
    else onClose()
  }
  const removeFromCount = () => {
    const lost = `${wholeText(currentQuantity)} ${product.unit}`
    if (window.confirm(`${product.product_name} sayımdan çıkarılsın mı? Sayılan ${lost} silinir, stoğu değişmez.`))
      void correct({ counted_quantity: null })
  }
  return { draft, openedQuantity: opened.counted_quantity, currentQuantity, pending, save, removeFromCount }
}

/** The edited quantity, notes and picture of a counted product. */
function useCorrectionDraft(opened: CountedProduct) {
  const [quantity, setQuantity] = useState<number | undefined>(opened.counted_quantity)
  const [notes, setNotes] = useState(opened.notes ?? '')
  const [picture, setPicture] = useState(opened.image_url)
  const [isScaling, setScaling] = useState(false)
  const isChanged =
    quantity !== opened.counted_quantity || notes !== (opened.notes ?? '') || picture !== opened.image_url
  useStoredForm({
    name: `counted:${opened.product_id}`,
    title: `${opened.product_name}, sayım`,
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
    takePicture: async (scaling: Promise<string | null>) => {
      setScaling(true)
      await scaling.then(setPicture, () => undefined)
      setScaling(false)
    },
    /**
     * The correction to send, or `undefined` with a `fault` if the quantity is invalid. It has only the edited fields,
     * so that another admin's change of the others is kept, and also the quantity if it differs from the current one.
     */
    check: (currentQuantity: number): Correction | undefined => {
      const { data, error } = StockQuantity.safeParse(quantity ?? Number.NaN)
      setFault(error?.issues[0]?.message)
      if (data === undefined) return undefined
      return {
        ...((data !== opened.counted_quantity || data !== currentQuantity) && { counted_quantity: data }),
        ...(notes !== (opened.notes ?? '') && { notes: notes.trim() || null }),
        ...(picture !== opened.image_url && { image_url: picture }),
      }
    },
  }
}
