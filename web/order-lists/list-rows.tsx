import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import type { BoughtProduct, ListLine } from '#contract/order-lists.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { useAction } from '../action.ts'
import { useCart } from '../cart/cart.ts'
import type { Products } from '../cart/cart-changes.ts'
import { CartFoot } from '../cart/cart-foot.tsx'
import { currentProducts } from '../cart/current-products.ts'
import { inCartText } from '../cart/in-cart-text.ts'
import { rememberOpenCart } from '../cart/remembered-cart.ts'
import { ProductDetailFromUrl } from '../catalogue/product-detail-from-url.tsx'
import { NewRows } from '../lists/new-rows.tsx'
import { showNextResults, type Waiting } from '../lists/steady-list.ts'
import type { Ordered } from '../orders/order-again.ts'
import { putIntoCart } from '../orders/put-into-cart.ts'
import { invalidate } from '../queries.ts'
import { withTimeLimit } from '../time-limit.ts'
import { Button } from '../ui/button.tsx'
import { useIsMounted } from '../ui/is-mounted.ts'
import { wholeText } from '../ui/number-text.ts'
import { toast } from '../ui/toaster.tsx'
import { LIST_ID, ListRow, TAKE_ID, UnavailableRow } from './list-row.tsx'
import { orderable, presentTarget, unitOfTarget } from './orderable.ts'
import { type CountedList, quantityIn, restOf, type Shelf, type Shelves } from './shelf-counts.ts'
import { isInUnit, NONE, type Wanted } from './wanted-in-unit.ts'
import { setWanted, useWanted, wantedOf } from './wanted-quantities.ts'

/** A line of the guide or of a list. */
export type ShownLine = Pick<ListLine, 'product_id' | 'product_name' | 'unit' | 'target' | 'target_unit'>

type ListRowsProps = {
  name: string
  /** The list; undefined for the guide. */
  list: CountedList | undefined
  /** The lines of all lists. */
  shelves: Shelves
  lines: readonly ShownLine[]
  /** The last orders of the products that were bought lately, by product id. */
  bought: ReadonlyMap<string, BoughtProduct>
  products: Products
  /** Whether the current products of some lines are still being fetched. */
  isChecking: boolean
  /** The changes of products that are held back. */
  waiting: Waiting
  /** Called when the wanted quantities are in the cart. */
  onTaken: () => void
}

/** The products of a list, and at the foot the button that puts the wanted quantities into the open cart. */
export function ListRows(props: ListRowsProps) {
  const { name, list, shelves, lines, bought, products, isChecking, waiting } = props
  const cart = new Map(useCart().map(line => [line.product_id, line]))
  return (
    <>
      <div className="-mt-3">
        <NewRows waiting={waiting} noun="ürün" place="edge" />
        <ul id={LIST_ID} aria-label={name} className="grid gap-x-6 border-line border-t lg:grid-cols-2 xl:grid-cols-3">
          {lines.map((line, place) => {
            const { product_id, product_name } = line
            const product = products.get(product_id)
            const present = cart.get(product_id)
            return (
              <li key={product_id} data-index={place} className="flex min-w-0">
                {product ? (
                  <ListRow
                    product={product}
                    bought={bought.get(product_id)}
                    list={list}
                    shelves={shelves.get(product_id) ?? NO_SHELVES}
                    {...targetsOf(line, product)}
                    inCart={present ? inCartText(present, product) : ''}
                  />
                ) : (
                  <UnavailableRow name={product_name} isChecking={isChecking} />
                )}
              </li>
            )
          })}
        </ul>
      </div>
      <Foot {...props} />
      <ProductDetailFromUrl products={lines.flatMap(({ product_id }) => products.get(product_id) ?? [])} />
    </>
  )
}

// The same for each render, as rows are memoized.
const NO_SHELVES: readonly Shelf[] = []

/** The total of the wanted quantities, and the button that puts them into the cart. */
function Foot(props: ListRowsProps) {
  const sold = soldOf(chosenOf(props, useWanted()))
  const { take, pending } = useTaking(props)
  return (
    <CartFoot label="Seçilenlerin toplamı" total={orderTotals(sold).grand}>
      <Button
        id={TAKE_ID}
        variant="primary"
        disabled={sold.length === 0}
        busy={pending}
        busyText="Güncel fiyat ve stok alınıyor"
        onClick={take}
      >
        {sold.length > 0 ? `${wholeText(sold.length)} ürünü sepete ekle` : 'Sepete ekle'}
      </Button>
    </CartFoot>
  )
}

/** What is wanted of the requested products, by product id, and whether the cart for them is still open. */
type Taking = { asked: ReadonlyMap<string, Wanted>; isStillOpen: () => boolean }

