import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import type { Database } from '../db/tables.ts'
import type { Outcome } from './fault-drill.ts'
import { workbookOf } from './uploads.ts'
import type { TestUser } from './world.ts'

const Created = z.object({ id: z.string() })
/**
 * The pause between two rounds, in milliseconds: an import starts a thread, which is most of a short drill's work.
 */
const BETWEEN_ROUNDS = process.env.DRILLS_TO ? 100 : 500
const NEW_COUNT = JSON.stringify({ count_date: '2026-03-10' })

/**
 * Simulates an admin that imports a product and counts it, again and again, and repeats each request with its key until
 * it succeeds.
 */
export function startAdminWork(url: () => string, { token }: TestUser, product_id: string) {
  let isOver = false
  let attempts = 0
  let counts = 0
  const imported: string[] = []
  const send = async (path: string, body: FormData | string | undefined) => {
    const key = randomUUID()
    for (;;) {
      attempts++
      const headers = {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      }
      const response = await fetch(`${url()}/api${path}`, { method: 'POST', headers, body: body ?? null }).catch(
        () => undefined,
      )
      const text = await response?.text().catch(() => undefined)
      if (response?.ok && text !== undefined) return text
      // Any other reply would be repeated forever.
      if (response && response.status !== 503) throw new Error(`${path}: ${response.status} ${text}`)
      await sleep(100)
    }
  }
  const working = (async () => {
    while (!isOver) {
      const name = `Ürün ${randomUUID()}`
      const form = new FormData()
      const file = workbookOf([[...INVENTORY_COLUMNS], [null, name]])
      form.set('file', new File([new Uint8Array(file)], 'liste.xlsx'))
      await send('/admin/products/import-excel', form)
      imported.push(name)
      const { id } = Created.parse(JSON.parse(await send('/admin/stock/counts', NEW_COUNT)))
      const path = `/admin/stock/counts/${id}`
      await send(`${path}/products`, JSON.stringify({ product_id, counted_quantity: ++counts }))
      await send(`${path}/finalize`, undefined)
      await sleep(BETWEEN_ROUNDS)
    }
  })()
  const stop = () => {
    isOver = true
    return working
  }
  return {
    /** Waits for the last import and count. */
    stop,
    /** The number of imports and counts that were acknowledged. */
    done: () => imported.length + counts,
    /**
     * Waits for the last one, checks that each that was acknowledged is stored once, and adds their numbers to the
     * result of the orders.
     */
    async addTo(db: Database, orders: Outcome): Promise<Outcome> {
      await stop()
      const { found, duplicates } = await storedOnce(db, imported, product_id)
      const acknowledged = imported.length + counts
      expect({ found, duplicates }).toEqual({ found: acknowledged, duplicates: 0 })
      return {
        ...orders,
        attempts: orders.attempts + attempts,
        acknowledged: orders.acknowledged + acknowledged,
        found: orders.found + found,
        duplicates: orders.duplicates + duplicates,
      }
    },
  }
}

/** How many of the imported products and finalized counts are stored, at least once and more than once. */
async function storedOnce(db: Database, imported: string[], product_id: string) {
  const products = await db.selectFrom('products').select('name').where('name', 'in', imported).execute()
  const names = products.map(({ name }) => name)
  const { rows } = await sql<{ changes: number }>`
    select count(*) as changes from stock_ledger where product_id = ${product_id} and count_id is not null
    group by count_id`.execute(db)
  const found = new Set(names).size + rows.length
  return { found, duplicates: names.length + rows.filter(({ changes }) => changes > 1).length - new Set(names).size }
}
