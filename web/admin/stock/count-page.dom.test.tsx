import { expect, onTestFinished, test, vi } from 'vitest'
import { listUncounted, readCount, type StockCount } from '#contract/counts.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { fillStorage } from '../../testing/full-storage.ts'
import { ADMIN, WIRE_COUNT } from '../../testing/samples.ts'
import { accepts, button, field, shows, typeIn } from '../../testing/screen.ts'
import { type Exchange, TIMERS } from '../../testing/scripted-server.ts'

const ID = '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a11'
const product = (product_id: string, product_name: string, counted_quantity: number) => ({
  product_id,
  product_name,
  brand: 'Yayla',
  unit: 'ADET',
  warehouse: 'Ana Depo' as const,
  counted_quantity,
  image_url: null,
  notes: null,
})
const RICE = product('6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55', 'Pirinç', 12)
const TEA = product('6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', 'Çay', 390)
const OPEN = { ...WIRE_COUNT, id: ID, product_count: 2, products: [RICE, TEA] }
const FINALIZED = { ...OPEN, finalized_at: '2026-03-10T08:00:00.000Z', finalized_by_admin_name: 'Zeynep' }
const difference = ({ image_url: _, ...counted }: typeof RICE, stock_quantity: number, reserved_quantity: number) => ({
  ...counted,
  new_unit: null,
  stock_quantity,
  reserved_quantity,
  difference: counted.counted_quantity - stock_quantity,
  price: 10,
  worth: 10 * (counted.counted_quantity - stock_quantity),
})
const DIFFERENCES = {
  products: [difference(RICE, 400, 100), difference(TEA, 396, 390)],
  surplus_worth: 0,
  missing_worth: 3940,
  worth: -3940,
}

const FINISH = 'Sayımı bitir, stokları güncelle'

