import { expect, onTestFinished, test, vi } from 'vitest'
import type { AdminProduct } from '#contract/products.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { announced, button, shows, typeIn } from '../../testing/screen.ts'

const CODE = '8690000000017'
const SPARE = {
  ...WIRE_PRODUCT,
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56',
  warehouse: 'Gecici Depo',
  stock_quantity: 7,
}

async function openFinder(warehouse?: 'Ana Depo') {
  const chosen: (string | undefined)[] = []
  const onChoose = (product?: AdminProduct) => void chosen.push(product?.warehouse)
  const screen = await openAdminScreen('/admin/dashboard?tab=stock', async () => {
    const { ProductFinder } = await import('./product-finder.tsx')
    return <ProductFinder onChoose={onChoose} {...(warehouse && { warehouse })} />
  })
  /** Types a barcode and Enter, as a user without a scanner does. */
  const enter = async (...found: object[]) => {
    const input = document.querySelector('input')!
    await screen.act(async () => typeIn(input, CODE))
    await screen.act(async () => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
    const lookup = await screen.server.next(`GET /api/admin/products/by-barcode/${CODE}/warehouses`)
    if (found.length > 0) lookup.reply(200, found)
    else lookup.refuse(404, 'not_found')
  }
  return { ...screen, chosen, enter }
}

const question = () => document.querySelector('[role=dialog]')

test('a barcode of both warehouses opens a dialog to choose one, in which a press right after opening has no effect', async () => {
  const { act, chosen, enter, says } = await openFinder()
  await enter(WIRE_PRODUCT, SPARE)
  await says('Hangi depodaki?')
  const spare = () => button('Gecici DepoEzine peyniri · Eldeki 7 KG')
  await act(async () => spare().click())
  expect([chosen, question() !== null]).toEqual([[], true])
  await shows(() => {
    if (question()) spare().click()
    return chosen.length > 0
  })
  expect([chosen, question()]).toEqual([['Gecici Depo'], null])

  await enter(WIRE_PRODUCT, SPARE)
  await says('Hangi depodaki?')
  await act(async () => button('Vazgeç').click())
  await shows(() => question() === null)
  await enter(WIRE_PRODUCT)
  await shows(() => chosen.length > 1)
  expect(chosen).toEqual(['Gecici Depo', 'Ana Depo'])
})

test('a product of the other warehouse is not taken, and the message names its warehouse', async () => {
  const { chosen, enter, says } = await openFinder('Ana Depo')
  await enter(SPARE)
  await says(`“${CODE}” Ana Depo’da yok; Gecici Depo’da: Ezine peyniri`)
  await enter()
  await says(`“${CODE}” barkodlu ürün bulunamadı`)
  await enter(WIRE_PRODUCT, SPARE)
  await shows(() => chosen.length > 0)
  expect(chosen).toEqual(['Ana Depo'])
})

test('the message about an unknown barcode is scrolled into view', async () => {
  const { enter, says } = await openFinder()
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
  const input = document.querySelector('input')!
  await enter()
  await says(`“${CODE}” barkodlu ürün bulunamadı`)
  await shows(() => shown.mock.contexts.some(one => one instanceof Element && one.contains(input)))
})

test('the number of found products is announced once, however often they are refetched, and the highlighted one stays', async () => {
  const { act, server, says } = await openFinder()
  const { invalidate } = await import('../../queries.ts')
  let found: object[] = [WIRE_PRODUCT]
  let requests = 0
  server.respond('GET /api/admin/products', ({ reply }) => {
    requests++
    reply(200, found)
  })
  /** What the region for screen readers said, one after the other; it is emptied before each announcement. */
  const sentences = ['']
  const watch = new MutationObserver(() => {
    const sentence = document.querySelector('[role=status].sr-only')?.textContent ?? ''
    if (sentence !== sentences.at(-1)) sentences.push(sentence)
  })
  onTestFinished(() => watch.disconnect())
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  await act(async () => typeIn(document.querySelector('input')!, 'peynir'))
  await says('Eldeki 400 KG')
  await shows(() => sentences.length > 1)
  found = [{ ...WIRE_PRODUCT, stock_quantity: 390 }]
  await act(async () => invalidate(['products']))
  await says('Eldeki 390 KG')
  await act(async () => void (await announced()))
  expect([requests, sentences]).toEqual([2, ['', '1 ürün bulundu']])
  // A product that is new sorts before the highlighted one.
  found = [{ ...SPARE, name: 'Dil peyniri' }, ...found]
  await act(async () => invalidate(['products']))
  await says('Dil peyniri')
  expect(document.querySelector('[aria-selected=true]')?.textContent).toContain('Ezine peyniri')
})
