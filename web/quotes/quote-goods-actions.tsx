import { Search, ShoppingCart } from 'lucide-react'
import { formatNumber } from '#contract/money.ts'
import { QUOTE_STATUS } from '#contract/quote-status.ts'
import { orderedItems, type Quote, unansweredItems } from '#contract/quotes.ts'
import { useAction } from '../action.ts'
import { currentProducts } from '../cart/current-products.ts'
import { AddToList } from '../order-lists/add-to-list.tsx'
import { QuickEntry } from '../order-lists/quick-entry.tsx'
import { putIntoCart } from '../orders/put-into-cart.ts'
import { Button } from '../ui/button.tsx'
import { useIsMounted } from '../ui/is-mounted.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import type { QuoteAudience } from './quote-audience.ts'
import { useHasExpired } from './quote-expiry.ts'

type QuoteGoodsActionsProps = { quote: Quote; audience: QuoteAudience }

/**
 * The actions on the goods of a quote besides deciding on it: answered goods can be put into a list and, once the
 * answer can no longer be accepted, into the cart; goods without an answer can be searched in the catalogue.
 */
export function QuoteGoodsActions({ quote, audience }: QuoteGoodsActionsProps) {
  const { items, answer, status } = quote
  const isMounted = useIsMounted()
  const owner = audience.namesCustomer ? quote.customer_id : null
  const expired = useHasExpired(quote)
  const isOver = QUOTE_STATUS[status].decision !== null || expired
  const open = answer ? unansweredItems(items, answer.items) : items
  const lines = open.map(({ product_name, quantity, unit }) => `${product_name} ${formatNumber(quantity)} ${unit}`)
  return (
    <div className="-ml-3 flex flex-wrap">
      {answer && answer.items.length > 0 && (
        <AddToList ghost owner={owner} products={answer.items.map(item => item.product_id)} />
      )}
      {answer && answer.items.length > 0 && isOver && <ToCart quote={{ ...quote, answer }} audience={audience} />}
      {lines.length > 0 && (
        <QuickEntry
          ghost
          owner={owner}
          icon={Search}
          label="Katalogda ara"
          text={lines.join('\n')}
          begin={() => audience.openCart(quote, () => isMounted.current)}
        />
      )}
    </div>
  )
}

type ToCartProps = { quote: Quote & { answer: NonNullable<Quote['answer']> }; audience: QuoteAudience }

/** Puts the answered goods into the customer's cart at today's prices, which are compared with those of the answer. */
function ToCart({ quote, audience }: ToCartProps) {
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  const put = async () => {
    const offered = orderedItems(quote.answer.items.map(item => ({ ...item, accepted_quantity: null })))
    const { products } = await currentProducts(offered.map(item => item.product_id))
    const isWanted = () => !audience.namesCustomer || isMounted.current
    const path = isWanted() ? await audience.openCart(quote, isWanted) : undefined
    if (!path) return undefined
    const items = offered.map(item => ({ ...item, expected_stock_date: null }))
    putIntoCart(items, products, audience.namesCustomer ? { company: quote.user_company } : {})
    return path
  }
  const { run, pending } = useAction(put, {
    showError: 'toast',
    onReply: path => {
      if (!path) toast.info(`${quote.user_company} sepetine ürün eklenmedi, çünkü sayfadan ayrıldınız`)
      else if (isMounted.current) navigate(path)
    },
  })
  return (
    <Button
      icon={ShoppingCart}
      variant="ghost"
      busy={pending}
      busyText="Güncel fiyat ve stok alınıyor"
      onClick={() => void run()}
    >
      Bugünkü fiyatla sepete ekle
    </Button>
  )
}
