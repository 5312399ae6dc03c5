import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Order, orderNumber, placeOrder } from '#contract/orders.ts'
import { ApiError, ask } from '../api.ts'
import { cartLines, cartTotals, setCart } from '../parts/cart.ts'
import { cartChanges, type Products } from '../parts/cart-changes.ts'
import type { CartLine } from '../parts/cart-line.ts'
import { toast } from '../ui/toaster.tsx'
import { attemptAnswered, attemptKey, placedEarlier } from './order-attempt.ts'
import { orderChanged } from './order-changed.ts'

type Placing = {
  lines: readonly CartLine[]
  notes: string
  /** Asks for present prices and stock. */
  check: () => Promise<{ data?: Products; error: Error | null }>
  onPlaced: () => void
}

type Refused = { content: string; title: string; sentence: string; byProduct: ReadonlyMap<string, string> }

/** Sent, but not answered: nobody here knows whether it arrived. */
class Unanswered extends Error {}

/** Places the cart as an order: checked first, never twice, and what is refused is said at its line. */
export function usePlaceOrder({ lines, notes, check, onPlaced }: Placing) {
  const navigate = useNavigate()
  const [stage, setStage] = useState<'open' | 'busy' | 'placed'>('open')
  const [refused, setRefused] = useState<Refused>()
  const body = bodyOf(lines, notes)
  const content = JSON.stringify(body)

  const refuse = (error: unknown) => {
    if (error instanceof Unanswered) {
      setRefused({ content, title: 'Yanıt alınamadı', sentence: error.message, byProduct: new Map() })
      return
    }
    if (!(error instanceof ApiError)) throw error
    const sentence = error.isOffline
      ? `${placeOrder.failure}. İnternet bağlantınızı kontrol edip yeniden deneyin.`
      : error.message
    setRefused({ content, title: 'Sipariş verilmedi', sentence, byProduct: lineErrors(error, lines) })
  }

  const tell = (earlier: Order) => {
    const sentence = `Yanıtı alınamayan önceki siparişiniz ulaşmış: ${orderNumber(earlier.id)}. Yeniden "Sipariş ver" derseniz ikinci bir sipariş verilir.`
    setRefused({ content, title: 'Bu sipariş henüz verilmedi', sentence, byProduct: new Map() })
    void orderChanged(earlier)
  }

  const attempt = async (): Promise<Order | undefined> => {
    const { data: products, error } = await check()
    if (error) throw error
    if (!products || cartChanges(lines, products).size > 0) {
      toast.warning('Sepetinizdeki bazı ürünler değişti; lütfen gözden geçirin')
      return undefined
    }
    const earlier = await placedEarlier(content)
    if (earlier) {
      tell(earlier)
      return undefined
    }
    try {
      const order = await ask(placeOrder, { body, key: attemptKey(content) })
      attemptAnswered()
      return order
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.isOffline) throw new Unanswered(UNANSWERED)
      if (failure.status < 500) attemptAnswered()
      // What the catalogue says now explains most refusals better than the refusal does.
      if (failure.status === 409) void check()
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

const UNANSWERED = `${placeOrder.failure}: sunucudan yanıt gelmedi. Siparişiniz ulaşmış olabilir; yeniden denediğinizde aynı sipariş iki kez verilmez.`

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
