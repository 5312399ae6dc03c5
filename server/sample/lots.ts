import { daysLater, istanbulDay } from '#contract/turkish.ts'
import type { SampleProduct } from './products.ts'

type Category = SampleProduct['category']

/** The categories whose goods are received by lot, with the kind of their date and how many days they keep at least. */
const EXPIRY_BY_CATEGORY: { [category in Category]?: { expiry_kind: 'skt' | 'tett'; days: number } } = {
  Peynir: { expiry_kind: 'skt', days: 75 },
  'Şoklu Meyve Püre': { expiry_kind: 'tett', days: 240 },
}

export const trackingOf = (category: Category) => (EXPIRY_BY_CATEGORY[category] ? ('asked' as const) : ('off' as const))

/** The lot of a product (by its index in the sample) that is delivered at an instant; undefined without lots. */
export function deliveredLot(category: Category, place: number, at: Date) {
  const kept = EXPIRY_BY_CATEGORY[category]
  if (!kept) return undefined
  const day = istanbulDay(at)
  const expires_on = daysLater(day, kept.days + ((place * 7) % 120))
  return { code: `L${day.replaceAll('-', '').slice(2)}`, expires_on, expiry_kind: kept.expiry_kind }
}
