import { PackageX } from 'lucide-react'
import { type Product, readProduct } from '#contract/catalogue.ts'
import { formatMoney } from '#contract/money.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { formatDay } from '#contract/turkish.ts'
import { isNotFound } from '../api.ts'
import { AddToCart, InCart, JustAdded } from '../cart/add-to-cart.tsx'
import { useSession } from '../current-session.ts'
import { Failed } from '../lists/list-states.tsx'
import { StaleStrip } from '../lists/stale-strip.tsx'
import { useCallQuery } from '../queries.ts'
import { classNames } from '../ui/class-names.ts'
import { Details } from '../ui/details.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useBrokenPicture } from './broken-picture.ts'
import { ProductPicture } from './product-picture.tsx'
import { RegularPrice } from './regular-price.tsx'
import { StockLabel } from './stock-label.tsx'
import { WatchButton } from './watch-button.tsx'

type ProductDetailProps = {
  id: string
  /** The data of the list, shown until the server replies. */
  known: Product | undefined
  open: boolean
  onClose: () => void
}

/** All details of a product, with the quantity to order. */
export function ProductDetail({ id, known, open, onClose }: ProductDetailProps) {
  const query = useCallQuery(readProduct, { params: { id }, enabled: open })
  const isGone = isNotFound(query.error)
  const isCustomer = useSession()?.role === 'customer'
  const product = isGone ? undefined : (query.data ?? known)
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onClose}
      title={product?.name ?? (isGone ? 'Ürün bulunamadı' : 'Ürün')}
      footer={
        product && (
          <div className="grid gap-2 sm:w-96">
            {product.stock_quantity <= 0 && isCustomer && <WatchButton product={product} />}
            <AddToCart key={product.id} product={product} />
          </div>
        )
      }
    >
      {product ? (
        <div className="grid gap-4">
          <StaleStrip query={query} />
          <Facts product={product} />
        </div>
      ) : isGone ? (
        <EmptyState
          icon={PackageX}
          title="Bu ürün artık satışta değil"
          text="Katalogda benzerlerini arayabilirsiniz."
        />
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <ProductLoading />
      )}
    </Dialog>
  )
}

function Facts({ product }: { product: Product }) {
  const { price, unit, vat_rate, brand, category, barcode, description } = product
  const { stock_quantity, expected_stock_date, shown_expiry } = product
  const details = [
    { label: 'Marka', value: brand },
    { label: 'Kategori', value: category },
    { label: 'Birim', value: unit },
    { label: 'KDV', value: `%${vat_rate}` },
    { label: 'Stok', value: stock_quantity > 0 ? `${wholeText(stock_quantity)} ${unit}` : 'Tükendi' },
    ...(shown_expiry ? [{ label: 'Son tarih', value: shown_expiry }] : []),
    ...(expected_stock_date ? [{ label: 'Beklenen stok tarihi', value: formatDay(expected_stock_date) }] : []),
    { label: 'Barkod', value: barcode },
  ]
  return (
    <section
      aria-label="Ürün bilgileri"
      // Takes the initial focus and scrolls by arrow keys; focusing the number below would open a phone's keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be focusable
      tabIndex={0}
      className="grid gap-4 rounded-md sm:grid-cols-2 sm:gap-6"
    >
      <LargePicture key={product.id} product={product} />
      <div className="grid content-start gap-4">
        <div className="grid gap-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <Money amount={price} className="font-semibold text-xl" />
            <span className="text-ink-soft">/ {unit}</span>
            <RegularPrice product={product} />
          </p>
          <p className="text-ink-soft">
            {vat_rate > 0 ? `+ %${vat_rate} KDV · KDV dahil ${formatMoney(withVat(product))}` : 'KDV’siz'}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StockLabel product={product} />
          <InCart product={product} />
        </div>
        <JustAdded product={product} className="flex justify-between gap-2 rounded-md px-2 text-sm" />
        <Details details={details} />
      </div>
      {description && <p className="whitespace-pre-line break-words sm:col-span-2">{description}</p>}
    </section>
  )
}

/** The picture in full size; without one, the category's drawing. */
function LargePicture({ product }: { product: Product }) {
  const [isBroken, setBroken] = useBrokenPicture(product.image_url)
  if (!product.image_url || isBroken)
    return <ProductPicture product={{ ...product, image_url: null }} size="card" className={PICTURE} />
  return (
    <img
      src={product.image_url}
      alt={product.name}
      onError={setBroken}
      className={classNames(PICTURE, 'bg-surface-sunken object-contain')}
    />
  )
}

const PICTURE = 'block aspect-4/3 w-full overflow-clip rounded-md sm:aspect-square'

const withVat = ({ price, vat_rate }: Product) => orderTotals([{ price, vat_rate, quantity: 1 }]).grand

function ProductLoading() {
  return (
    <Loading label="Ürün yükleniyor">
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-6">
        <Skeleton className="aspect-4/3 w-full sm:aspect-square" />
        <div className="grid content-start gap-4">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </Loading>
  )
}
