import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { OrderList } from '#contract/order-lists.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { expireSession } from '../testing/expired-session.ts'
import { CUSTOMER, EMPTY_LIST } from '../testing/samples.ts'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const CREATE = 'POST /api/lists'
const CHANGE = `PUT /api/lists/${EMPTY_LIST.id}`

/** Opens the form of a list, or of a new one. `save` types a name and saves; `saved` has the names of saved lists. */
async function openForm(list?: OrderList) {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { EditList } = await import('./edit-list.tsx')
  const saved: string[] = []
  const form = (open: boolean) => (
    <QueryClientProvider client={queryClient}>
      <EditList
        owner={null}
        list={list}
        open={open}
        onClose={() => undefined}
        onSaved={({ name }) => saved.push(name)}
      />
    </QueryClientProvider>
  )
  const { act, show, unmount } = await openScreen(form(true))
  const save = async (name: string) => {
    await act(async () => typeIn(field('Liste adı'), name))
    await act(async () => button('Kaydet').click())
  }
  return { server, save, saved, act, unmount, close: () => show(form(false)) }
}

/** Opens the form of a new list and saves it; both attempts get no reply. */
async function loseNewList() {
  const form = await openForm()
  await form.save('Mutfak')
  const lost = await form.server.next(CREATE)
  lost.drop()
  ;(await form.server.next(CREATE)).drop()
  await shows(() => document.querySelector('[role=alert]') !== null)
  return { ...form, lost }
}

