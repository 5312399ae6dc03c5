import { fetchCurrentProducts } from './cart-check.ts'

/** The present units of products, by id, without those no longer on sale. */
export async function currentUnits(ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const products = await fetchCurrentProducts(ids, signal)
  return new Map([...products].map(([id, { unit }]) => [id, unit]))
}
