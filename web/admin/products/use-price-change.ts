import { useState } from 'react'
import type * as z from 'zod/mini'
import {
  changePrices,
  type PreviewedPrice,
  type PriceChange,
  type PriceChangeResult,
  previewPriceChange,
  undoPriceChange,
} from '#contract/price-changes.ts'
import type { listAllProducts } from '#contract/products.ts'
import { useCommand } from '../../command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import type { TypedRule } from './price-rule.tsx'

/** The products whose prices are changed: the selected ones, or all that match the list's filter. */
export type PriceTargets =
  | { ids: readonly string[] }
  | { filter: Omit<z.output<typeof listAllProducts.query>, 'limit' | 'cursor' | 'sort' | 'order'>; isFiltered: boolean }

/** A rule as it was typed, and the prices that it would give the products. */
export type Previewed = { rule: TypedRule['text']; products: readonly PreviewedPrice[] }

type Sent = z.output<typeof changePrices.body>

/** The preview, the change and its undo; retried after a lost response, they take effect once. */
export function usePriceChange(targets: PriceTargets, onChanged: () => void) {
  const [previewed, setPreviewed] = useState<Previewed>()
  /** The request that got no reply: whether it has changed prices is unknown until a repetition gets one. */
  const [unanswered, setUnanswered] = useState<Sent>()
  const preview = useCommand(previewPriceChange, { showError: 'alert' })
  const change = useCommand(changePrices, {
    showError: 'alert',
    refetchWhenLost: true,
    onReply: () => {
      showNextResults('products')
      onChanged()
    },
  })
  const undo = usePriceUndo()
  const sendChange = async (body: Sent) => {
    let isLost = false
    await change.run({ body }, error => {
      isLost = error.isUnanswered
      if (isLost) setUnanswered(body)
      else window.alert(error.message)
    })
    return isLost
  }
  return {
    previewed,
    preview: {
      pending: preview.pending,
      send: async (wanted: PriceChange, rule: string) => {
        const target = 'ids' in targets ? { product_ids: [...targets.ids] } : { filter: targets.filter }
        const products = await preview.run({ body: { change: wanted, ...target } })
        if (products) setPreviewed({ rule, products })
      },
    },
    change: {
      pending: change.pending,
      reply: change.reply,
      isUnanswered: unanswered !== undefined,
      send: async (wanted: PriceChange, products: readonly PreviewedPrice[]) => {
        const changing = products.filter(({ new_price, price }) => new_price !== null && new_price !== price)
        const body = { change: wanted, products: changing.map(({ product_id, price }) => ({ product_id, price })) }
        await sendChange(body)
      },
      /** Sends the same request again, with the same key. */
      repeat: async () => {
        if (unanswered && (await sendChange(unanswered))) window.alert('Cevap yine alınamadı')
      },
    },
    undo: {
      pending: undo.pending,
      reply: undo.reply,
      send: (id: string) => void undo.run({ params: { id } }),
    },
  }
}

/** Undoes a change of prices; without a reply its outcome is unknown. */
export const usePriceUndo = (onReply?: (reply: PriceChangeResult) => void) =>
  useCommand(undoPriceChange, {
    showError: error => window.alert(error.isUnanswered ? UNKNOWN : error.message),
    refetchWhenLost: true,
    onReply: reply => {
      showNextResults('products')
      onReply?.(reply)
    },
  })

const UNKNOWN = 'Cevap alınamadı: fiyatların geri alınıp alınmadığı bilinmiyor. Yeniden deneyin; iki kez uygulanmaz.'