test('a list whose creation got no reply is sent once more', async () => {
  const { server, save, saved } = await openForm()
  await save('Mutfak')
  const lost = await server.next(CREATE)
  lost.drop()
  const again = await server.next(CREATE)
  expect([again.body, again.headers['idempotency-key']]).toEqual([lost.body, lost.headers['idempotency-key']])
  again.reply(201, EMPTY_LIST)
  await shows(() => saved.length > 0)
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('when the name is changed after a creation without a reply, the list is created first and then renamed', async () => {
  const { server, save, saved, lost } = await loseNewList()
  await save('Bar')
  const again = await server.next(CREATE)
  expect([again.body, again.headers['idempotency-key']]).toEqual([lost.body, lost.headers['idempotency-key']])
  again.reply(201, EMPTY_LIST)
  const changed = await server.next(CHANGE)
  expect(JSON.parse(changed.body)).toEqual({ name: 'Bar', lines: [], version: 1 })
  changed.reply(200, { ...EMPTY_LIST, name: 'Bar', version: 2 })
  await shows(() => saved.length > 0)
  expect(saved).toEqual(['Bar'])
})

test('a list whose repeated creation is refused is created with the new name', async () => {
  const { server, save, saved, lost } = await loseNewList()
  await save('Bar')
  ;(await server.next(CREATE)).refuse(409, 'list_name_taken', 'Bu adda bir liste var')
  const other = await server.next(CREATE)
  expect(JSON.parse(other.body).name).toBe('Bar')
  expect(other.headers['idempotency-key']).not.toBe(lost.headers['idempotency-key'])
  other.reply(201, { ...EMPTY_LIST, name: 'Bar' })
  await shows(() => saved.length > 0)
})

test('a list that may have been created is sent again unchanged after a refusal that says nothing about it', async () => {
  const { server, save, saved, lost } = await loseNewList()
  for (const code of ['password_change_required', 'second_factor_missing']) {
    await save('Mutfak')
    ;(await server.next(CREATE)).refuse(403, code, 'Önce hesabınızı kurun')
    await shows(() => document.querySelector('[role=alert]')?.textContent.includes('Önce hesabınızı kurun') === true)
  }
  await save('Mutfak')
  const again = await server.next(CREATE)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(201, EMPTY_LIST)
  await shows(() => saved.length > 0)
})

test('saving a list that was deleted since reports that, and keeps the typed text', async () => {
  const { server, save } = await openForm(EMPTY_LIST)
  await save('Bar')
  ;(await server.next(CHANGE)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await shows(() => document.querySelector('[role=alert]') !== null)
  const said = document.querySelector('[role=alert]')?.textContent
  expect([said, field('Liste adı').value]).toEqual(['Bu liste silinmiş; değişiklikleriniz kaydedilemez', 'Bar'])
})

test('a target that the server would refuse is refused in the form, in the same words', async () => {
  const line = { product_id: CHEESE.id, product_name: CHEESE.name, brand: CHEESE.brand, unit: 'KG', target: 4 }
  const { server, save, saved, act } = await openForm({ ...EMPTY_LIST, lines: [line] })
  const target = () => document.querySelector<HTMLInputElement>('input[aria-label*="hedef stok"]')!
  const faults = [
    ['1000001', 'Hedef stok en fazla 1.000.000 olabilir'],
    ['0', 'Hedef stok en az 1 olmalıdır'],
    ['1,5', 'Hedef stok tam sayı olmalıdır'],
    ['on', 'Hedef stok tam sayı olmalıdır'],
  ] as const
  for (const [typed, fault] of faults) {
    await act(async () => typeIn(target(), typed))
    expect([target().getAttribute('aria-invalid'), document.body.textContent.includes(fault)]).toEqual(['true', true])
    await save('Bar')
  }
  expect(server.untaken()).not.toContain(CHANGE)
  await act(async () => typeIn(target(), '1000000'))
  await save('Bar')
  const changed = await server.next(CHANGE)
  expect(JSON.parse(changed.body).lines).toEqual([{ product_id: CHEESE.id, target: 1_000_000, unit: 'KG' }])
  changed.reply(200, { ...EMPTY_LIST, name: 'Bar', version: 2 })
  await shows(() => saved.length > 0)
})

test('a target in a former unit of its product is named, and gets the present one when it is typed again', async () => {
  const line = { product_id: CHEESE.id, product_name: CHEESE.name, brand: CHEESE.brand, unit: 'PAKET', target: 24 }
  const { server, save, act } = await openForm({ ...EMPTY_LIST, lines: [{ ...line, target_unit: 'ADET' }] })
  const says = 'Birimi ADET iken PAKET oldu: hedefi PAKET olarak yeniden yazın'
  const sent = async () => {
    const { body, refuse } = await server.next(CHANGE)
    refuse(409, 'list_name_taken')
    return JSON.parse(body).lines
  }
  expect(document.body.textContent).toContain(says)
  await save('Bar')
  expect(await sent()).toEqual([{ product_id: CHEESE.id, target: 24, unit: 'ADET' }])
  const target = document.querySelector<HTMLInputElement>(`[aria-label="${CHEESE.name}: hedef stok (ADET)"]`)!
  await act(async () => typeIn(target, '4'))
  expect(document.body.textContent).not.toContain(says)
  await save('Bar 2')
  expect(await sent()).toEqual([{ product_id: CHEESE.id, target: 4, unit: 'PAKET' }])
})

test('changes that an expired session interrupts are merged into the list as it is by then', async () => {
  const line = { product_id: CHEESE.id, product_name: CHEESE.name, brand: CHEESE.brand, unit: 'KG', target: 4 }
  const other = { ...line, product_id: '00000000-0000-4000-8000-000000000002', product_name: 'Zeytin' }
  const target = () => document.querySelector<HTMLInputElement>('input[aria-label*="hedef stok"]')!
  const first = await openForm({ ...EMPTY_LIST, lines: [line] })
  await first.act(async () => typeIn(target(), '7'))
  await expireSession(first)
  const { server, act } = await openForm({ ...EMPTY_LIST, name: 'Bar', lines: [line, other], version: 2 })
  expect([field('Liste adı').value, target().value]).toEqual(['Bar', '7'])
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(CHANGE)
  const lines = [{ ...line, target: 7 }, other].map(({ product_id, target, unit }) => ({ product_id, target, unit }))
  expect(JSON.parse(body)).toEqual({ name: 'Bar', lines, version: 2 })
})

test('a target that is no number is still none after an expired session, and not saved as removed', async () => {
  const line = { product_id: CHEESE.id, product_name: CHEESE.name, brand: CHEESE.brand, unit: 'KG', target: 4 }
  const other = { ...line, product_id: '00000000-0000-4000-8000-000000000002', product_name: 'Zeytin' }
  const list = { ...EMPTY_LIST, lines: [line, other] }
  const targets = () => [...document.querySelectorAll<HTMLInputElement>('input[aria-label*="hedef stok"]')]
  const first = await openForm(list)
  await first.act(async () => typeIn(targets()[0]!, 'on'))
  await first.act(async () => typeIn(targets()[1]!, ''))
  await expireSession(first)
  const { server, act } = await openForm(list)
  expect(targets().map(one => one.getAttribute('aria-invalid'))).toEqual(['true', null])
  expect(button('Kaydet').matches(':disabled')).toBe(true)
  await act(async () => typeIn(targets()[0]!, '10'))
  await act(async () => button('Kaydet').click())
  const { body } = await server.next(CHANGE)
  expect(JSON.parse(body).lines).toMatchObject([{ target: 10 }, { target: null }])
})

test('a list that was saved, or whose changes were discarded, is not kept when the session expires', async () => {
  const first = await openForm()
  await first.act(async () => typeIn(field('Liste adı'), 'Mutfak'))
  await first.close()
  await expireSession(first)
  await openForm()
  expect(field('Liste adı').value).toBe('')
})
