import { sampleProducts } from '../sample/products.ts'
import { randomFrom } from '../sample/random.ts'

/** The products of the sample data, always the same. */
export const sampleCatalogue = () => sampleProducts(randomFrom(1), { now: new Date('2026-01-01') })
