import type { Portal } from '../e2e/portal.ts'
import { clientOf, residentMegabytes } from './client.ts'
import { quantile } from './latency.ts'

const ROUNDS = 9

/**
 * Downloads the whole catalogue after a product's price has changed, plain and compressed: the medians of the time to
 * the first and to the last byte, and how much the portal's memory has grown, as a sentence.
 */
export async function wholeCatalogue(
  portal: Portal,
  { admin, customer }: { admin: string; customer: string },
  productId: string,
): Promise<string> {
  const { send } = clientOf(portal)
  const before = residentMegabytes(portal)
  const sentences: string[] = []
  for (const encoding of ['identity', 'gzip']) {
    const [first, last]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      const body = JSON.stringify({ price: 100 + round })
      await send(admin, `/admin/products/${productId}`, {
        method: 'PUT',
        body,
        headers: { 'content-type': 'application/json' },
      })
      const began = performance.now()
      const response = await send(customer, '/products', { headers: { 'accept-encoding': encoding } })
      const pieces = response.body!.getReader()
      await pieces.read()
      first.push(performance.now() - began)
      while (!(await pieces.read()).done);
      last.push(performance.now() - began)
    }
    sentences.push(
      `${encoding}: first byte after ${quantile(first, 0.5).toFixed(1)} ms, last ${quantile(last, 0.5).toFixed(0)} ms`,
    )
  }
  const grown = residentMegabytes(portal) - before
  return `Whole catalogue after a change of one product (medians of ${ROUNDS}): ${sentences.join('; ')}; memory +${grown} MB`
}
