import { useMemo } from 'react'
import type { Product } from '#contract/catalogue.ts'
import type { BoughtProduct } from '#contract/order-lists.ts'
import type { Products } from '../cart/cart-changes.ts'
import { layoutOf } from '../catalogue/product-layout.ts'
import { type Listed, useSteadyList } from '../lists/steady-list.ts'
import type { ShownLine } from './list-rows.tsx'
import { quantityIn, type Shelves } from './shelf-counts.ts'
import { wantedOf } from './wanted-quantities.ts'

type Bought = ReadonlyMap<string, BoughtProduct>

type Row = { id: string; product: Product | undefined; bought: BoughtProduct | undefined }

/** A query of the current products. */
type Current = Omit<Listed<Product>, 'items' | 'data' | 'hasNextPage' | 'resources'> & {
  data: { products: Products } | undefined
}

/**
 * The current products of an open list and their last orders, by product id. Changes that would exchange the controls of
 * a row or change its height, also that the product is no longer sold, are held back while the user works with the rows.
 */
export function useSteadyProducts(
  list: string,
  lines: readonly ShownLine[],
  current: Current,
  latest: Bought,
  shelves: Shelves,
) {
  const products = current.data?.products
  const ids = lines.map(({ product_id }) => product_id).join()
  const data = useMemo(
    () => products && ids.split(',').map(id => ({ id, product: products.get(id), bought: latest.get(id) })),
    [ids, products, latest],
  )
  const rows: readonly Row[] = data ?? NONE
  const { items, waiting, isPlaceholderData } = useSteadyList(
    { ...current, items: rows, data, hasNextPage: false, resources: ['products'] },
    list,
    (before, after) => rowLayoutOf(before, shelves) === rowLayoutOf(after, shelves),
  )
  const steady = useMemo(() => {
    const shown = new Map([...rows, ...items].map(row => [row.id, row]))
    return {
      products: new Map([...shown].flatMap(([id, { product }]) => (product ? [[id, product] as const] : []))),
      bought: new Map([...shown].flatMap(([id, { bought }]) => (bought ? [[id, bought] as const] : []))),
    }
  }, [rows, items])
  return { ...steady, shelves, waiting, isChecking: isPlaceholderData }
}

const NONE: readonly Row[] = []

function rowLayoutOf({ product, bought }: Row, shelves: Shelves) {
  if (!product) return undefined
  const { id, stock_quantity: stock, price, unit } = product
  return [
    layoutOf(product),
    bought?.unit,
    bought && bought.price !== price,
    stock > 0 && quantityIn(wantedOf(id), unit, shelves.get(id)) > stock,
  ].join()
}
