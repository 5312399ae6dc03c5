import { expect, onTestFinished, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { ADMIN } from '../../testing/samples.ts'
import { accepts, button, field, shows, typeIn } from '../../testing/screen.ts'
import type { PriceTargets } from './use-price-change.ts'

const CHANGES = '/api/admin/products/price-changes'
const ID = '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a11'
const ids = ['55', '56', '57', '58'].map(end => `6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c${end}`)
const [bal, , lor, numune] = ids
const previewed = (index: number, product_name: string, price: number, new_price: number | null, fault?: string) => ({
  product_id: ids[index],
  product_name,
  brand: 'Yayla',
  unit: 'ADET',
  warehouse: 'Ana Depo',
  price,
  new_price,
  fault: fault ?? null,
})
const PREVIEW = [
  previewed(0, 'Bal', 100, 110),
  previewed(1, 'Çay', 0.01, 0.01),
  previewed(2, 'Lor', 20, 22),
  previewed(3, 'Numune', 0, null, 'Yeni fiyat 0 veya altında olurdu (₺0,00)'),
]

const APPLY = '2 ürünün fiyatını değiştir'

async function openDialog(earlier: object[] = []) {
  let closed = 0
  const screen = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { BulkPrices } = await import('./bulk-prices.tsx')
    const targets = { filter: { category: 'Peynir' }, isFiltered: true }
    return <BulkPrices targets={targets} onClose={() => closed++} onChanged={() => undefined} />
  })
  onTestFinished(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
  const press = (label: string) => screen.act(async () => button(label).click())
  /** Presses the button that changes the prices, once the preview has been on the screen for long enough. */
  const apply = async () => {
    await accepts(APPLY)
    await press(APPLY)
  }
  const type = (text: string) => screen.act(async () => typeIn(field('Oran'), text))
  const preview = async () => {
    await press('Önizle')
    const exchange = await screen.server.next(`POST ${CHANGES}/preview`)
    exchange.reply(200, PREVIEW)
    await screen.says('2 ürünün fiyatı değişecek')
    return JSON.parse(exchange.body)
  }
  ;(await screen.server.next(`GET ${CHANGES}`)).reply(200, earlier)
  return { ...screen, press, apply, type, preview, closed: () => closed }
}

test('exactly the previewed prices are changed, once, and the change can be undone', async () => {
  vi.stubGlobal('confirm', () => true)
  const { press, apply, type, preview, server, alerts, says } = await openDialog()
  await says('Filtreye uyan bütün ürünler, fırsatlar hariç')
  await press('Önizle')
  await says('Lütfen geçerli bir sayı girin')
  await type('10')
  expect(await preview()).toEqual({
    change: { kind: 'percent', value: 10, step: 1 },
    filter: { category: 'Peynir' },
  })
  expect(document.body.textContent).toContain('1 ürününki aynı kalacak · 1 ürününki değiştirilemeyecek')
  // Another rule needs another preview.
  await type('12,5')
  expect(button('Önizle')).toBeTruthy()
  await type('10')
  await apply()
  button(APPLY).click()
  const sent = await server.next(`POST ${CHANGES}`)
  // Back does not close the dialog while the change is being saved: its result would not be shown.
  const { confirmLeave } = await import('../../ui/leave-guard.ts')
  expect(confirmLeave()).toBe(false)
  expect(JSON.parse(sent.body)).toEqual({
    change: { kind: 'percent', value: 10, step: 1 },
    products: [
      { product_id: bal, price: 100 },
      { product_id: lor, price: 20 },
    ],
  })
  const reason = 'Fiyatı bu arada ₺25,00 oldu'
  sent.reply(200, { id: ID, changed_count: 1, refused: [{ product_id: lor, product_name: 'Lor', reason }] })
  await says('1 ürünün fiyatı değişti')
  expect(document.body.textContent).toContain('1 ürününkine dokunulmadı.')
  expect(server.untaken()).not.toContain(`POST ${CHANGES}`)
  await press('Geri al')
  const lost = await server.next(`POST ${CHANGES}/${ID}/undo`)
  lost.drop()
  const again = await server.next(`POST ${CHANGES}/${ID}/undo`)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  const offer_warning = 'Artık ürününden ucuz olmayan fırsatlar: Bal (Fırsat) ₺110,00 (ürün ₺100,00)'
  again.reply(200, { id: numune, changed_count: 1, refused: [], offer_warning })
  await says('1 ürünün eski fiyatı geri geldi')
  await says(offer_warning)
  expect(alerts).toEqual([])
})

test('a change whose reply was lost is sent again with the same key, and a reduction is sent as a negative value', async () => {
  const { press, apply, type, preview, server, alerts, says, act } = await openDialog()
  const choose = (value: string) =>
    act(async () => document.querySelector<HTMLInputElement>(`input[type=radio][value="${value}"]`)?.click())
  await choose('cut')
  await choose('5')
  await type('100')
  await press('Önizle')
  await says('İndirim %100’den az olmalıdır')
  await choose('raise')
  await type('1000,01')
  await press('Önizle')
  await says('Artış en fazla %1.000 olabilir')
  await choose('cut')
  await type('7,25')
  expect((await preview()).change).toEqual({ kind: 'percent', value: -7.25, step: 5 })
  await apply()
  const lost = await server.next(`POST ${CHANGES}`)
  lost.drop()
  const again = await server.next(`POST ${CHANGES}`)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(200, { id: ID, changed_count: 2, refused: [] })
  await says('2 ürünün fiyatı değişti')
  expect(alerts).toEqual([])
})

