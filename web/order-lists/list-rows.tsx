import type { Product } from '#contract/catalogue.ts'
import type { BoughtProduct } from '#contract/order-lists.ts'
import { orderTotals } from '#contract/orders.ts'
import { useCart } from '../cart/cart.ts'
import type { Products } from '../cart/cart-changes.ts'
import { CartFoot } from '../cart/cart-foot.tsx'
import { ProductDetailFromUrl } from '../catalogue/product-detail-from-url.tsx'
import { putIntoCart } from '../orders/put-into-cart.ts'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { GoneRow, LIST_ID, ListRow, TAKE_ID } from './list-row.tsx'
import { clearWanted, useWanted } from './wanted.ts'

/** A line of the guide or of a list. */
export type ShownLine = { product_id: string; product_name: string; target: number | null }

type ListRowsProps = {
  name: string
  lines: readonly ShownLine[]
  /** How products were bought lately, by id. */
  bought: ReadonlyMap<string, BoughtProduct>
  products: Products
  /** Called when what is wanted is in the cart. */
  onTaken: () => void
}

/** The products of a list, and at the foot the button that puts what is wanted into the open cart. */
export function ListRows({ name, lines, bought, products, onTaken }: ListRowsProps) {
  const wantedOf = useWanted()
  const cart = new Map(useCart().map(line => [line.product_id, line.quantity]))
  const rows = lines.map(line => ({ line, product: products.get(line.product_id), wanted: wantedOf(line.product_id) }))
  const chosen = rows.flatMap(({ product, wanted: { quantity } }) =>
    product && quantity > 0 ? [{ product, quantity }] : [],
  )
  const take = () => {
    // Invalid text in a quantity field must not lead to ordering the previous quantity.
    const faulty = document.querySelector<HTMLElement>(`#${LIST_ID} [aria-invalid]`)
    if (faulty) return faulty.focus()
    putIntoCart(
      chosen.map(({ product, quantity }) => ({ ...orderedAs(product, bought.get(product.id)), quantity })),
      products,
    )
    clearWanted(rows.map(({ line }) => line.product_id))
    onTaken()
  }
  return (
    <>
      <ul
        id={LIST_ID}
        aria-label={name}
        className="-mt-3 grid gap-x-6 border-line border-t lg:grid-cols-2 xl:grid-cols-3"
      >
        {rows.map(({ line, product, wanted }) => (
          <li key={line.product_id} className="flex min-w-0">
            {product ? (
              <ListRow
                product={product}
                bought={bought.get(product.id)}
                target={line.target}
                wanted={wanted}
                inCart={cart.get(product.id) ?? 0}
              />
            ) : (
              <GoneRow name={line.product_name} />
            )}
          </li>
        ))}
      </ul>
      <CartFoot
        label="Seçilenlerin toplamı"
        total={orderTotals(chosen.map(({ product, quantity }) => ({ ...product, quantity }))).grand}
      >
        <Button id={TAKE_ID} variant="primary" disabled={chosen.length === 0} onClick={take}>
          {chosen.length > 0 ? `${wholeText(chosen.length)} ürünü sepete ekle` : 'Sepete ekle'}
        </Button>
      </CartFoot>
      <ProductDetailFromUrl products={rows.flatMap(({ product }) => product ?? [])} />
    </>
  )
}

/** The terms that a product's present ones are compared with: those of its last order, if there was one. */
function orderedAs(product: Product, bought: BoughtProduct | undefined) {
  if (bought) return bought
  const { id, name, ...terms } = product
  return { ...terms, product_id: id, product_name: name }
}