async function openPreview(differences: object = DIFFERENCES, count: object = OPEN) {
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=count&count=${ID}&step=preview`, async () => {
    const { CountPage } = await import('./count-page.tsx')
    return <CountPage id={ID} />
  })
  const { server, says } = screen
  server.respond(`GET /api/admin/stock/counts/${ID}`, exchange => exchange.reply(200, count))
  server.respond(`GET /api/admin/stock/counts/${ID}/differences`, exchange => exchange.reply(200, differences))
  const first = server.untaken().includes(`GET /api/admin/stock/counts/${ID}`)
  if (first) (await server.next(`GET /api/admin/stock/counts/${ID}`)).reply(200, count)
  await says(FINISH)
  /** Presses the button; the connection breaks. */
  const finalize = async () => {
    await accepts(FINISH)
    await screen.act(async () => button(FINISH).click())
    return server.lose(`POST /api/admin/stock/counts/${ID}/finalize`)
  }
  return { ...screen, finalize }
}

/** Opens the uncounted products of a count, of which there are none. `filters` follows the address. */
async function openAllCounted(count: object, filters = '') {
  const address = `/admin/dashboard?tab=stock&mode=count&count=${ID}&list=uncounted${filters}`
  const screen = await openAdminScreen(address, async () => {
    const { CountPage } = await import('./count-page.tsx')
    return <CountPage id={ID} />
  })
  const { server } = screen
  server.respond(`GET /api/admin/stock/counts/${ID}`, exchange => exchange.reply(200, count))
  server.respond('GET /api/admin/stock/uncounted', exchange => exchange.reply(200, []))
  server.respond('GET /api/admin/products/categories', exchange => exchange.reply(200, ['Peynir', 'Soslar']))
  const first = server.untaken().includes(`GET /api/admin/stock/counts/${ID}`)
  if (first) (await server.next(`GET /api/admin/stock/counts/${ID}`)).reply(200, count)
  return screen
}

test('a count of a category that was renamed does not say that everything has been counted', async () => {
  const { says } = await openAllCounted({ ...OPEN, category: 'Sos' }, '&warehouse=Gecici+Depo')
  await says('“Sos” kategorisinde artık ürün yok; adı değişmiş olabilir.')
  expect(document.body.textContent).not.toMatch(/bütün ürünler sayıldı|0 ürün sayılmadı|Tüm depoları göster/)
})

test.each([
  [{}, '', 'Satışta veya stokta olan bütün ürünler sayıldı.'],
  [{ category: 'Peynir' }, '', '“Peynir” kategorisinde satışta veya stokta olan bütün ürünler sayıldı.'],
  [{}, '&warehouse=Gecici+Depo', 'Gecici Depo içinde satışta veya stokta olan bütün ürünler sayıldı.'],
  [{}, '&warehouse=Gecici+Depo&search=lor', 'Gecici Depo içinde sayılmayanlar arasında “lor” yok.'],
])('an empty list of uncounted products says of which ones it speaks: %o%s', async (part, filters, text) => {
  const { says } = await openAllCounted({ ...OPEN, ...part }, filters)
  await says(text)
  expect(Array.from(document.querySelectorAll('main p, p'), ({ textContent }) => textContent)).toContain(text)
})

test('the uncounted products of all warehouses can be shown if those of one have all been counted', async () => {
  const { says, act } = await openAllCounted(OPEN, '&warehouse=Gecici+Depo')
  await says('Bu depoda sayılmayan ürün kalmadı')
  await act(async () => button('Tüm depoları göster').click())
  await says('Satışta veya stokta olan bütün ürünler sayıldı.')
  expect(new URLSearchParams(location.search).get('warehouse')).toBeNull()
})

test('the preview of a count of a category that was renamed warns that the uncounted products are unknown', async () => {
  const { server, says } = await openPreview(DIFFERENCES, { ...OPEN, category: 'Sos' })
  ;(await server.next('GET /api/admin/products/categories')).reply(200, ['Peynir', 'Soslar'])
  await says('Sayılmayanlar bilinmiyor')
})

test('a product whose unit has changed since it was counted has no difference but a remark', async () => {
  const changed = { ...difference(RICE, 2, 0), new_unit: 'PAKET', reserved_quantity: null, difference: 0, worth: 0 }
  const { says } = await openPreview({ products: [changed], surplus_worth: 0, missing_worth: 0, worth: 0 })
  await says('Birimi artık PAKET; sayımdan çıkarıp yeniden sayın')
  const cells = Array.from(document.querySelectorAll('tbody td'), cell => cell.textContent)
  expect(cells.slice(-3)).toEqual(['12 ADET', '–', '–'])
})

test('a counted quantity below the reserved one shows a warning in a strip and in its row', async () => {
  const { says, act } = await openPreview()
  await says('1 üründe sayılan, ayrılandan az')
  await says('Envanter’de Tedarik altında görünür: Pirinç (−88).')
  await says('Ayrılan 100; satılabilir −88 olur')
  expect(document.body.textContent).toContain('−₺3.940,00')
  const oversold = document.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]
  await act(async () => oversold?.click())
  expect(Array.from(document.querySelectorAll('tbody tr'), row => row.textContent?.slice(0, 6))).toEqual(['Pirinç'])
})

test('the changes of the lots of a product that was counted by lot are shown, even if its sum is unchanged', async () => {
  const lot = { expires_on: '2026-06-01', expiry_kind: 'skt' }
  const lots = [
    { ...lot, code: 'L1', counted_quantity: 9, on_hand: 6 },
    { ...lot, code: 'L2', counted_quantity: 0, on_hand: 3 },
  ]
  const products = [{ ...difference(RICE, 12, 0), lots }, difference(TEA, 390, 0)]
  const { says } = await openPreview({ ...DIFFERENCES, products })
  await says('Partileriyle sayılan ürünlerin bulunmayan partilerinden elde mal kalmaz.')
  await says('Farklı (1)')
  await says('L1 · SKT 01.06.2026: 6 → 9')
  await says('L2 · SKT 01.06.2026: 3 → 0')
})

test('products whose goods have moved since they were counted are named, and listed before the others', async () => {
  const lot = { expires_on: '2026-06-01', expiry_kind: 'skt' }
  const lots = [
    { ...lot, code: 'L1', counted_quantity: 40, on_hand: 40, moved: { arrived: 0, left: 10 } },
    { ...lot, code: 'L9', counted_quantity: 0, on_hand: 1100, moved: { arrived: 1100, left: 0 } },
  ]
  const cheese = { ...RICE, product_id: LOR.id, product_name: 'Ezine', counted_quantity: 40 }
  const products = [
    { ...difference(RICE, 400, 0), worth: -9000 },
    { ...difference(cheese, 1140, 0), lots, moved: { arrived: 1100, left: 10 } },
    { ...difference(TEA, 390, 0), moved: { arrived: 0, left: 6 } },
  ]
  const { says } = await openPreview({ ...DIFFERENCES, products })
  await says('2 üründe sayıldıktan sonra mal geldi ya da çıktı')
  await says('Gelen mal sayımda yoksa ya da çıkan mal sayıldıysa:')
  await says('Miktarı düzeltin ya da ürünü çıkarıp yeniden sayın: Çay (6 çıktı).')
  await says('Gelen malı partisiyle sayıma ekleyin ya da ürünü çıkarıp yeniden sayın: Ezine (1.100 geldi, 10 çıktı).')
  await says('Sayıldıktan sonra 1.100 geldi, 10 çıktı')
  await says('L1 · SKT 01.06.2026: 40 → 40 · sonra 10 çıktı')
  await says('L9 · SKT 01.06.2026: 1.100 → 0 · sonra 1.100 geldi')
  const names = Array.from(
    document.querySelectorAll('tbody tr'),
    row => row.textContent?.match(/^(Ezine|Çay|Pirinç)/)?.[0],
  )
  expect(names).toEqual(['Ezine', 'Çay', 'Pirinç'])
})

const LOR = { ...WIRE_PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c57', name: 'Lor', barcode: '8690000000024' }
const READ = `GET /api/admin/stock/counts/${ID}`

/** Opens the page of a count that `reply` sends whenever it is read. */
async function openCount(reply: (exchange: Exchange) => void) {
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=count&count=${ID}`, async () => {
    const { CountPage } = await import('./count-page.tsx')
    return <CountPage id={ID} />
  })
  const { server } = screen
  server.respond(READ, reply)
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, []))
  if (server.untaken().includes(READ)) reply(await server.next(READ))
  return screen
}