/** Puts the wanted quantities into the open cart, except those that were entered in a former unit of their product. */
function useTaking(props: ListRowsProps) {
  const { lines, bought, products, onTaken } = props
  const isMounted = useIsMounted()
  const { run, pending } = useAction(({ asked }: Taking) => productsNow([...asked.keys()], products), {
    showError: 'toast',
    onReply: (present, { asked, isStillOpen }) => {
      // Another customer's cart has been opened since: the wanted quantities remain in the list.
      if (!isStillOpen()) return
      // Another list may be shown by now: what was entered there of the same products has not been confirmed.
      const isShown = isMounted.current
      const enteredOf = isShown ? wantedOf : (product_id: string) => asked.get(product_id) ?? NONE
      // Units may have changed since, or before, while the rows kept theirs.
      const isPresent = (id: string) => [products, present].every(known => isInUnit(enteredOf(id), known.get(id)?.unit))
      warnOfNewUnits(lines.filter(({ product_id: id }) => asked.has(id) && !isPresent(id)))
      const now = chosenOf(props, enteredOf).filter(({ line }) => isPresent(line.product_id))
      if (now.length === 0) return
      const items = now.map(({ line, product, quantity }) => ({
        ...orderedAs(line, product, bought.get(line.product_id)),
        quantity,
      }))
      // Products that were chosen after the press are taken as shown.
      const later = soldOf(now).flatMap(product => (asked.has(product.id) ? [] : [[product.id, product] as const]))
      putIntoCart(items, new Map([...later, ...present]))
      const taken = lines.filter(({ product_id: id }) => isPresent(id) && (isShown || asked.has(id)))
      setWanted(new Map(taken.map(({ product_id: id }) => [id, restOf(wantedOf(id), enteredOf(id))])))
      if (isShown) onTaken()
    },
  })
  const take = () => {
    // Invalid text in a quantity field must not lead to ordering the previous quantity.
    const faulty = document.querySelector<HTMLElement>(`#${LIST_ID} [aria-invalid]`)
    if (faulty) return faulty.focus()
    const chosen = chosenOf(props, wantedOf)
    const asked = new Map(chosen.map(({ line }) => [line.product_id, wantedOf(line.product_id)]))
    return void run({ asked, isStillOpen: rememberOpenCart() })
  }
  return { take, pending }
}

/** The target of a line, or, if its product has another unit by now, the former one as text. */
function targetsOf(line: ShownLine, product: Product) {
  const target = presentTarget(line, product)
  const isFormer = target === null && line.target !== null
  return { target, formerTarget: isFormer ? `${wholeText(line.target ?? 0)} ${unitOfTarget(line)}` : undefined }
}

type Chosen = { line: ShownLine; product: Product | undefined; quantity: number }

/** The lines of which something was entered in the unit that their row shows. */
function chosenOf({ lines, products, shelves }: ListRowsProps, enteredOf: (id: string) => Wanted) {
  const chosen = lines.map((line): Chosen => {
    const { product_id } = line
    const product = products.get(product_id)
    return { line, product, quantity: quantityIn(enteredOf(product_id), product?.unit, shelves.get(product_id)) }
  })
  return chosen.filter(({ quantity }) => quantity > 0)
}

/** The chosen products that can be ordered today, with their quantities as far as there is stock. */
const soldOf = (chosen: readonly Chosen[]) =>
  chosen.flatMap(({ product, quantity }) => {
    const now = product ? orderable(product, quantity) : 0
    return product && now > 0 ? [{ ...product, quantity: now }] : []
  })

/** Tells the user that the units of these products have changed since their quantities were entered, and shows them. */
function warnOfNewUnits(lines: readonly ShownLine[]) {
  const [first, ...others] = lines
  if (!first) return
  const text = others.length > 0 ? `${wholeText(lines.length)} ürünün` : `${first.product_name}:`
  toast.warning(`${text} birimi değişti, listede yeniden yazın`)
  showNextResults('products')
  void invalidate(['products'])
}

/** How long to wait for current prices and stock, in milliseconds; the cart fetches them again anyway. */
const MAX_WAIT = 3000

/** The products in their current state, or as shown if that cannot be fetched in time. */
const productsNow = (ids: readonly string[], shown: Products): Promise<Products> =>
  withTimeLimit(MAX_WAIT, signal => currentProducts(ids, signal)).then(
    ({ products }) => products,
    () => shown,
  )

/**
 * The terms of the product's last order, if there was one, with which its current terms are compared. The quantity is
 * entered in the unit that the list shows.
 */
function orderedAs(line: ShownLine, product: Product | undefined, bought: BoughtProduct | undefined): Ordered {
  if (bought) return { ...bought, ...(product && { wanted_unit: product.unit }) }
  const { product_id, product_name, unit } = line
  const { price = kurus(0), vat_rate = 0, expected_stock_date = null } = product ?? {}
  return { product_id, product_name, unit: product?.unit ?? unit, price, vat_rate, expected_stock_date, quantity: 0 }
}
