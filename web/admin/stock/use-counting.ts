import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import type { AdminProduct } from '#contract/catalogue.ts'
import { countProduct, type StockCount } from '#contract/counts.ts'
import { StockQuantity } from '#contract/fields.ts'
import { ApiError, ask } from '../../api.ts'
import { useDeedKey } from '../../parts/deed-key.ts'
import { toast } from '../../ui/toaster.tsx'

/** What the person holds and is about to add to the count. */
export type InHand = {
  product: AdminProduct
  /** `undefined` while nothing was typed, `NaN` for what is no number. */
  quantity: number | undefined
  notes: string
  image_url: string | null
  /** Why it was not added. */
  fault?: string | undefined
  /** It was sent, and no answer came. */
  isUnanswered?: boolean
  /** Grows whenever something else, or one more, is taken up. */
  turn: number
}

export type Added = z.output<typeof countProduct.reply> & { name: string }

/** Adds one product after the other to an open count. */
export function useCounting(count_id: string, refresh: () => Promise<StockCount | undefined>) {
  const { keyFor, renew } = useDeedKey()
  const [inHand, show] = useState<InHand>()
  const [last, setLast] = useState<Added>()
  // Scans come faster than screens are drawn.
  const held = useRef<InHand>(undefined)
  const hold = (next: InHand | undefined) => {
    held.current = next
    show(next)
  }
  // Somebody else may end the count under one's hands; whoever leaves by themselves was asked.
  useEffect(
    () => () => {
      const lost = held.current
      if (lost?.quantity !== undefined) toast.warning(`${lost.product.name} sayıma eklenmedi`)
    },
    [],
  )
  const sending = useMutation({
    mutationFn: ({ product: { id: product_id }, quantity, notes, image_url }: InHand) => {
      const body = { product_id, counted_quantity: quantity ?? Number.NaN, notes: notes.trim() || null, image_url }
      return ask(countProduct, { params: { id: count_id }, body, key: keyFor({ count_id, ...body }) })
    },
  })
  const underWay = useRef<Promise<boolean>>(undefined)
  const pictured = useRef<Promise<unknown>>(Promise.resolve())
  const send = async (sent: InHand): Promise<boolean> => {
    const quantity = StockQuantity.safeParse(sent.quantity ?? Number.NaN)
    if (!quantity.success) {
      hold({ ...sent, fault: quantity.error.issues[0]?.message })
      return false
    }
    try {
      const answer = await sending.mutateAsync(sent)
      renew()
      setLast({ ...answer, name: sent.product.name })
      hold(undefined)
      void refresh()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      hold({ ...sent, isUnanswered: !error.isDecision })
      window.alert(error.message)
      void refresh()
      return false
    }
  }
  /** Adds what is in hand, once, however often it is asked for. Answers whether it was added. */
  const add = () => {
    if (!held.current) return Promise.resolve(true)
    underWay.current ??= pictured.current
      .then(() => (held.current ? send(held.current) : true))
      .finally(() => (underWay.current = undefined))
    return underWay.current
  }
  const change = (changes: Partial<Pick<InHand, 'quantity' | 'notes' | 'image_url'>>) => {
    if (held.current) hold({ ...held.current, fault: undefined, isUnanswered: false, ...changes })
  }
  /** A picture takes a moment until it is ready: what is in hand is not added before, and nothing else gets it. */
  const attach = (picture: Promise<string | null>) => {
    const product = held.current?.product
    pictured.current = picture.then(
      image_url => held.current?.product === product && change({ image_url }),
      () => undefined,
    )
  }
  const turn = useRef(0)
  /** Takes a product up. What was in hand with a quantity is added first; the same one scanned again is one more. */
  const choose = async (product: AdminProduct, byBarcode: boolean) => {
    const before = held.current
    const next = { product, notes: '', image_url: null, turn: ++turn.current }
    // What was sent already may have been counted: it is asked for again as it was before more is taken up.
    if (before?.product.id === product.id && !underWay.current && !before.isUnanswered)
      return hold({ ...before, ...(byBarcode && { quantity: (before.quantity || 0) + 1 }), turn: next.turn })
    if (before && (before.quantity !== undefined || underWay.current) && !(await add())) return
    hold({ ...next, quantity: byBarcode ? 1 : undefined })
  }
  return {
    inHand,
    /** What was added last. */
    last,
    busy: sending.isPending,
    add,
    choose,
    change,
    attach,
    putDown: () => {
      hold(undefined)
      // Taken up again it is another find, also of as many; what is on its way may yet fail, and is the same then.
      if (!underWay.current) renew()
    },
  }
}
