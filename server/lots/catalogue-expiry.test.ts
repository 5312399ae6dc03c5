import { expect, test } from 'vitest'
import { requireSuccess } from '../testing/callers.ts'
import { readPdf } from '../testing/pdf.ts'
import { makeWorld } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026.

async function makeStock() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 2 })
  const items = [
    { product_id, quantity: 6, lot: { code: 'ERKEN', expires_on: '2026-03-20' } },
    { product_id, quantity: 4, lot: { code: 'GEÇ', expires_on: '2026-09-01', expiry_kind: 'tett' } },
    { product_id, quantity: 1, lot: { code: 'TARİHSİZ' } },
  ]
  requireSuccess(await world.post('/admin/stock/receipts', admin, { items }))
  const [early, late, undated] = (await world.get('/admin/lots', admin)).json().map(({ id }: { id: string }) => id)
  const show = (id: string, in_catalogue: boolean) => world.put(`/admin/lots/${id}/catalogue`, admin, { in_catalogue })
  /** The expiry that the catalogue, a search in it and the product's page all show. */
  const shown = async () => {
    const lists = ['/products', '/products?search=ezine'].map(path => world.get(path, customer))
    const products = (await Promise.all(lists)).map(list => list.json()[0])
    const page = (await world.get(`/products/${product_id}`, customer)).json()
    const [first, ...others] = [...products, page].map(({ shown_expiry }) => shown_expiry ?? null)
    for (const other of others) expect(other).toBe(first)
    return first
  }
  return { world, admin, product_id, early, late, undated, show, shown }
}

test('the catalogue shows the expiry of a lot that an admin has chosen for it, while some of the lot can be sold', async () => {
  const { world, admin, early, late, show, shown } = await makeStock()
  expect(await shown()).toBe(null)
  const reply = await show(late, true)
  expect([reply.status, reply.json()]).toMatchObject([
    200,
    { message: 'Tarih katalogda gösteriliyor', lot: { in_catalogue: true } },
  ])
  expect(await shown()).toBe('TETT 01.09.2026')
  // Of several chosen lots it shows the one that expires first.
  requireSuccess(await show(early, true))
  expect(await shown()).toBe('SKT 20.03.2026')
  const change = (what: string, body: object) => world.post(`/admin/lots/${early}/${what}`, admin, body)
  requireSuccess(await change('block', { reason: 'Şikâyet' }))
  expect(await shown()).toBe('TETT 01.09.2026')
  requireSuccess(await change('release', { reason: 'Temiz' }))
  expect(await shown()).toBe('SKT 20.03.2026')
  requireSuccess(await change('write-off', { quantity: 6, reason: 'Ezik' }))
  expect(await shown()).toBe('TETT 01.09.2026')
  const off = requireSuccess(await show(late, false)).json()
  expect(off).toMatchObject({ message: 'Tarih katalogdan kaldırıldı', lot: { in_catalogue: false } })
  expect(await shown()).toBe(null)
})

test('the printed catalogue also shows the expiry of a chosen lot', async () => {
  const { world, admin, early, show } = await makeStock()
  const printed = async () => {
    const { rawPayload } = await world.app.inject({
      url: '/api/catalog/pdf',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    return (await readPdf(rawPayload)).pages.map(({ text }) => text).join(' ')
  }
  expect(await printed()).not.toContain('SKT')
  requireSuccess(await show(early, true))
  expect(await printed()).toMatch(/Ezine .*SKT 20\.03\.2026/)
})

test('a lot without an expiry cannot be chosen for the catalogue; only a real change is recorded in the audit trail', async () => {
  const { world, admin, early, undated, show } = await makeStock()
  const refused = await show(undated, true)
  expect([refused.status, refused.json().errors]).toEqual([
    400,
    [{ field: 'in_catalogue', message: 'Bu partinin tarihi yok; katalogda gösterilemez' }],
  ])
  requireSuccess(await show(early, true))
  requireSuccess(await show(early, true))
  expect((await world.get('/admin/audit?entity=lot', admin)).json()).toMatchObject([
    { action: 'updated', actor_name: 'Ayşe', before: { in_catalogue: false }, after: { in_catalogue: true } },
  ])
})

test('admins see of each product the expiry of the goods on hand that expire first', async () => {
  const { world, admin, product_id, early } = await makeStock()
  await world.product({ name: 'Zeytin' })
  const first = async () =>
    (await world.get('/admin/products', admin)).json().map((row: { first_expiry: object | null }) => row.first_expiry)
  expect(await first()).toEqual([{ expires_on: '2026-03-20', expiry_kind: 'skt' }, null])
  requireSuccess(await world.post(`/admin/lots/${early}/write-off`, admin, { quantity: 6, reason: 'Ezik' }))
  expect(await first()).toEqual([{ expires_on: '2026-09-01', expiry_kind: 'tett' }, null])
  expect((await world.get(`/admin/products/${product_id}`, admin)).json().first_expiry.expires_on).toBe('2026-09-01')
})
