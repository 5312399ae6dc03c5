import { expect, test } from 'vitest'
import type { CustomerNote } from '#contract/customer-notes.ts'
import { makeWorld } from '../testing/world.ts'

async function shop() {
  const world = await makeWorld()
  const [admin, marketer, other] = [await world.admin(), await world.marketer('Ayşe'), await world.marketer('Veli')]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const path = `/customers/${customer.id}/notes`
  const texts = async (as: typeof admin) => (await world.get(path, as)).json().map((note: CustomerNote) => note.text)
  return { world, admin, marketer, other, customer, path, texts }
}

test('a note has an author and a time, is visible to the marketer and admins, and is recorded in the audit trail', async () => {
  const { world, admin, marketer, other, customer, path } = await shop()
  const key = { 'idempotency-key': 'n-1' }
  const added = await world.request('POST', path, marketer, { text: '  Cumaları teslimat yok\n' }, key)
  expect(added.status).toBe(201)
  expect(added.json()).toMatchObject({
    created_at: world.now().toISOString(),
    author_id: marketer.id,
    author_name: 'Ayşe',
    author_role: 'marketer',
    text: 'Cumaları teslimat yok',
  })
  expect((await world.request('POST', path, marketer, { text: 'Cumaları teslimat yok' }, key)).json()).toEqual(
    added.json(),
  )
  world.pass(1000)
  await world.post(path, admin, { text: 'Vadesi 30 gün' })
  for (const as of [marketer, admin])
    expect((await world.get(path, as)).json()).toMatchObject([
      { text: 'Vadesi 30 gün', author_role: 'admin' },
      { text: 'Cumaları teslimat yok', author_name: 'Ayşe' },
    ])
  expect((await world.get(path, other)).status).toBe(404)
  expect((await world.get(path, customer)).status).toBe(403)
  const trail = (await world.get(`/admin/audit?entity_id=${customer.id}`, admin)).json()
  expect(trail.slice(0, 2)).toMatchObject([
    { action: 'note_added', actor_role: 'admin', before: null, after: { note: 'Vadesi 30 gün' } },
    { action: 'note_added', actor_name: 'Ayşe', before: null, after: { note: 'Cumaları teslimat yok' } },
  ])
})

test.each([
  ['empty', ' \n ', 'Not boş olamaz'],
  ['too long', 'a'.repeat(1001), 'Not en fazla 1000 karakter olabilir'],
])('a note that is %s is refused', async (_, text, sentence) => {
  const { world, marketer, path, texts } = await shop()
  const { status, json } = await world.post(path, marketer, { text })
  expect([status, json().errors[0].message]).toEqual([400, sentence])
  expect(await texts(marketer)).toEqual([])
})

test('marketers can delete their own notes, admins any, and the audit trail keeps the deleted text', async () => {
  const { world, admin, marketer, customer, path, texts } = await shop()
  const add = async (as: typeof admin, text: string): Promise<string> =>
    (await world.post(path, as, { text })).json().id
  const [own, theirs] = [await add(marketer, 'Kendi notum'), await add(admin, 'Yöneticinin notu')]
  expect((await world.request('DELETE', `/customer-notes/${theirs}`, marketer)).status).toBe(404)
  expect((await world.request('DELETE', `/customer-notes/${own}`, marketer)).status).toBe(200)
  expect((await world.request('DELETE', `/customer-notes/${own}`, marketer)).status).toBe(404)
  expect(await texts(marketer)).toEqual(['Yöneticinin notu'])
  expect((await world.request('DELETE', `/customer-notes/${theirs}`, admin)).status).toBe(200)
  expect(await texts(admin)).toEqual([])
  const [last] = (await world.get(`/admin/audit?entity_id=${customer.id}`, admin)).json()
  expect(last).toMatchObject({ action: 'note_deleted', before: { note: 'Yöneticinin notu' }, after: null })
})

test('with a customer its notes are deleted, and the audit trail has a pseudonym in their place', async () => {
  const { world, admin, marketer, customer, path } = await shop()
  await world.post(path, marketer, { text: 'Cep: 0532 000 00 00' })
  expect((await world.request('DELETE', `/admin/customers/${customer.id}`, admin)).status).toBe(200)
  expect(await world.db.selectFrom('customer_notes').select('id').execute()).toEqual([])
  const trail = JSON.stringify((await world.get(`/admin/audit?entity_id=${customer.id}`, admin)).json())
  expect(trail).not.toContain('0532')
  expect(trail).toContain('"note":"Silinmiş müşteri')
})