test('stored scans of one product add up, with the quantities typed for them', async () => {
  sessionStorage.clear()
  const { storeScan, setTyped } = await import('../scanning/stored-scans.ts')
  for (const typed of ['12', '', '5']) {
    storeScan(`count:${ID}`, LOR.barcode)
    setTyped(`count:${ID}`, LOR.barcode, typed)
  }
  const { server, act } = await openCount(exchange => exchange.reply(200, OPEN))
  server.respond(`GET /api/admin/products/by-barcode/${LOR.barcode}/warehouses`, exchange => exchange.reply(200, [LOR]))
  await shows(() => sessionStorage.getItem(`kept-scans:count:${ID}`) === null)
  await shows(() => document.querySelector('form')?.getAttribute('aria-label') === 'Lor')
  await act(async () => button('Sayıma ekle').click())
  const sent = await server.next(`POST /api/admin/stock/counts/${ID}/products`)
  expect(JSON.parse(sent.body)).toMatchObject({ product_id: LOR.id, counted_quantity: 18 })
})

test.each([
  ['scanned again', '1'],
  ['chosen in the list again', ''],
])('a product whose unit has changed since its quantity was typed starts anew when it is %s', async (_, left) => {
  sessionStorage.clear()
  const { server, act, says } = await openCount(exchange => exchange.reply(200, OPEN))
  const { toast } = await import('../../ui/toaster.tsx')
  const warning = vi.spyOn(toast, 'warning')
  let product = { ...LOR, unit: 'ADET' }
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, [product]))
  const lookup = `GET /api/admin/products/by-barcode/${LOR.barcode}/warehouses`
  server.respond(lookup, exchange => exchange.reply(200, [product]))
  const finder = () => document.querySelector<HTMLInputElement>('[role=combobox]')!
  const scan = async () => {
    await act(async () => typeIn(finder(), LOR.barcode))
    await act(async () => {
      finder().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  }
  const choose = async () => {
    await act(async () => finder().focus())
    await act(async () => typeIn(finder(), 'Lor'))
    await shows(() => document.querySelector('[role=option]') !== null)
    await act(async () => document.querySelector<HTMLElement>('[role=option]')?.click())
  }
  await shows(() => finder() !== null)
  await scan()
  await shows(() => document.querySelector('form')?.getAttribute('aria-label') === 'Lor')
  await act(async () => typeIn(field('Bulunan miktar'), '24'))
  await act(async () => button('Sayıma ekle').click())
  const fault = 'Ürünün birimi artık PAKET; ürünü yeniden seçin'
  ;(await server.next(`POST /api/admin/stock/counts/${ID}/products`)).refuse(400, 'validation', fault)
  await says(fault)
  product = { ...LOR, unit: 'PAKET' }
  await (left ? scan() : choose())
  const form = () => document.querySelector('form')?.textContent
  await shows(() => form()?.includes(fault) === false)
  expect([field('Bulunan miktar').value, form()?.includes('PAKET'), form()?.includes('ADET')]).toEqual([
    left,
    true,
    false,
  ])
  expect(warning).toHaveBeenLastCalledWith('Lor: birimi artık PAKET', {
    description: '24 ADET sayıma eklenmedi; yeniden sayın.',
  })
})

test('a count cannot be finalized while it has stored scans', async () => {
  sessionStorage.clear()
  const { act, says } = await openPreview()
  const { storeScan, discardStoredScans } = await import('../scanning/stored-scans.ts')
  await act(async () => storeScan(`count:${ID}`, '8690000000024'))
  await says('1 okutma bekliyor')
  expect(document.body.textContent).not.toContain(FINISH)
  await act(async () => discardStoredScans(`count:${ID}`))
  await says(FINISH)
})

test('the focus stays in a count when its last stored scan is deleted with the keyboard', async () => {
  sessionStorage.clear()
  const { act, says } = await openCount(exchange => exchange.reply(200, OPEN))
  const { storeScan } = await import('../scanning/stored-scans.ts')
  const content = document.body.appendChild(
    Object.assign(document.createElement('main'), { id: 'content', tabIndex: -1 }),
  )
  onTestFinished(() => content.remove())
  await act(async () => {
    for (const code of ['8690000000031', LOR.barcode]) storeScan(`count:${ID}`, code)
  })
  await says('2 okutma bekliyor')
  const remove = async () => {
    const [first] = document.querySelectorAll<HTMLElement>('[aria-label^="Okutmayı sil"]')
    await act(async () => first?.click())
    return document.activeElement
  }
  expect((await remove())?.getAttribute('aria-label')).toContain(LOR.barcode)
  expect(await remove()).toBe(content)
})

