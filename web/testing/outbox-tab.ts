import { vi } from 'vitest'
import { kurus } from '#contract/money.ts'

/** A line of a cart with one cheese at 100 lira, without VAT. */
export const LINE = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  price: kurus(10_000),
  unit: 'KG',
  vat_rate: 0,
  quantity: 1,
  total_price: kurus(10_000),
  image_url: null,
  category: 'Peynir',
  promised_for: null,
}
export const DRAFT = { lines: [LINE], notes: 'Arka kapı', customer: null }

/** Closes the page, as far as it hears of its database, in the step in which the only entry leaves the outbox. */
export const closePageAtDeletion = () =>
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore) {
    Object.defineProperty(this.transaction, 'oncomplete', { set: vi.fn<(handler: unknown) => void>() })
    return this.clear()
  })

type LockedWork = (lock: object | null) => Promise<unknown>

/** Simulates Web Locks, which jsdom lacks, as far as the outbox uses them (`ifAvailable`). */
export function stubLocks() {
  const held = new Set<string>()
  const request = async (name: string, _: object, work: LockedWork) => {
    if (held.has(name)) return work(null)
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }
  vi.spyOn(window, 'navigator', 'get').mockReturnValue(
    Object.create(navigator, { locks: { value: { request } }, onLine: { get: () => true } }),
  )
}
