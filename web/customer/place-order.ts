import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ApiError } from '../api.ts'
import { cartLines, setCart } from '../parts/cart.ts'
import { cartChanges, type Products } from '../parts/cart-changes.ts'
import { type CartLine, without } from '../parts/cart-line.ts'
import { isOnline } from '../pwa/connectivity.ts'
import { handOver } from '../pwa/outbox.ts'
import { bodyOf, type Refusal } from '../pwa/outbox-entry.ts'
import { session } from '../session.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { keepText, keptText } from './kept-text.ts'
import { orderChanged } from './order-changed.ts'
import { type CartContent, returnToCart } from './return-to-cart.ts'

type Placing = {
  lines: readonly CartLine[]
  notes: string
  /** Asks for present prices and stock. */
  check: () => Promise<{ data?: Products; error: Error | null }>
  /** What left the cart and is on its way; nothing once it is there, or comes back. */
  onUnderWay: (sent: CartContent | undefined) => void
}

/** Asking for present prices may take so long; without an answer the total that was seen protects. */
const CHECK_TAKES = 6_000

/** Places the cart as an order: checked first, never twice; what is refused is said at its line, what is not answered waits. */
export function usePlaceOrder({ lines, notes, check, onUnderWay }: Placing) {
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
    onUnderWay({ lines, notes })
    // In another tab more may have been added, or another note begun, since the press.
    setCart(without(cartLines(), lines))
    if (keptText('cart-note') === notes) keepText('cart-note', '')
  }

  const open = async (order: Order) => {
    setStage('placed')
    void orderChanged(order)
    const show = () => navigate(`/orders/${order.id}`)
    const isStillLooked = location.pathname === '/cart'
    // Who has gone elsewhere meanwhile is not called away.
    const action = { label: 'Siparişe git', onClick: show }
    toast.success('Sipariş başarıyla oluşturuldu', isStillLooked ? {} : { action })
    if (isStillLooked) show()
  }

  const place = async () => {
    if (stage !== 'open' || lines.length === 0) return
    const user = session()?.user.id
    // In another tab somebody else may sign in at any moment: nothing of this is theirs.
    const isHere = () => user !== undefined && session()?.user.id === user
    setStage('busy')
    setRefused(undefined)
    try {
      if (!(await isUnchanged()) || user === undefined || !isHere()) return setStage('open')
      const sent = await handOver(user, { lines, notes }, () => isHere() && leaveCart())
      if (sent.is === 'session_over' && !session())
        toast.info('Siparişiniz bekliyor; yeniden giriş yapınca gönderilecek')
      if (!isHere()) return
      if (sent.is === 'placed') return await open(sent.order)
      setStage('open')
      onUnderWay(undefined)
      if (sent.is === 'refused') {
        returnToCart({ lines, notes })
        refuse(sent.refusal)
        // What the catalogue says now explains most refusals better than the refusal does.
        if (sent.error.status === 409) void check()
        return
      }
      if (sent.is === 'unanswered') tellWaiting(sent)
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

const isWithoutAnswer = (error: Error | null) => error instanceof ApiError && !error.isDecision

function tellWaiting({ error, isFleeting }: { error?: ApiError; isFleeting?: boolean }) {
  if (isFleeting) toast.warning('Siparişiniz bekliyor; gönderilene kadar bu sayfayı kapatmayın')
  else if (navigator.onLine && error)
    toast.warning(error.message, { description: 'Siparişiniz bekliyor; kendiliğinden yeniden gönderilecek.' })
  else toast.info('Siparişiniz bekliyor; bağlantı gelince gönderilecek')
  scrollTo({ top: 0 })
}