test('without any reply the outcome is shown as unknown, until the same change gets one', async () => {
  const { press, apply, type, preview, server, says, alerts, closed } = await openDialog()
  await type('10')
  await preview()
  await apply()
  const lost = await server.next(`POST ${CHANGES}`)
  lost.drop()
  ;(await server.next(`POST ${CHANGES}`)).drop()
  await says('Fiyatların değişip değişmediği bilinmiyor')
  expect(document.body.textContent).not.toContain('değişecek')
  await shows(() => button('Yeniden sor').getAttribute('aria-busy') !== 'true')
  await press('Kapat')
  await says('Fiyatların değişip değişmediği henüz bilinmiyor')
  expect(document.body.textContent).not.toContain('uygulanmadı')
  await press('Düzenlemeye dön')
  expect(closed()).toBe(0)
  await press('Yeniden sor')
  const again = await server.next(`POST ${CHANGES}`)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(200, { id: ID, changed_count: 2, refused: [] })
  await says('2 ürünün fiyatı değişti')
  expect(alerts).toEqual([])
})

test('the preview takes the focus, and neither Enter in the field nor too early a press changes a price', async () => {
  const { press, apply, type, preview, server, act } = await openDialog()
  await type('10')
  await preview()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Önizleme')
  await press(APPLY)
  await accepts(APPLY)
  // Enter in a field submits the form.
  await act(async () => field('Oran').form?.requestSubmit())
  expect(server.untaken()).not.toContain(`POST ${CHANGES}`)
  // Typing the previewed rule again does not move the focus to its preview.
  await act(async () => field('Oran').focus())
  await type('105')
  await type('10')
  expect(document.activeElement).toBe(field('Oran'))
  await apply()
  await server.next(`POST ${CHANGES}`)
})

test('an earlier change is undone from the dialog, and products whose price was not restored are named', async () => {
  const record = {
    id: ID,
    created_at: '2026-03-10T07:00:00.000Z',
    actor_name: 'Can',
    change: { kind: 'amount', value: -2.5, step: 10 },
    undoes: null,
    undone_at: null,
    changed_count: 1204,
  }
  const { server, press, says, alerts } = await openDialog([record])
  await says('₺2,50 indirim, 10 kuruşa yuvarlandı · 1.204 ürün')
  // The time distinguishes it from the same change made again.
  const named = 'Geri al: ₺2,50 indirim, 10 kuruşa yuvarlandı · 1.204 ürün · 10.03.2026 10:00'
  expect(button('Geri al').ariaLabel).toBe(named)
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => {
    questions.push(question)
    return true
  })
  await press('Geri al')
  for (const _ of ['first', 'again']) (await server.next(`POST ${CHANGES}/${ID}/undo`)).drop()
  await shows(() => alerts.length > 0)
  expect(alerts.splice(0)).toEqual([
    'Cevap alınamadı: fiyatların geri alınıp alınmadığı bilinmiyor. Yeniden deneyin; iki kez uygulanmaz.',
  ])
  await shows(() => button('Geri al').getAttribute('aria-busy') !== 'true')
  questions.length = 0
  await press('Geri al')
  const refused = [{ product_id: lor, product_name: 'Lor', reason: 'Fiyatı bu arada ₺25,00 oldu' }]
  ;(await server.next(`POST ${CHANGES}/${ID}/undo`)).reply(200, { id: numune, changed_count: 1203, refused })
  await shows(() => alerts.length > 0)
  expect(questions).toEqual(['1.204 ürünün fiyatı 10.03.2026 10:00 tarihinden önceki hâline dönsün mü?'])
  expect(alerts).toEqual(['1.203 ürünün eski fiyatı geri geldi. Dokunulmayanlar:\nLor: Fiyatı bu arada ₺25,00 oldu'])
})

test('a change that the end of the session interrupts is filled in for the same products, not for others', async () => {
  const { type, act, show } = await openDialog()
  const { startSession, endSession } = await import('../../current-session.ts')
  const { BulkPrices } = await import('./bulk-prices.tsx')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('../../queries.ts')
  const ignore = () => undefined
  /** The amount with which the dialog of these products opens. */
  const opened = async (targets: PriceTargets) => {
    await show(
      <QueryClientProvider client={queryClient}>
        <BulkPrices key={JSON.stringify(targets)} targets={targets} onClose={ignore} onChanged={ignore} />
      </QueryClientProvider>,
    )
    return field('Oran').value
  }
  const interrupt = async () => {
    await act(async () => endSession('ended'))
    await show(null)
    startSession(ADMIN)
  }
  await type('10')
  await interrupt()
  expect(await opened({ filter: {}, isFiltered: false })).toBe('')
  expect(await opened({ ids })).toBe('')
  await type('25')
  await interrupt()
  expect(await opened({ ids: ids.slice(1) })).toBe('')
  expect(await opened({ ids: ids.toReversed() })).toBe('25,00')
  expect(await opened({ filter: { category: 'Peynir' }, isFiltered: true })).toBe('10,00')
})
