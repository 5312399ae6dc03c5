import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { ApiError } from '../api.ts'
import { cartLines, setCart } from '../parts/cart.ts'
import { cartChanges, type Products } from '../parts/cart-changes.ts'
import { type CartLine, withReturned } from '../parts/cart-line.ts'
import { isOnline } from '../pwa/connectivity.ts'
import { handOver } from '../pwa/outbox.ts'
import { bodyOf, type Refusal } from '../pwa/outbox-entry.ts'
import { toast } from '../ui/toaster.tsx'
import { orderChanged } from './order-changed.ts'

type Placing = {
  lines: readonly CartLine[]
  notes: string
  /** Asks for present prices and stock. */
  check: () => Promise<{ data?: Products; error: Error | null }>
  /** Its lines have left the cart and are on their way, or are so no longer. */
  onUnderWay: (lines: readonly CartLine[] | undefined) => void
  /** It is out of the person's hands: placed, or waiting to be sent. */
  onGone: () => void
}

/** Asking for present prices may take so long; without an answer the total that was seen protects. */
const CHECK_TAKES = 6_000

/** Places the cart as an order: checked first, never twice; what is refused is said at its line, what is not answered waits. */
export function usePlaceOrder({ lines, notes, check, onUnderWay, onGone }: Placing) {
  const navigate = useNavigate()
  const [stage, setStage] = useState<'open' | 'busy' | 'placed'>('open')
  const [refused, setRefused] = useState<{ content: string; refusal: Refusal }>()
  const content = JSON.stringify(bodyOf(lines, notes))

  const refuse = (refusal: Refusal) => setRefused({ content, refusal })

  const isUnchanged = async () => {
    if (!isOnline()) return true
    const late = new Promise<'late'>(resolve => setTimeout(resolve, CHECK_TAKES, 'late'))
    const checked = await Promise.race([check(), late])
    if (checked === 'late' || isWithoutAnswer(checked.error)) return true
    if (checked.error instanceof ApiError) {
      const { code, message } = checked.error
      refuse({ code, sentence: message, by_product: {} })
      return false
    }
    if (checked.error) throw checked.error
    if (checked.data && cartChanges(lines, checked.data).size === 0) return true
    toast.warning('Sepetinizdeki bazı ürünler değişti; lütfen gözden geçirin')
    return false
  }

  const leaveCart = () => {
    onUnderWay(lines)
    const ordered = new Set(lines.map(line => line.product_id))
    setCart(cartLines().filter(line => !ordered.has(line.product_id)))
  }

  const open = async (order: Order) => {
    setStage('placed')
    onGone()
    toast.success('Sipariş başarıyla oluşturuldu')
    void orderChanged(order)
    await navigate(`/orders/${order.id}`)
  }

  const place = async () => {
    if (stage !== 'open' || lines.length === 0) return
    setStage('busy')
    setRefused(undefined)
    try {
      if (!(await isUnchanged())) return setStage('open')
      const sent = await handOver(lines, notes, leaveCart)
      if (sent.is === 'placed') return await open(sent.order)
      setStage('open')
      onUnderWay(undefined)
      if (sent.is === 'refused') {
        setCart(withReturned(cartLines(), lines))
        refuse(sent.refusal)
        // What the catalogue says now explains most refusals better than the refusal does.
        if (sent.error.status === 409) void check()
        return
      }
      onGone()
      if (sent.is === 'unanswered') tellWaiting(sent.error)
    } catch (error) {
      setStage('open')
      onUnderWay(undefined)
      throw error
    }
  }

  // A refusal is about the cart as it was sent.
  return {
    place,
    busy: stage === 'busy',
    placed: stage === 'placed',
    refused: refused?.content === content ? refused.refusal : undefined,
  }
}

const isWithoutAnswer = (error: Error | null) => error instanceof ApiError && (error.isOffline || error.status >= 500)

function tellWaiting(error: ApiError | undefined) {
  if (navigator.onLine && error)
    toast.warning(error.message, { description: 'Siparişiniz bekliyor; kendiliğinden yeniden gönderilecek.' })
  else toast.info('Siparişiniz bekliyor; bağlantı gelince gönderilecek')
  scrollTo({ top: 0 })
}