test.each(['finalized', 'deleted'])('scans stored for a count that is %s meanwhile stay listed', async how => {
  sessionStorage.clear()
  let reply = (exchange: Exchange) => exchange.reply(200, OPEN)
  const { act, says } = await openCount(exchange => reply(exchange))
  const { storeScan } = await import('../scanning/stored-scans.ts')
  await act(async () => storeScan(`count:${ID}`, LOR.barcode))
  await says('1 okutma bekliyor')
  reply = exchange => (how === 'finalized' ? exchange.reply(200, FINALIZED) : exchange.refuse(404, 'not_found'))
  const { queryClient } = await import('../../queries.ts')
  await act(async () => void queryClient.invalidateQueries())
  await says(how === 'finalized' ? 'Bu sayım tamamlandı' : 'Sayım bulunamadı')
  expect(document.body.textContent).toContain('1 okutma bu sayıma girmedi')
  expect(document.body.textContent).toContain(`${LOR.barcode} × 1`)
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  vi.stubGlobal('confirm', () => true)
  await act(async () => button('Sil').click())
  expect([sessionStorage.getItem(`kept-scans:count:${ID}`), document.body.textContent]).toEqual([
    null,
    expect.not.stringContaining('okutma'),
  ])
})

test('the question before a count is deleted names its stored scans, which are deleted with it', async () => {
  sessionStorage.clear()
  const { server, act, says } = await openCount(exchange => exchange.reply(200, OPEN))
  const { storeScan } = await import('../scanning/stored-scans.ts')
  await act(async () => storeScan(`count:${ID}`, LOR.barcode))
  await says('1 okutma bekliyor')
  const questions: unknown[] = []
  vi.stubGlobal('confirm', (question: unknown) => questions.push(question) > 0)
  const menu = document.querySelector('[aria-label="Sayım işlemleri"]')
  await act(async () => void menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await act(async () => document.querySelector<HTMLElement>('[role=menuitem]')?.click())
  expect(questions).toEqual([
    '10.03.2026 sayımı silinsin mi? Sayılan 2 ürün de silinir; stoklar değişmez. Bekleyen 1 okutma da silinir. Geri alınamaz.',
  ])
  ;(await server.next(`DELETE /api/admin/stock/counts/${ID}`)).reply(200, { message: 'Sayım silindi' })
  await shows(() => location.search.includes('mode=count') && !location.search.includes(ID))
  expect(sessionStorage.getItem(`kept-scans:count:${ID}`)).toBeNull()
})

test('the second press of a double press on the link to the differences does not finalize the count', async () => {
  const { server, act, says } = await openCount(exchange => exchange.reply(200, OPEN))
  server.respond(`GET /api/admin/stock/counts/${ID}/differences`, exchange => exchange.reply(200, DIFFERENCES))
  const toDifferences = () => document.querySelector<HTMLElement>('a[href*="step=preview"]')
  await shows(() => toDifferences() !== null)
  await act(async () => toDifferences()?.click())
  await says(FINISH)
  await act(async () => button('Saymaya dön').click())
  // From now on, the differences are shown at once.
  vi.useFakeTimers({ toFake: [...TIMERS] })
  await act(async () => toDifferences()?.click())
  await act(async () => button(FINISH).click())
  await accepts(FINISH)
  const finalize = `POST /api/admin/stock/counts/${ID}/finalize`
  expect(server.untaken()).not.toContain(finalize)
  await act(async () => button(FINISH).click())
  await server.next(finalize)
})

test('after a finalization without any reply the state of the count is fetched and reported', async () => {
  const { server, alerts, says, finalize } = await openPreview()
  const read = `GET /api/admin/stock/counts/${ID}`
  // Not processed: the count is still open.
  const lost = await finalize()
  await shows(() => alerts.length > 0)
  expect(alerts.splice(0)).toEqual(['Sayım tamamlanamadı'])
  await says('Yeniden bitirirseniz stoklar ikinci kez değişmez.')
  // The state of the count cannot be fetched either.
  server.respond(read, exchange => exchange.drop())
  const unknown = await finalize()
  expect(unknown.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  await shows(() => alerts.length > 0)
  expect(alerts).toEqual(['Cevap alınamadı: sayımın tamamlanıp tamamlanmadığı bağlantı gelince burada görünür'])
  // Processed.
  server.respond(read, exchange => exchange.reply(200, FINALIZED))
  await finalize()
  await shows(() => location.search.includes('mode=recent'))
  await says('Cevabı kaybolan sayım tamamlanmış')
  expect(alerts).toHaveLength(1)
})

/** Goes to another screen; what is returned spies on the toasts. */
async function leave(act: (work: () => Promise<void>) => Promise<void>) {
  const { toast } = await import('../../ui/toaster.tsx')
  const success = vi.spyOn(toast, 'success')
  await act(async () => history.pushState(null, '', '/admin/dashboard?tab=products'))
  return success
}

test('a late reply to a finalization leaves users where they are by then, and offers to show the differences', async () => {
  const { server, act } = await openPreview()
  await accepts(FINISH)
  await act(async () => button(FINISH).click())
  const late = await server.next(`POST /api/admin/stock/counts/${ID}/finalize`)
  const success = await leave(act)
  const entries = history.length
  late.reply(200, { message: 'Sayım tamamlandı, stoklar güncellendi', count: FINALIZED })
  await shows(() => success.mock.calls.length > 0)
  expect([location.search, history.length]).toEqual(['?tab=products', entries])
  await act(async () => success.mock.calls[0]?.[1]?.action?.onClick())
  expect(location.search).toBe(`?tab=stock&mode=recent&count=${ID}`)
})

test('a late reply to the deletion of a count leaves users where they are by then', async () => {
  const { server, act, says } = await openCount(exchange => exchange.reply(200, OPEN))
  await says('Sayılanlar (2)')
  vi.stubGlobal('confirm', () => true)
  const menu = document.querySelector('[aria-label="Sayım işlemleri"]')
  await act(async () => void menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await act(async () => document.querySelector<HTMLElement>('[role=menuitem]')?.click())
  const late = await server.next(`DELETE /api/admin/stock/counts/${ID}`)
  const success = await leave(act)
  late.reply(200, { message: 'Sayım silindi' })
  await shows(() => success.mock.calls.length > 0)
  expect(location.search).toBe('?tab=products')
})

test('a blind count shows no stock until its differences are shown, even if a reply is lost', async () => {
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=count&count=${ID}&list=uncounted`, async () => {
    const { CountPage } = await import('./count-page.tsx')
    return <CountPage id={ID} />
  })
  const { server, says, act } = screen
  let count: object = { ...OPEN, category: 'Peynir', is_blind: true }
  server.respond(`GET /api/admin/stock/counts/${ID}`, exchange => exchange.reply(200, count))
  server.respond('GET /api/admin/stock/uncounted', exchange => {
    expect(exchange.query).toMatchObject({ count_id: ID })
    exchange.reply(200, [{ ...WIRE_PRODUCT, id: ID, name: 'Lor', stock_quantity: 4321 }], { 'x-total-count': '1' })
  })
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, []))
  server.respond(`GET /api/admin/stock/counts/${ID}/differences`, exchange => exchange.reply(200, DIFFERENCES))
  if (server.untaken().includes(`GET /api/admin/stock/counts/${ID}`))
    (await server.next(`GET /api/admin/stock/counts/${ID}`)).reply(200, count)
  await says('1 ürün sayılmadı')
  await says('Kör sayım')
  expect(document.body.textContent).not.toContain('4.321')
  // Pressing an uncounted product opens the form that counts it.
  const row = document.querySelector<HTMLElement>('table[aria-label="Sayılmayan ürünler"] tbody tr')
  await act(async () => row?.click())
  await shows(() => document.querySelector('form[aria-label=Lor]') !== null)
  await act(async () => button('Vazgeç').click())

  history.replaceState(null, '', `/admin/dashboard?tab=stock&mode=count&count=${ID}&step=preview`)
  await act(async () => void dispatchEvent(new PopStateEvent('popstate')))
  await says('Eldeki miktarlar ve farklar henüz gizli.')
  expect(server.untaken()).not.toContain(`GET /api/admin/stock/counts/${ID}/differences`)
  vi.stubGlobal('confirm', () => true)
  await act(async () => button('Farkları göster').click())
  const lost = await server.next(`POST /api/admin/stock/counts/${ID}/show-differences`)
  lost.drop()
  const shown = await server.next(`POST /api/admin/stock/counts/${ID}/show-differences`)
  count = { ...count, differences_shown_at: '2026-03-10T08:00:00.000Z', differences_shown_by_admin_name: 'Zeynep' }
  shown.reply(200, { message: 'Farklar gösteriliyor', count })
  await says(FINISH)
})

async function openCorrection(refresh: () => Promise<StockCount | undefined> = () => Promise.resolve(undefined)) {
  const closed: string[] = []
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=count&count=${ID}`, async () => {
    const { CorrectDialog } = await import('./correct-dialog.tsx')
    return (
      <CorrectDialog count_id={ID} product={RICE} isGone={false} refresh={refresh} onClose={() => closed.push(ID)} />
    )
  })
  const count = (text: string) => screen.act(async () => typeIn(field('Sayılan miktar'), text))
  const note = (text: string) =>
    screen.act(async () => {
      const area = document.querySelector('textarea')
      if (area) Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
      area?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const save = async () => {
    await screen.act(async () => button('Kaydet').click())
    return screen.server.next(CORRECT)
  }
  return { ...screen, closed, count, note, save }
}
const CORRECT = `PUT /api/admin/stock/counts/${ID}/products`

test('a correction whose reply was lost is sent again, and is not reported as another admin’s change', async () => {
  const { server, alerts, closed, count, save } = await openCorrection()
  await count('8')
  const lost = await save()
  lost.drop()
  const again = await server.next(CORRECT)
  expect(again.body).toBe(lost.body)
  again.reply(200, { message: 'Pirinç: 8 ADET', product: { ...RICE, counted_quantity: 8 } })
  await shows(() => closed.length > 0)
  expect(alerts).toEqual([])
})

test('only the edited fields of a counted product are sent, so that another admin’s note or quantity is kept', async () => {
  const { count, note, save } = await openCorrection()
  await note('Raf 7')
  const noted = await save()
  expect(JSON.parse(noted.body)).toEqual({ product_id: RICE.product_id, notes: 'Raf 7', old_notes: null })
  noted.refuse(409, 'count_finalized', 'Bu sayım tamamlanmış; artık değiştirilemez')
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  await note('')
  await count('8')
  const counted = await save()
  expect(JSON.parse(counted.body)).toEqual({ product_id: RICE.product_id, old_quantity: 12, counted_quantity: 8 })
})

test('after a refusal, the note that another user has added is shown, and fields that were not edited take its values', async () => {
  const now = { ...RICE, counted_quantity: 15, notes: 'Koli ezik\n2. rafta' }
  const { says, note, save } = await openCorrection(async () => ({ ...OPEN, products: [now, TEA] }))
  await note('Koli açık')
  const late = await save()
  expect(JSON.parse(late.body)).toEqual({ product_id: RICE.product_id, notes: 'Koli açık', old_notes: null })
  late.refuse(409, 'counted_note_changed', 'Bu ürünün notu siz bakarken değişti')
  await says('Not: Koli ezik\n2. rafta')
  await shows(() => field('Sayılan miktar').value === '15' && document.querySelector('[aria-busy=true]') === null)
  await note('Koli açık, 2. rafta')
  const again = await save()
  expect(JSON.parse(again.body)).toEqual({
    product_id: RICE.product_id,
    notes: 'Koli açık, 2. rafta',
    old_notes: now.notes,
  })
})

test('a product that another user counts stays in its place in the list of uncounted products', async () => {
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=count&count=${ID}&list=uncounted`, async () => {
    const { CountPage } = await import('./count-page.tsx')
    return <CountPage id={ID} />
  })
  const { server, says, act } = screen
  const lor = { ...WIRE_PRODUCT, id: ID, name: 'Lor' }
  const butter = { ...lor, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c57', name: 'Tereyağı', brand: 'Yayla' }
  const state: { count: object; uncounted: object[] } = { count: OPEN, uncounted: [lor, butter] }
  server.respond(`GET /api/admin/stock/counts/${ID}`, exchange => exchange.reply(200, state.count))
  server.respond('GET /api/admin/stock/uncounted', exchange => exchange.reply(200, state.uncounted))
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, []))
  if (server.untaken().includes(`GET /api/admin/stock/counts/${ID}`))
    (await server.next(`GET /api/admin/stock/counts/${ID}`)).reply(200, state.count)
  const { queryClient, queryKeyOf } = await import('../../queries.ts')
  const isSettled = () => queryClient.isFetching({ queryKey: queryKeyOf(listUncounted) }) === 0
  const rows = () =>
    Array.from(document.querySelectorAll('table[aria-label="Sayılmayan ürünler"] tbody tr'), row =>
      ['Lor', 'Tereyağı', 'Sayıldı', 'Bahçıvan', 'Yayla'].filter(words => row.textContent.includes(words)),
    )
  await says('2 ürün sayılmadı')
  await shows(isSettled)
  expect(rows()).toEqual([
    ['Lor', 'Bahçıvan'],
    ['Tereyağı', 'Yayla'],
  ])
  state.count = { ...OPEN, products: [...OPEN.products, product(ID, 'Lor', 5)] }
  state.uncounted = [butter]
  await act(async () => void queryClient.invalidateQueries())
  await says('1 ürün sayılmadı')
  await shows(isSettled)
  expect(rows()).toEqual([
    ['Lor', 'Sayıldı'],
    ['Tereyağı', 'Yayla'],
  ])
})

test('a picture belongs to the product that was current when it was taken, however long it takes', async () => {
  // jsdom has neither pictures nor a canvas.
  let ready: ((picture: object) => void) | undefined
  vi.stubGlobal('createImageBitmap', () => new Promise(resolve => (ready = resolve)))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AA==')
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=count&count=${ID}&list=uncounted`, async () => {
    const { CountPage } = await import('./count-page.tsx')
    return <CountPage id={ID} />
  })
  const { server, says, act } = screen
  const lor = { ...WIRE_PRODUCT, id: ID, name: 'Lor' }
  const butter = { ...lor, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c57', name: 'Tereyağı' }
  server.respond(`GET /api/admin/stock/counts/${ID}`, exchange => exchange.reply(200, OPEN))
  server.respond('GET /api/admin/stock/uncounted', exchange => exchange.reply(200, [lor, butter]))
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, []))
  if (server.untaken().includes(`GET /api/admin/stock/counts/${ID}`))
    (await server.next(`GET /api/admin/stock/counts/${ID}`)).reply(200, OPEN)
  await says('2 ürün sayılmadı')
  const form = () => document.querySelector('form')?.getAttribute('aria-label')
  const choose = async (name: string) => {
    const row = Array.from(document.querySelectorAll<HTMLElement>('tbody tr')).find(one =>
      one.textContent.includes(name),
    )
    await act(async () => row?.click())
    await shows(() => form() === name)
  }
  await choose('Lor')
  await act(async () => typeIn(field('Bulunan miktar'), '3'))
  const files = document.querySelector<HTMLInputElement>('[type=file]')!
  Object.defineProperty(files, 'files', { value: [new File(['x'], 'raf.jpg', { type: 'image/jpeg' })] })
  await act(async () => void files.dispatchEvent(new Event('change', { bubbles: true })))
  await act(async () => button('Sayıma ekle').click())
  await choose('Tereyağı')
  expect(server.untaken()).not.toContain(`POST /api/admin/stock/counts/${ID}/products`)
  await act(async () => ready?.({ width: 2, height: 2, close: () => undefined }))
  const sent = await server.next(`POST /api/admin/stock/counts/${ID}/products`)
  expect(JSON.parse(sent.body)).toMatchObject({ product_id: ID, image_url: 'data:image/jpeg;base64,AA==' })
  const counted = { action: 'added', message: 'Lor: 3 ADET', old_quantity: 0, added_quantity: 3, new_total: 3 }
  sent.reply(200, { ...counted, unit: 'ADET' })
  await shows(() => !document.body.textContent.includes('ekleniyor'))
  expect(form()).toBe('Tereyağı')
  await act(async () => typeIn(field('Bulunan miktar'), '4'))
  await act(async () => button('Sayıma ekle').click())
  const second = JSON.parse((await server.next(`POST /api/admin/stock/counts/${ID}/products`)).body)
  expect([second.product_id, second.image_url ?? null]).toEqual([butter.id, null])
})

const ADD = `POST /api/admin/stock/counts/${ID}/products`
const BUTTER = { ...WIRE_PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c58', name: 'Tereyağı' }
const MILK = { ...WIRE_PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c59', name: 'Süt' }

/**
 * Counts 3 of one product and 4 of another, whose requests get no reply, and types 5 for a third. The page is shown
 * while a user is logged in.
 */
async function countWithoutReplies() {
  const { useSession } = await import('../../current-session.ts')
  const address = `/admin/dashboard?tab=stock&mode=count&count=${ID}&list=uncounted`
  const screen = await openAdminScreen(address, async () => {
    const { CountPage } = await import('./count-page.tsx')
    const Shell = () => (useSession() ? <CountPage id={ID} /> : null)
    return <Shell />
  })
  const { server, says, act } = screen
  const state: { count: object } = { count: OPEN }
  server.respond(READ, exchange => exchange.reply(200, state.count))
  server.respond('GET /api/admin/stock/uncounted', exchange => exchange.reply(200, [LOR, BUTTER, MILK]))
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, []))
  if (server.untaken().includes(READ)) (await server.next(READ)).reply(200, OPEN)
  await says('3 ürün sayılmadı')
  const count = async (name: string, quantity: string) => {
    const row = Array.from(document.querySelectorAll<HTMLElement>('tbody tr')).find(one =>
      one.textContent.includes(name),
    )
    await act(async () => row?.click())
    await shows(() => document.querySelector('form')?.getAttribute('aria-label') === name)
    await act(async () => typeIn(field('Bulunan miktar'), quantity))
  }
  await count('Lor', '3')
  await count('Tereyağı', '4')
  const lor = await server.lose(ADD)
  await count('Süt', '5')
  const butter = await server.lose(ADD)
  await says('Tereyağı · 4 KG')
  const { toast } = await import('../../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  const warnings = () => warned.mock.calls.map(([message]) => message)
  return { ...screen, state, lor, butter, warnings }
}

/** As above; then the session ends, and its user logs in again. */
async function logInAgain(between: () => void = () => undefined) {
  const counting = await countWithoutReplies()
  const { act, server } = counting
  await act(async () => button('Tekrar dene').click())
  const retries = [await server.next(ADD), await server.next(ADD)]
  for (const { refuse } of retries) refuse(401, 'session_ended', 'Oturumunuz sona erdi')
  await shows(() => document.querySelector('form') === null)
  expect(counting.warnings()).toEqual([])
  between()
  const { startSession } = await import('../../current-session.ts')
  await act(async () => void startSession(ADMIN))
  return counting
}

test('what was counted and not added when the session ended is added once after the login', async () => {
  const { server, lor, butter } = await logInAgain()
  const again = [await server.next(ADD), await server.next(ADD)]
  const contents = (exchanges: Exchange[]) => exchanges.map(one => [one.headers['idempotency-key'], one.body])
  expect(contents(again)).toEqual(contents([lor, butter]))
  expect(document.querySelector('form')?.getAttribute('aria-label')).toBe('Süt')
  expect(field('Bulunan miktar').value).toBe('5')
})

test('what two tabs have counted and not added when the session ends is kept for both', async () => {
  const { server, says, act, lor, butter } = await countWithoutReplies()
  const { storageKeyOf, storeForm } = await import('../../forms/stored-forms.ts')
  const { endSession, startSession } = await import('../../current-session.ts')
  const typed = { notes: '', image_url: null }
  storeForm(storageKeyOf(`count:${ID}`), '10.03.2026 sayımı', {
    lines: [
      { ...typed, key: 'other-line', product: { ...LOR, id: RICE.product_id }, quantity: 7, state: 'unanswered' },
    ],
    entry: { ...typed, key: 'other-entry', product: BUTTER, quantity: 8 },
  })
  await act(async () => endSession('ended'))
  await act(async () => void startSession(ADMIN))
  const again = [await server.next(ADD), await server.next(ADD), await server.next(ADD)]
  const keys = [lor, butter].map(({ headers }) => headers['idempotency-key'])
  expect(again.map(({ headers }) => headers['idempotency-key']).sort()).toEqual([...keys, 'other-line'].sort())
  await says('Tereyağı · 8 KG: başka bir sekmede yazılmıştı')
  expect(field('Bulunan miktar').value).toBe('5')
})

test('what was sent more than a day before the login is not sent again, as it may have been added', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { says, server, warnings } = await logInAgain(() => vi.setSystemTime(Date.now() + 25 * 60 * 60 * 1000))
  await says('Bulunan miktar')
  await shows(() => warnings().length === 2)
  expect(warnings()).toEqual([
    'Lor: sayıma eklenip eklenmediği bilinmiyor',
    'Tereyağı: sayıma eklenip eklenmediği bilinmiyor',
  ])
  expect([field('Bulunan miktar').value, server.untaken().includes(ADD)]).toEqual(['5', false])
})

test('when the session ends and the device has no room for them, lines that were not added are named', async () => {
  const { act, warnings } = await countWithoutReplies()
  const { endSession } = await import('../../current-session.ts')
  fillStorage('full')
  await act(async () => endSession('ended'))
  expect(warnings()).toEqual([
    '10.03.2026 sayımı: yazdıklarınız saklanamadı',
    'Lor: sayıma eklenip eklenmediği bilinmiyor',
    'Tereyağı: sayıma eklenip eklenmediği bilinmiyor',
    'Süt sayıma eklenmedi',
  ])
})

test('when a count is finalized meanwhile, lines without a reply are not reported as not added', async () => {
  const { state, act, says, warnings } = await countWithoutReplies()
  state.count = FINALIZED
  const { queryClient } = await import('../../queries.ts')
  await act(async () => void queryClient.invalidateQueries())
  await says('Bu sayım tamamlandı')
  expect(warnings()).toEqual([
    'Lor: sayıma eklenip eklenmediği bilinmiyor',
    'Tereyağı: sayıma eklenip eklenmediği bilinmiyor',
    'Süt sayıma eklenmedi',
  ])
})

test('after the login, a count that was finalized meanwhile reports what was not added to it', async () => {
  const { act, server, state, says, warnings } = await countWithoutReplies()
  const { endSession, startSession } = await import('../../current-session.ts')
  await act(async () => endSession('ended'))
  expect(warnings()).toEqual([])
  state.count = FINALIZED
  const { queryClient } = await import('../../queries.ts')
  queryClient.clear()
  await act(async () => void startSession(ADMIN))
  await says('Bu sayım tamamlandı')
  await shows(() => warnings().length === 3)
  expect([server.untaken().includes(ADD), Object.keys(localStorage).some(key => key.includes(ID))]).toEqual([
    false,
    false,
  ])
})

test('an entry is shown without reading the whole count again, which is still polled during further ones', async () => {
  // Those of polls.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const address = `/admin/dashboard?tab=stock&mode=count&count=${ID}&list=uncounted`
  const { server, says, act } = await openAdminScreen(address, async () => {
    const { CountPage } = await import('./count-page.tsx')
    return <CountPage id={ID} />
  })
  let reads = 0
  let count: object = OPEN
  server.respond(READ, exchange => {
    reads++
    exchange.reply(200, count)
  })
  server.respond('GET /api/admin/stock/uncounted', exchange => exchange.reply(200, [LOR]))
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, []))
  if (server.untaken().includes(READ)) (await server.next(READ)).reply(200, OPEN)
  await says('1 ürün sayılmadı')
  const enter = async (total: number) => {
    await act(async () => document.querySelector<HTMLElement>('tbody tr')?.click())
    await shows(() => document.querySelector('form') !== null)
    await act(async () => typeIn(field('Bulunan miktar'), '1'))
    await act(async () => button('Sayıma ekle').click())
    const reply = { action: 'added', message: '', old_quantity: total - 1, added_quantity: 1, new_total: total }
    const counted = product(LOR.id, 'Lor', total)
    count = { ...OPEN, products: [RICE, TEA, counted] }
    ;(await server.next(ADD)).reply(200, { ...reply, unit: 'KG', product: counted })
    await says('3 ürün sayıldı')
    await shows(() => document.querySelector('form') === null)
  }
  const { queryClient, queryKeyOf } = await import('../../queries.ts')
  await shows(() => queryClient.isFetching() === 0)
  reads = 0
  await enter(1)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await enter(2)
  expect(queryClient.getQueriesData<StockCount>({ queryKey: queryKeyOf(readCount) })[0]?.[1]?.products).toMatchObject([
    RICE,
    TEA,
    { product_id: LOR.id, counted_quantity: 2 },
  ])
  expect(reads).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await enter(3)
  await shows(() => reads === 1)
  await shows(() => queryClient.isFetching() === 0)
  // Another user has counted 5 meanwhile.
  await enter(9)
  await shows(() => reads === 2)
})

test('a count of 20,000 products is polled every 20 seconds only', async () => {
  const { pollInterval } = await import('./count-polling.ts')
  const { queryClient, rowKeyOf } = await import('../../queries.ts')
  expect(pollInterval(ID)).toBe(3_000)
  queryClient.setQueryData(rowKeyOf(readCount, ID), { ...OPEN, products: Array.from({ length: 20_000 }, () => RICE) })
  expect(pollInterval(ID)).toBe(20_000)
})
