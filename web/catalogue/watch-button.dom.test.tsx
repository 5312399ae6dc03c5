import { QueryClientProvider } from '@tanstack/react-query'
import { test } from 'vitest'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { CHEESE } from './sample-product.ts'

test('a request to begin or withdraw a watch that gets no reply is sent once more', async () => {
  const server = await startServer()
  let watches: string[] = []
  server.respond('GET /api/products/watched', one => one.reply(200, watches))
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { WatchButton } = await import('./watch-button.tsx')
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
    watches = then
    again.reply(200, { watched: then.length > 0 })
  }
  await press('Gelince haber ver', 'POST', [CHEESE.id])
  await shows(() => document.body.textContent.includes('Gelince haber verilecek'))
  await press('Vazgeç', 'DELETE', [])
  await shows(() => !document.body.textContent.includes('Gelince haber verilecek'))
})
