import { CircleCheck, Clock, LayoutGrid, ReceiptText, ShoppingCart, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { listOrders, readOrderStats } from '#contract/orders.ts'
import { useAnswer } from '../parts/asking.ts'
import { cartCount, useCart } from '../parts/cart.ts'
import { Failed } from '../parts/list-states.tsx'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { OrderRow } from './order-row.tsx'

const LATEST = 5

/** The customer's home: how things stand, and where one goes from here. */
export function Dashboard() {
  const session = useSession()
  if (session?.role !== 'customer') return null
  return (
    <Page title={`Merhaba, ${session.user.company_name}`} windowTitle="Dashboard" figures={<Stats />}>
      <QuickActions />
      <LatestOrders />
    </Page>
  )
}

function Stats() {
  const asked = useAnswer(readOrderStats, {})
  const stats = asked.data
  if (asked.error && !stats) return <Failed asked={asked} error={asked.error} />
  return (
    <Figures
      figures={[
        { label: 'Toplam sipariş', icon: ReceiptText, value: stats && wholeText(stats.total_orders) },
        { label: 'Bekleyen sipariş', icon: Clock, tone: 'yellow', value: stats && wholeText(stats.pending_orders) },
        { label: 'Tamamlanan', icon: CircleCheck, tone: 'green', value: stats && wholeText(stats.completed_orders) },
        { label: 'Toplam tutar', icon: Wallet, tone: 'brand', value: stats && <Money amount={stats.total_amount} /> },
      ]}
    />
  )
}

function QuickActions() {
  const count = cartCount(useCart())
  return (
    <nav aria-label="Hızlı işlemler" className="grid gap-3 sm:grid-cols-3">
      <Action to="/products" icon={LayoutGrid} title="Ürün kataloğu" text="Fiyatlara bakın, sepete ekleyin" />
      <Action
        to="/cart"
        icon={ShoppingCart}
        title="Sepetim"
        text={count ? `${wholeText(count)} adet ürün sizi bekliyor` : 'Sepetiniz boş'}
      />
      <Action to="/orders" icon={ReceiptText} title="Sipariş geçmişi" text="Siparişlerinizi izleyin" />
    </nav>
  )
}

type ActionProps = { to: string; icon: typeof LayoutGrid; title: string; text: ReactNode }

function Action({ to, icon: Icon, title, text }: ActionProps) {
  return (
    <Link
      to={to}
      className="flex items-center gap-4 rounded-md border border-line bg-surface p-4 transition-colors hover:border-brand-line hover:bg-brand-soft"
    >
      <Icon aria-hidden className="size-6 shrink-0 text-brand-ink" />
      <span className="grid min-w-0">
        <span className="font-semibold text-base">{title}</span>
        <span className="text-ink-soft text-sm">{text}</span>
      </span>
    </Link>
  )
}

function LatestOrders() {
  const asked = useAnswer(listOrders, { query: { limit: LATEST } })
  const orders = asked.data
  if (!orders) return asked.error ? <Failed asked={asked} error={asked.error} /> : <LoadingRows rows={LATEST} />
  return (
    <Card
      title="Son siparişler"
      flush
      action={
        orders.length > 0 && (
          <Link to="/orders" className="inline-flex min-h-control items-center text-link text-sm sm:min-h-0">
            Tümünü gör
          </Link>
        )
      }
    >
      {orders.length > 0 ? (
        <ul className="divide-y divide-line border-line border-t">
          {orders.map(order => (
            <li key={order.id}>
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={ReceiptText}
          title="Henüz siparişiniz yok"
          text="Katalogdan ürün seçip ilk siparişinizi verebilirsiniz."
          action={
            <Button asChild variant="primary">
              <Link to="/products">Kataloğa git</Link>
            </Button>
          }
        />
      )}
    </Card>
  )
}
