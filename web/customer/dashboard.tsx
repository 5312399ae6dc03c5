import { FileDown, LayoutGrid, ListChecks, ReceiptText, ShoppingCart } from 'lucide-react'
import type { ReactNode } from 'react'
import { downloadCatalogue } from '#contract/catalogue.ts'
import { listOrders, readOrderStats } from '#contract/orders.ts'
import { cartCount, useCart } from '../cart/cart.ts'
import { useSession } from '../current-session.ts'
import { useFileDownload } from '../files/file-download.ts'
import { Failed } from '../lists/list-states.tsx'
import { DataAge } from '../lists/offline-data-note.tsx'
import { StaleStrip } from '../lists/stale-strip.tsx'
import { LATEST, LatestOrders, useLatestOrders } from '../orders/latest-orders.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { useCallQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useMedia } from '../ui/media.ts'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { Link } from '../ui/router.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { EmptyState } from '../ui/states.tsx'
import { toast } from '../ui/toaster.tsx'
import { NARROW_PHONE } from '../ui/widths.ts'
import { OrderFigures } from './order-figures.tsx'
import { hasSameLines, OrderRow } from './order-row.tsx'

/**
 * Windows in which the quick actions, most of which are also in the bar, would move the latest order below the fold.
 */
const SMALL = `${NARROW_PHONE}, (max-height: 29.99rem)`

/** The customer's start page: figures, quick actions, the latest orders. */
export function Dashboard() {
  const session = useSession()
  const isSmall = useMedia(SMALL)
  if (session?.role !== 'customer') return null
  return (
    <Page title={`Merhaba, ${session.user.company_name}`} windowTitle="Dashboard" figures={<OrderFigures />}>
      <Age />
      {!isSmall && <QuickActions />}
      <Latest />
      {isSmall && <QuickActions />}
    </Page>
  )
}

/** The age of the figures, which are fetched together with everything else on this screen. */
function Age() {
  return <DataAge what="bilgiler" query={useCallQuery(readOrderStats, {})} />
}

/** Links to the main pages. Phones show only their titles, so that the latest order is visible below them. */
function QuickActions() {
  const count = cartCount(useCart())
  return (
    <nav aria-label="Hızlı işlemler" className="grid grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-5">
      <Action wide to="/lists" icon={ListChecks} title="Sipariş listem" text="Hep aldıklarınızı miktar yazıp isteyin" />
      <Action to="/products" icon={LayoutGrid} title="Ürün kataloğu" text="Fiyatlara bakın, sepete ekleyin" />
      <Action
        to="/cart"
        icon={ShoppingCart}
        title="Sepetim"
        text={count ? `${wholeText(count)} adet ürün sizi bekliyor` : 'Sepetiniz boş'}
      />
      <Action to="/orders" icon={ReceiptText} title="Sipariş geçmişi" text="Siparişlerinizi izleyin" />
      <SaveCatalogue />
    </nav>
  )
}

type ActionProps = {
  to: string
  icon: typeof LayoutGrid
  title: string
  text: ReactNode
  /** As wide as two others where there are two columns. */
  wide?: boolean
}

function Action({ to, icon: Icon, title, text, wide }: ActionProps) {
  return (
    <Link to={to} className={classNames(ACTION, wide && 'max-xl:col-span-2')}>
      <Icon aria-hidden className={ACTION_ICON} />
      <ActionText title={title} text={text} />
    </Link>
  )
}

function SaveCatalogue() {
  const { busy, start } = useFileDownload(error => toast.error(error.message))
  const isOnline = useOnline()
  return (
    <button
      type="button"
      disabled={!isOnline}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => void start(downloadCatalogue, {})}
      className={classNames(
        ACTION,
        busy && 'cursor-progress!',
        'disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-sunken disabled:text-ink-faint',
      )}
    >
      {busy ? <Spinner className={ACTION_ICON} /> : <FileDown aria-hidden className={ACTION_ICON} />}
      <ActionText title="PDF Katalog İndir" text={downloadText(isOnline, busy)} isOnPhones={!isOnline} />
    </button>
  )
}

function downloadText(isOnline: boolean, busy: boolean) {
  if (!isOnline) return 'Bağlantı gelince indirebilirsiniz'
  return busy ? 'Hazırlanıyor…' : 'Fiyatlı kataloğu kaydedin'
}

function ActionText({ title, text, isOnPhones = false }: { title: string; text: ReactNode; isOnPhones?: boolean }) {
  return (
    <span className="grid min-w-0">
      <span className="font-semibold text-sm sm:text-base">{title}</span>
      <span className={classNames('text-ink-soft text-xs sm:text-sm', !isOnPhones && 'max-sm:sr-only')}>{text}</span>
    </span>
  )
}

const ACTION =
  'flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface px-3 py-2 text-left sm:gap-4 sm:p-4 transition-colors hover:border-brand-line hover:bg-brand-soft'
const ACTION_ICON = 'size-5 sm:size-6 shrink-0 text-brand-ink'

function Latest() {
  const query = useCallQuery(listOrders, { query: { limit: LATEST } })
  const isOnline = useOnline()
  const { items: orders, waiting } = useLatestOrders(query, hasSameLines)
  if (!query.data) return query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={LATEST} />
  return (
    <>
      {/* Offline, the note above applies to the whole screen. */}
      {isOnline && <StaleStrip query={query} />}
      <LatestOrders
        orders={orders}
        waiting={waiting}
        all="/orders"
        row={order => <OrderRow order={order} />}
        empty={
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
        }
      />
    </>
  )
}
