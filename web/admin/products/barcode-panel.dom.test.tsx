import { expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const OTHER = '8690000000024'
const LATER = '8690000000031'
const LATER_PRODUCT = { ...WIRE_PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Lor', barcode: LATER }
const lookupOf = (code: string) => `GET /api/admin/products/by-barcode/${code}`

async function openPanel() {
  const screen = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { BarcodePanel } = await import('./barcode-panel.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    const nothing = () => undefined
    return (
      <>
        <BarcodePanel mode="elle" onMode={nothing} onEdit={nothing} onClose={nothing} />
        <Toaster />
      </>
    )
  })
  const { server, act } = screen
  server.respond('GET /api/admin/products', ({ reply }) => reply(200, [{ ...WIRE_PRODUCT, barcode: null }]))
  /** Enters a code as a scanner does in the field. */
  const enter = async (code: string) => {
    await act(async () => typeIn(field('Barkod'), code))
    await act(async () => field('Barkod').form?.requestSubmit())
  }
  /** Assigns the unknown barcode to the cheese; resolves to the request. */
  const assign = async () => {
    await screen.says('Barkod bulunamadı')
    await act(async () => typeIn(field('Bu barkodu bir ürüne atayın'), 'ezine'))
    await shows(() => document.querySelector('[role=option]') !== null)
    await act(async () => document.querySelector<HTMLElement>('[role=option]')?.click())
    await act(async () => button('Barkodu ata').click())
    return server.next(`PUT /api/admin/products/${WIRE_PRODUCT.id}/barcode`)
  }
  return { ...screen, enter, assign }
}

const found = () => document.querySelector('[aria-label="Bulunan ürün"]')?.textContent ?? ''

test('a code that is scanned while an earlier one is being looked up is looked up, and only its product is shown', async () => {
  const { server, alerts, enter } = await openPanel()
  await enter(OTHER)
  const slow = await server.next(lookupOf(OTHER))
  await enter(LATER)
  await enter(LATER)
  const last = await server.next(lookupOf(LATER))
  slow.reply(200, { ...WIRE_PRODUCT, barcode: OTHER })
  last.reply(200, LATER_PRODUCT)
  await shows(() => found().includes('Lor'))
  expect([found().includes(WIRE_PRODUCT.name), server.untaken(), alerts]).toEqual([false, [], []])
})

test('the late reply about an earlier code changes nothing', async () => {
  const { server, act, alerts, enter } = await openPanel()
  await enter(OTHER)
  const slow = await server.next(lookupOf(OTHER))
  await enter(LATER)
  const last = await server.next(lookupOf(LATER))
  last.reply(200, LATER_PRODUCT)
  await shows(() => found().includes('Lor'))
  expect(button('Bul').getAttribute('aria-busy')).not.toBe('true')
  slow.refuse(500, 'unexpected', 'Olmadı')
  // The next lookup gets its reply after that one.
  await act(async () => button('Bul').click())
  await server.next(lookupOf(LATER)).then(again => again.reply(200, { ...LATER_PRODUCT, name: 'Taze lor' }))
  await shows(() => found().includes('Taze lor'))
  expect(alerts).toEqual([])
})

test('the reply to an assignment does not replace the product of a code that was scanned since', async () => {
  const { server, says, enter, assign } = await openPanel()
  server.respond(lookupOf(OTHER), ({ refuse }) => refuse(404, 'not_found'))
  server.respond(lookupOf(LATER), ({ reply }) => reply(200, LATER_PRODUCT))
  await enter(OTHER)
  const assignment = await assign()
  await enter(LATER)
  await shows(() => found().includes('Lor'))
  assignment.reply(200, { success: true, product: { ...WIRE_PRODUCT, barcode: OTHER } })
  await says('Barkod atandı')
  expect(found()).toContain('Lor')
})

test('a barcode that another admin has given the product since is not replaced without a confirmation', async () => {
  const { server, act, alerts, says, enter, assign } = await openPanel()
  server.respond(lookupOf(OTHER), ({ refuse }) => refuse(404, 'not_found'))
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question))
  await enter(OTHER)
  const first = await assign()
  expect(JSON.parse(first.body)).toEqual({ barcode: OTHER, updated_at: WIRE_PRODUCT.updated_at })
  const present = { ...WIRE_PRODUCT, updated_at: '2026-03-10T08:00:00.000Z' }
  server.respond(`GET /api/admin/products/${WIRE_PRODUCT.id}`, ({ reply }) => reply(200, present))
  first.refuse(409, 'changed_meanwhile', 'Bu ürün siz bakarken değişti')
  await shows(() => alerts.length > 0 && button('Barkodu ata').getAttribute('aria-disabled') !== 'true')
  await act(async () => button('Barkodu ata').click())
  const second = await server.next(first.endpoint)
  expect(questions).toEqual([`Ezine peyniri ürününün barkodu ${WIRE_PRODUCT.barcode}. Yerine ${OTHER} yazılsın mı?`])
  expect(JSON.parse(second.body)).toEqual({ barcode: OTHER, updated_at: present.updated_at })
  second.reply(200, { success: true, product: { ...present, barcode: OTHER } })
  await says('Ürünü düzenle')
})
