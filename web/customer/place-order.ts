import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Order, placeOrder } from '#contract/orders.ts'
import { ApiError, ask } from '../api.ts'
import { cartLines, cartTotals, setCart } from '../parts/cart.ts'
import { cartChanges, type Products } from '../parts/cart-changes.ts'
import type { CartLine } from '../parts/cart-line.ts'
import { toast } from '../ui/toaster.tsx'
import { attemptDone, attemptKey } from './order-attempt.ts'
import { orderChanged } from './order-changed.ts'

type Placing = {
  lines: readonly CartLine[]
  notes: string
  /** Asks for present prices and stock. */
  check: () => Promise<{ data?: Products; error: Error | null }>
  onPlaced: () => void
}

type Refused = { content: string; sentence: string; byProduct: ReadonlyMap<string, string> }

/** Places the cart as an order: checked first, never twice, and what is refused is said at its line. */
export function usePlaceOrder({ lines, notes, check, onPlaced }: Placing) {
  const navigate = useNavigate()
  const [stage, setStage] = useState<'open' | 'busy' | 'placed'>('open')
  const [refused, setRefused] = useState<Refused>()
  const body = bodyOf(lines, notes)
  const content = JSON.stringify(body)

  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const sentence = error.isOffline
      ? `${placeOrder.failure}. İnternet bağlantınızı kontrol edip yeniden deneyin.`
      : error.message
    setRefused({ content, sentence, byProduct: lineErrors(error, lines) })
    toast.error(sentence)
  }

  const attempt = async (): Promise<Order | undefined> => {
    const { data: products, error } = await check()
    if (error) throw error
    if (!products || cartChanges(lines, products).size > 0) {
      toast.warning('Sepetinizdeki bazı ürünler değişti; lütfen gözden geçirin')
      return undefined
    }
    try {
      return await ask(placeOrder, { body, key: attemptKey(content) })
    } catch (failure) {
      // What the catalogue says now explains most refusals better than the refusal does.
      if (failure instanceof ApiError && failure.status === 409) void check()
      throw failure
    }
  }

  const place = async () => {
    if (stage !== 'open' || lines.length === 0) return
    setStage('busy')
    setRefused(undefined)
    try {
      const order = await attempt()
      if (!order) return setStage('open')
      setStage('placed')
      attemptDone()
      onPlaced()
      const ordered = new Set(lines.map(line => line.product_id))
      setCart(cartLines().filter(line => !ordered.has(line.product_id)))
      toast.success('Sipariş başarıyla oluşturuldu')
      void orderChanged(order)
      await navigate(`/orders/${order.id}`)
    } catch (error) {
      setStage('open')
      refuse(error)
    }
  }

  // A refusal is about the cart as it was sent.
  return {
    place,
    busy: stage === 'busy',
    placed: stage === 'placed',
    refused: refused?.content === content ? refused : undefined,
  }
}

function bodyOf(lines: readonly CartLine[], notes: string) {
  return {
    // What the person saw of each line, in lira, so that the server can name the lines that changed.
    items: lines.map(({ product_id, quantity, price, vat_rate }) => ({
      product_id,
      quantity,
      price: price / 100,
      vat_rate,
    })),
    notes: notes.trim() || null,
    expected_total: cartTotals(lines).grand,
  }
}

function lineErrors(error: ApiError, lines: readonly CartLine[]): ReadonlyMap<string, string> {
  return new Map(
    error.errors.flatMap(({ field, message }) => {
      const line = lines[Number(/^items\.(\d+)/.exec(field)?.[1] ?? Number.NaN)]
      return line ? [[line.product_id, message] as const] : []
    }),
  )
}
