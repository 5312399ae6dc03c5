import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminProduct } from '#contract/products.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { stubLocks } from '../../testing/outbox-tab.ts'
import { ADMIN } from '../../testing/samples.ts'
import { button, shows, typeIn } from '../../testing/screen.ts'
import { TIMERS } from '../../testing/scripted-server.ts'

const KNOWN = WIRE_PRODUCT.barcode
const NEW = '8690000000024'
const NEW_PRODUCT = { ...WIRE_PRODUCT, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Lor', barcode: NEW }
const lookupOf = (code: string) => `GET /api/admin/products/by-barcode/${code}/warehouses`

/** The pitch of the first tone of each sound, in Hz. */
let sounds: number[]
beforeEach(() => {
  sounds = []
  sessionStorage.clear()
  localStorage.clear()
  const connected = { connect: () => connected, start: () => undefined, stop: () => undefined }
  vi.stubGlobal('AudioContext', function open() {
    return { currentTime: 0, destination: connected }
  })
  vi.stubGlobal('OscillatorNode', function make(_: unknown, { frequency }: { frequency: number }) {
    sounds.push(frequency)
    return connected
  })
  vi.stubGlobal('GainNode', function make() {
    return connected
  })
})

async function openFinder(mode = 'add') {
  const chosen: (string | undefined)[] = []
  const screen = await openAdminScreen(`/admin/dashboard?tab=stock&mode=${mode}`, async () => {
    const { StockFinder } = await import('../stock/stock-finder.tsx')
    return <StockFinder onChoose={(product: AdminProduct) => void chosen.push(product.name)} />
  })
  const input = () => document.querySelector('input')!
  const enter = async (code: string) => {
    await screen.act(async () => typeIn(input(), code))
    await screen.act(async () => {
      input().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
  }
  return { ...screen, chosen, enter }
}

test('without a network a scan is looked up in the index, or kept until the server is back', async () => {
  const { server, act, says, chosen, enter, unmount } = await openFinder()
  const { loadBarcodeIndex } = await import('../scanning/barcode-index.ts')
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, [WIRE_PRODUCT]))
  await loadBarcodeIndex()
  server.health.isUp = false
  for (const code of [KNOWN, NEW]) server.respond(lookupOf(code), exchange => exchange.drop())
  await enter(KNOWN)
  await shows(() => chosen.length === 1)
  expect([chosen, sounds]).toEqual([['Ezine peyniri'], [1568]])
  await enter(NEW)
  await says('1 okutma bekliyor')
  await enter(NEW)
  await says(`${NEW} × 2`)
  expect([chosen.length, sounds]).toEqual([1, [1568, 784, 784]])
  expect(server.untaken()).toEqual([])
  await unmount()

  // Stored scans outlast the screen, and are taken when the server is back, but not while text is being typed.
  const again = await openFinder()
  await again.says('2 okutma bekliyor')
  for (const code of [KNOWN, NEW]) again.server.respond(lookupOf(code), exchange => exchange.reply(200, [NEW_PRODUCT]))
  document.querySelector('input')!.focus()
  await again.act(async () => typeIn(document.querySelector('input')!, 'Lo'))
  await act(async () => void dispatchEvent(new Event('online')))
  const { isOnline } = await import('../../pwa/connectivity.ts')
  await shows(isOnline)
  expect([again.chosen, document.body.textContent?.includes('2 okutma bekliyor')]).toEqual([[], true])
  await again.act(async () => button('Şimdi al').click())
  await shows(() => again.chosen.length === 2)
  expect(again.chosen).toEqual(['Lor', 'Lor'])
  await shows(() => !document.body.textContent?.includes('okutma bekliyor'))
  const { storeScan } = await import('../scanning/stored-scans.ts')
  await again.act(async () => {
    typeIn(document.querySelector('input')!, '')
    storeScan(`add:${ADMIN.user.id}`, NEW)
  })
  await act(async () => void dispatchEvent(new Event('offline')))
  await shows(() => again.chosen.length === 3)

  // Once the typed line is finished, a scan kept in the meantime is taken without a press.
  await again.act(async () => {
    document.querySelector('input')!.focus()
    typeIn(document.querySelector('input')!, 'Lo')
    storeScan(`add:${ADMIN.user.id}`, NEW)
  })
  await again.says('1 okutma bekliyor')
  expect(again.chosen.length).toBe(3)
  await again.act(async () => {
    typeIn(document.querySelector('input')!, '')
    document.querySelector('input')!.blur()
  })
  await shows(() => again.chosen.length === 4)
})

test('while the server cannot be reached, a scan that the index lacks is stored at once, and the next is found', async () => {
  const { server, act, says, chosen, enter } = await openFinder()
  const { loadBarcodeIndex } = await import('../scanning/barcode-index.ts')
  const { probeConnection } = await import('../../pwa/connectivity.ts')
  server.respond('GET /api/admin/products', exchange => exchange.reply(200, [WIRE_PRODUCT]))
  await loadBarcodeIndex()
  server.health.isUp = false
  await act(() => probeConnection())
  await enter(NEW)
  await enter(KNOWN)
  await says('1 okutma bekliyor')
  await shows(() => chosen.length === 1)
  expect([chosen, server.untaken()]).toEqual([['Ezine peyniri'], []])
})

test('a scan without a response is stored as soon as the server turns out to be unreachable', async () => {
  const { server, act, says, enter } = await openFinder()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  server.health.isUp = false
  await enter(NEW)
  await server.next(lookupOf(NEW))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await says('1 okutma bekliyor')
})

test('without a network a scan finds the product of each warehouse, however its barcode is spelled there', async () => {
  const [main, temporary] = [
    { ...WIRE_PRODUCT, barcode: '036000291452' },
    { ...NEW_PRODUCT, barcode: '0036000291452' },
  ]
  const { server, says, chosen, enter } = await openFinder()
  const { loadBarcodeIndex, findInIndex } = await import('../scanning/barcode-index.ts')
  server.respond('GET /api/admin/products', exchange =>
    exchange.reply(200, [
      { ...temporary, warehouse: 'Gecici Depo' },
      // The main warehouse also has the other spelling, which was not scanned.
      { ...main, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c57', name: 'Uzun', barcode: '0036000291452' },
      main,
    ]),
  )
  await loadBarcodeIndex()
  expect(findInIndex('036000291452').map(({ name }) => name)).toEqual(['Ezine peyniri', 'Lor'])
  expect(findInIndex('0036000291452').map(({ name }) => name)).toEqual(['Uzun', 'Lor'])
  server.health.isUp = false
  server.respond(lookupOf('036000291452'), exchange => exchange.drop())
  await enter('036000291452')
  await says('Hangi depodaki?')
  const offered = Array.from(
    document.querySelectorAll('[role="dialog"] button span:first-child'),
    one => one.textContent,
  )
  expect([offered, chosen]).toEqual([['Ana Depo', 'Gecici Depo'], []])
})

test('stored scans without a product stay in the list with the reason, and closing the page requires a confirmation', async () => {
  const { storeScan } = await import('../scanning/stored-scans.ts')
  const unknown = ['8690000000031', '8690000000048']
  for (const code of [...unknown, NEW]) storeScan(`add:${ADMIN.user.id}`, code)
  const { server, act, says, chosen } = await openFinder()
  for (const code of unknown) server.respond(lookupOf(code), exchange => exchange.refuse(404, 'not_found'))
  server.respond(lookupOf(NEW), exchange => exchange.reply(200, [NEW_PRODUCT]))
  await says('2 okutma alınamadı')
  const lines = () =>
    Array.from(document.querySelectorAll('[aria-label="Bekleyen okutmalar"] li'), li => li.textContent)
  expect(lines()).toEqual(unknown.map(code => `${code} × 1 · “${code}” barkodlu ürün bulunamadı`))
  await shows(() => chosen.length === 1)
  const isAskedBefore = (leaving: Event) => !dispatchEvent(leaving)
  expect(isAskedBefore(new Event('beforeunload', { cancelable: true }))).toBe(true)

  // One product has been added in the meantime and is found by a new search; the other scan can only be deleted.
  server.respond(lookupOf(unknown[0] ?? ''), exchange => exchange.reply(200, [WIRE_PRODUCT]))
  await act(async () => button('Yeniden ara').click())
  await says('1 okutma alınamadı')
  expect(chosen).toEqual(['Lor', 'Ezine peyniri'])
  vi.stubGlobal('confirm', () => true)
  await act(async () => button('Sil').click())
  expect(isAskedBefore(new Event('beforeunload', { cancelable: true }))).toBe(false)
})

test('a stored scan that cannot be taken, such as one with the quantity 0, is deleted without the others', async () => {
  const { storeScan, setTyped } = await import('../scanning/stored-scans.ts')
  const unknown = '8690000000031'
  storeScan(`add:${ADMIN.user.id}`, NEW)
  setTyped(`add:${ADMIN.user.id}`, NEW, '0')
  storeScan(`add:${ADMIN.user.id}`, unknown)
  const { server, act, says } = await openAdminScreen('/admin/dashboard?tab=stock&mode=add', async () => {
    const { ReceiptMode } = await import('../stock/receipt-mode.tsx')
    const { Toaster } = await import('../../ui/toaster.tsx')
    return (
      <>
        <ReceiptMode />
        <Toaster />
      </>
    )
  })
  server.respond(lookupOf(NEW), exchange => exchange.reply(200, [NEW_PRODUCT]))
  server.respond(lookupOf(unknown), exchange => exchange.refuse(404, 'not_found'))
  await says('2 okutma alınamadı')
  const lines = () =>
    Array.from(document.querySelectorAll('[aria-label="Bekleyen okutmalar"] li'), li => li.textContent)
  const [zero, other] = [`${NEW} × 0 · alınmadı`, `${unknown} × 1 · “${unknown}” barkodlu ürün bulunamadı`]
  expect(lines()).toEqual([zero, other])
  const drop = () =>
    act(async () => document.querySelector<HTMLElement>(`[aria-label="Okutmayı sil: ${zero}"]`)?.click())
  await drop()
  expect(lines()).toEqual([other])
  await says('Geri al')
  await act(async () => button('Geri al').click())
  expect(lines()).toEqual([other, zero])
  await drop()
  expect(lines()).toEqual([other])
})

/** Stores a scan in a tab, and opens the screen in a page with the same storage, such as a duplicate of that tab. */
async function openWithCopiedScan() {
  stubLocks()
  const { scansAreOwn, storeScan } = await import('../scanning/stored-scans.ts')
  await scansAreOwn
  storeScan(`add:${ADMIN.user.id}`, NEW)
  vi.resetModules()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const screen = await openFinder()
  screen.server.respond(lookupOf(NEW), exchange => exchange.reply(200, [NEW_PRODUCT]))
  await screen.act(() => vi.advanceTimersByTimeAsync(1000))
  expect([screen.chosen, document.body.textContent?.includes('1 okutma bekliyor')]).toEqual([[], true])
  return screen
}

test('a duplicated tab discards its copies of stored scans, and keeps its own', async () => {
  const { act, says, chosen, server, enter } = await openWithCopiedScan()
  server.health.isUp = false
  server.respond(lookupOf(KNOWN), exchange => exchange.drop())
  await enter(KNOWN)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await says(`${KNOWN} × 1`)
  expect([chosen, document.body.textContent?.includes(NEW)]).toEqual([[], false])
})

test('a page that is reloaded takes its stored scans as soon as the page before it is gone', async () => {
  const { act, chosen } = await openWithCopiedScan()
  // Another set of locks: the page before has released its own.
  stubLocks()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  await shows(() => chosen.length === 1)
  expect(chosen).toEqual(['Lor'])
})

/** Lets the tab's storage refuse the keys for which `isRefused` returns true. */
function fillStorage(isRefused: (key: string) => boolean) {
  const setItem: (this: Storage, key: string, value: string) => void = Reflect.get(Storage.prototype, 'setItem')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function set(this: Storage, key, value) {
    if (this === sessionStorage && isRefused(key)) throw new DOMException('', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
}

test('scans are stored in a tab whose id could not be stored', async () => {
  stubLocks()
  fillStorage(key => key === 'scan-tab')
  const { server, says, enter } = await openFinder()
  server.health.isUp = false
  server.respond(lookupOf(NEW), exchange => exchange.drop())
  await enter(NEW)
  await says('1 okutma bekliyor')
})

test('a scan for which the storage has no room is reported', async () => {
  const { server, alerts, says, enter } = await openFinder()
  server.health.isUp = false
  server.respond(lookupOf(NEW), exchange => exchange.drop())
  fillStorage(() => true)
  await enter(NEW)
  await says(`“${NEW}” alınamadı: bağlantı yok; yeniden okutun`)
  expect([document.body.textContent?.includes('okutma bekliyor'), alerts.length]).toEqual([false, 1])
})

test('a correction keeps no scans, and reports that there is no connection', async () => {
  const { server, alerts, says, enter } = await openFinder('edit')
  server.health.isUp = false
  server.respond(lookupOf(NEW), exchange => exchange.drop())
  await enter(NEW)
  await says(`“${NEW}” alınamadı: bağlantı yok; yeniden okutun`)
  expect([document.body.textContent?.includes('okutma bekliyor'), alerts.length]).toEqual([false, 1])
})

test('a scan sounds unless the sound is switched off, and the setting is kept', async () => {
  const { server, act, says, enter } = await openFinder()
  server.respond(lookupOf(NEW), exchange => exchange.refuse(404, 'not_found'))
  await enter(NEW)
  await says(`“${NEW}” barkodlu ürün bulunamadı`)
  expect(sounds).toEqual([233, 196])
  const toggle = document.querySelector<HTMLElement>('[aria-label="Okutma sesi"]')
  expect(toggle?.getAttribute('aria-pressed')).toBe('true')
  await act(async () => toggle?.click())
  await enter(NEW)
  await says(`“${NEW}” barkodlu ürün bulunamadı`)
  expect([sounds.length, toggle?.getAttribute('aria-pressed')]).toEqual([2, 'false'])
  vi.resetModules()
  const { scanSound, switchScanSound } = await import('../scanning/scan-sound.ts')
  expect(scanSound.get()).toBe(false)
  switchScanSound(true)
  expect([scanSound.get(), sounds.length]).toEqual([true, 3])
})

test('the badge shows that the server cannot be reached', async () => {
  const { server, act, says } = await openAdminScreen('/admin/dashboard', async () => {
    const { OfflineBadge } = await import('./offline-badge.tsx')
    return <OfflineBadge />
  })
  expect(document.body.textContent).not.toContain('Çevrimdışı')
  server.health.isUp = false
  const { probeConnection } = await import('../../pwa/connectivity.ts')
  await act(() => probeConnection())
  await says('Çevrimdışı')
})

test('a scan stored for a receipt is taken in the receipt of its own user only', async () => {
  const other = { ...ADMIN, token: 'other-token', user: { ...ADMIN.user, id: '00000002-93c2-4f3c-8f5d-6f4d1f0f8a12' } }
  const { session, startSession, useSession } = await import('../../current-session.ts')
  const taken: (string | undefined)[] = []
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=stock', async () => {
    const { StockFinder, scanScreenOf } = await import('../stock/stock-finder.tsx')
    const { storeScan } = await import('../scanning/stored-scans.ts')
    storeScan(scanScreenOf('add', ''), NEW)
    startSession(other)
    const Shell = () => <StockFinder key={useSession()?.user.id} onChoose={() => void taken.push(session()?.user.id)} />
    return <Shell />
  })
  server.respond(lookupOf(NEW), exchange => exchange.reply(200, [NEW_PRODUCT]))
  expect([document.body.textContent?.includes('okutma bekliyor'), server.untaken()]).toEqual([false, []])
  await act(async () => void startSession(ADMIN))
  await shows(() => taken.length === 1)
  expect(taken).toEqual([ADMIN.user.id])
})
