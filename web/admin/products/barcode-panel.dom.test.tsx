import { expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'

const OTHER = '8690000000024'

test('a barcode that another admin has given the product since is not replaced without a confirmation', async () => {
  const { portal, act, alerts, says } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { BarcodePanel } = await import('./barcode-panel.tsx')
    return <BarcodePanel mode="elle" onMode={() => undefined} onEdit={() => undefined} onClose={() => undefined} />
  })
  portal.respond('GET /api/admin/products', ({ reply }) => reply(200, [{ ...WIRE_PRODUCT, barcode: null }]))
  portal.respond(`GET /api/admin/products/by-barcode/${OTHER}`, ({ refuse }) => refuse(404, 'not_found'))
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question))
  await act(async () => typeIn(field('Barkod'), OTHER))
  await act(async () => button('Bul').click())
  await says('Barkod bulunamadı')
  await act(async () => typeIn(field('Bu barkodu bir ürüne atayın'), 'ezine'))
  await shows(() => document.querySelector('[role=option]') !== null)
  await act(async () => document.querySelector<HTMLElement>('[role=option]')?.click())
  await act(async () => button('Barkodu ata').click())
  const call = `PUT /api/admin/products/${WIRE_PRODUCT.id}/barcode`
  const first = await portal.next(call)
  expect(JSON.parse(first.body)).toEqual({ barcode: OTHER, updated_at: WIRE_PRODUCT.updated_at })
  const present = { ...WIRE_PRODUCT, updated_at: '2026-03-10T08:00:00.000Z' }
  portal.respond(`GET /api/admin/products/${WIRE_PRODUCT.id}`, ({ reply }) => reply(200, present))
  first.refuse(409, 'changed_meanwhile', 'Bu ürün siz bakarken değişti')
  await shows(() => alerts.length > 0 && button('Barkodu ata').getAttribute('aria-disabled') !== 'true')
  await act(async () => button('Barkodu ata').click())
  const second = await portal.next(call)
  expect(questions).toEqual([`Ezine peyniri ürününün barkodu ${WIRE_PRODUCT.barcode}. Yerine ${OTHER} yazılsın mı?`])
  expect(JSON.parse(second.body)).toEqual({ barcode: OTHER, updated_at: present.updated_at })
  second.reply(200, { success: true, product: { ...present, barcode: OTHER } })
  await says('Ürünü düzenle')
})
