import { expect, test } from 'vitest'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function started(world: World, admin: TestUser, more: object = {}): Promise<string> {
  const response = await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10', ...more })
  expect(response.status).toBe(201)
  return response.json().id
}

const countProduct = (world: World, admin: TestUser, id: string, product_id: string, counted_quantity: number) =>
  world.post(`/admin/stock/counts/${id}/products`, admin, { product_id, counted_quantity })

async function uncounted(world: World, admin: TestUser, query: string) {
  const response = await world.get(`/admin/stock/uncounted?${query}`, admin)
  return [response.json().map(({ name }: { name: string }) => name), response.headers['x-total-count']]
}

test('the products that a count covers and that are not counted yet are listed by category and name', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [cheese, , , gone] = await world.products([
    { name: 'Lor', category: 'Peynir', on_hand: 4 },
    { name: 'Ezine', category: 'Peynir', on_hand: 0 },
    { name: 'Gemlik', category: 'Zeytinler', warehouse: 'Gecici Depo' },
    { name: 'Eski çay', category: 'İçecekler', on_hand: 0 },
    { name: 'Eski kahve', category: 'Kahve', on_hand: 2 },
  ])
  await world.db.updateTable('products').set({ is_active: false }).where('name', 'like', 'Eski%').execute()
  const all = await started(world, admin)
  // Products that are neither on sale nor on the shelf need not be counted.
  expect(await uncounted(world, admin, `count_id=${all}&limit=2`)).toEqual([['Eski kahve', 'Ezine'], '4'])
  await countProduct(world, admin, all, cheese!, 3)
  await countProduct(world, admin, all, gone!, 0)
  expect(await uncounted(world, admin, `count_id=${all}&limit=9`)).toEqual([['Eski kahve', 'Ezine', 'Gemlik'], '3'])
  expect(await uncounted(world, admin, `count_id=${all}&warehouse=Gecici%20Depo`)).toEqual([['Gemlik'], undefined])
  expect(await uncounted(world, admin, `count_id=${all}&search=ezne`)).toEqual([[], undefined])
  expect(await uncounted(world, admin, `count_id=${all}&search=ezi`)).toEqual([['Ezine'], undefined])

  const cheeses = await started(world, admin, { category: 'Peynir' })
  expect(await uncounted(world, admin, `count_id=${cheeses}`)).toEqual([['Ezine', 'Lor'], undefined])
  const lists = (await world.get('/admin/stock/counts?status=open', admin)).json()
  expect(lists.map(({ category }: { category: string | null }) => category).sort()).toEqual(['Peynir', null])

  const none = { count_date: '2026-03-10', category: 'Kaşar' }
  const refused = await world.post('/admin/stock/counts', admin, none)
  expect([refused.status, refused.json().errors]).toEqual([
    400,
    [{ field: 'category', message: 'Bu kategoride ürün yok' }],
  ])
  const unknown = await world.get(`/admin/stock/uncounted?count_id=${cheese}`, admin)
  expect([unknown.status, unknown.json().detail]).toEqual([400, 'Sayım bulunamadı'])
})

test('a category of products that are not on sale can be chosen for a count, and only admins see it', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.products([
    { name: 'Lor', category: 'Peynir' },
    { name: 'Eski kahve', category: 'Kahve', on_hand: 2, is_active: false },
  ])
  const categories = async (path: string, user: TestUser) => (await world.get(path, user)).json()
  for (const user of [await world.customer(), await world.marketer(), admin])
    expect(await categories('/products/categories', user)).toEqual(['Peynir'])
  expect(await categories('/admin/products/categories', admin)).toEqual(['Kahve', 'Peynir'])
  const count = await started(world, admin, { category: 'Kahve' })
  expect(await uncounted(world, admin, `count_id=${count}`)).toEqual([['Eski kahve'], undefined])
})

test('a blind count hides the expected quantities until its differences are shown, which is recorded once', async () => {
  const world = await makeWorld()
  const [admin, other] = [await world.admin('Ayşe'), await world.admin('Zeynep')]
  const cheese = await world.product({ on_hand: 7 })
  const id = await started(world, admin, { is_blind: true })
  await countProduct(world, admin, id, cheese, 5)
  for (const address of [`/admin/stock/counts/${id}/differences`, `/admin/stock/counts/excel?id=${id}`]) {
    const hidden = await world.get(address, admin)
    expect([hidden.status, hidden.json().code]).toEqual([409, 'count_blind'])
  }
  const show = (as: TestUser) => world.post(`/admin/stock/counts/${id}/show-differences`, as)
  expect((await show(other)).json().count).toMatchObject({
    is_blind: true,
    differences_shown_at: '2026-03-10T07:00:00.000Z',
    differences_shown_by_admin_name: 'Zeynep',
  })
  world.pass(60_000)
  expect((await show(admin)).json().count.differences_shown_by_admin_name).toBe('Zeynep')
  const shown = await world.get(`/admin/stock/counts/${id}/differences`, admin)
  expect(shown.json().products).toMatchObject([{ stock_quantity: 7, counted_quantity: 5, difference: -2 }])
  const trail = (await world.get(`/admin/audit?entity=stock_count&entity_id=${id}`, admin)).json()
  expect(trail).toMatchObject([{ action: 'differences_shown', actor_name: 'Zeynep' }])
  expect((await world.post(`/admin/stock/counts/${id}/finalize`, admin)).status).toBe(200)
  expect((await show(admin)).json().code).toBe('count_finalized')

  // The differences of a count that was finalized without showing them are visible.
  const unseen = await started(world, admin, { is_blind: true })
  await countProduct(world, admin, unseen, cheese, 6)
  expect((await world.post(`/admin/stock/counts/${unseen}/finalize`, admin)).status).toBe(200)
  expect((await world.get(`/admin/stock/counts/${unseen}/differences`, admin)).json().products).toMatchObject([
    { stock_quantity: 5, difference: 1 },
  ])
})
