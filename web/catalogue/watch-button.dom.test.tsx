import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { listWatches } from '#contract/product-watches.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { accepts, acceptsHeldEnter, button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { CHEESE } from './sample-product.ts'

/** A customer's app; `watched.ids` are the products that the server lists as watched. */
async function openShop() {
  const server = await startServer()
  const watched: { ids: string[] } = { ids: [] }
  server.respond('GET /api/products/watched', one => one.reply(200, watched.ids))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { WatchButton } = await import('./watch-button.tsx')
  return { server, watched, queryClient, WatchButton }
}

test('a request to begin or withdraw a watch that gets no reply is sent once more', async () => {
  const { server, watched, queryClient, WatchButton } = await openShop()
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <WatchButton product={CHEESE} />
    </QueryClientProvider>,
  )
  const press = async (text: string, method: string, then: string[]) => {
    await act(async () => button(text).click())
    const endpoint = `${method} /api/products/${CHEESE.id}/watch`
    ;(await server.next(endpoint)).drop()
    const again = await server.next(endpoint)
    watched.ids = then
    again.reply(200, { watched: then.length > 0 })
  }
  await press('Gelince haber ver', 'POST', [CHEESE.id])
  await shows(() => document.body.textContent.includes('Gelince haber verilecek'))
  await press('Vazgeç', 'DELETE', [])
  await shows(() => !document.body.textContent.includes('Gelince haber verilecek'))
})

test('the focus stays on the button that begins and withdraws a watch, which a held Enter presses once', async () => {
  const { server, watched, queryClient, WatchButton } = await openShop()
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <WatchButton product={CHEESE} />
    </QueryClientProvider>,
  )
  const focused = () => document.activeElement?.textContent
  await act(async () => button('Gelince haber ver').focus())
  await act(async () => button('Gelince haber ver').click())
  const begun = await server.next(`POST /api/products/${CHEESE.id}/watch`)
  watched.ids = [CHEESE.id]
  begun.reply(200, { watched: true })
  await shows(() => document.body.textContent.includes('Gelince haber verilecek'))
  expect([focused(), acceptsHeldEnter(button('Vazgeç'))]).toEqual(['Vazgeç', false])
  await accepts('Vazgeç')
  await act(async () => button('Vazgeç').click())
  const withdrawn = await server.next(`DELETE /api/products/${CHEESE.id}/watch`)
  watched.ids = []
  withdrawn.reply(200, { watched: false })
  await shows(() => !document.body.textContent.includes('Gelince haber verilecek'))
  expect(focused()).toBe('Gelince haber ver')
})

test('a watch that ends while the customer aims at its row is shown until the customer withdraws it', async () => {
  const server = await startServer()
  let watches = [CHEESE.id]
  server.respond('GET /api/products/watched', one => one.reply(200, watches))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { invalidate, queryClient, useCallQuery } = await import('../queries.ts')
  const { WatchButton } = await import('./watch-button.tsx')
  const Row = () => (
    <div data-index="0">
      <WatchButton product={CHEESE} />
      <output>{useCallQuery(listWatches, {}).data?.length}</output>
    </div>
  )
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Row />
    </QueryClientProvider>,
  )
  const says = (words: string) => document.body.textContent.includes(words)
  await shows(() => says('Vazgeç'))
  const move = () => act(async () => button('Vazgeç').dispatchEvent(new Event('pointermove', { bubbles: true })))
  const end = async () => {
    watches = []
    await act(async () => void invalidate(['watches']))
    await shows(() => document.querySelector('output')?.textContent === '0')
  }
  await move()
  await end()
  expect(says('Vazgeç')).toBe(true)
  const endpoint = `/api/products/${CHEESE.id}/watch`
  await act(async () => button('Vazgeç').click())
  ;(await server.next(`DELETE ${endpoint}`)).reply(200, { watched: false })
  await shows(() => says('Gelince haber ver') && !says('Vazgeç'))
  await shows(() => document.querySelector('[aria-busy=true]') === null)

  await act(async () => button('Gelince haber ver').click())
  watches = [CHEESE.id]
  ;(await server.next(`POST ${endpoint}`)).reply(200, { watched: true })
  await shows(() => says('Vazgeç'))
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 11_000)
  // The pointer leaves the row.
  await act(async () => document.body.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })))
  await end()
  expect(says('Vazgeç')).toBe(false)
})

test('a watch that is begun or withdrawn in the details of a product is also shown in its row', async () => {
  const { server, watched, queryClient, WatchButton } = await openShop()
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <div data-index="0">
        <WatchButton product={CHEESE} />
      </div>
      <section>
        <WatchButton product={CHEESE} />
      </section>
    </QueryClientProvider>,
  )
  const buttons = () => Array.from(document.querySelectorAll('button'), one => one.textContent)
  const press = async (method: string, then: string[]) => {
    // The details are opened by a press of the row.
    const row = document.querySelector('[data-index]')!
    await act(async () => row.dispatchEvent(new Event('pointermove', { bubbles: true })))
    await act(async () => document.querySelector<HTMLElement>('section button')!.click())
    const requested = await server.next(`${method} /api/products/${CHEESE.id}/watch`)
    watched.ids = then
    requested.reply(200, { watched: then.length > 0 })
  }
  await shows(() => buttons().every(text => text === 'Gelince haber ver'))
  await press('POST', [CHEESE.id])
  await shows(() => buttons().every(text => text === 'Vazgeç'))
  await shows(() => document.querySelector('[aria-busy=true]') === null)
  await press('DELETE', [])
  await shows(() => buttons().every(text => text === 'Gelince haber ver'))
})
