import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { countUnread } from '#contract/notifications.ts'
import { CUSTOMER } from './testing/samples.ts'
import { openScreen, shows } from './testing/screen.ts'
import { startServer } from './testing/scripted-server.ts'

test('a change that is announced while the first response is in flight is shown', async () => {
  const server = await startServer()
  const { startSession } = await import('./session.ts')
  startSession(CUSTOMER)
  const { invalidate, queryClient, useCallQuery } = await import('./queries.ts')
  const Count = () => <p>{useCallQuery(countUnread, {}).data?.count}</p>
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <Count />
    </QueryClientProvider>,
  )
  const first = await server.next('GET /api/notifications/unread')
  const shown = invalidate(['notifications'])
  first.reply(200, { count: 1 })
  const second = await server.next('GET /api/notifications/unread')
  second.reply(200, { count: 2 })
  await shown
  await shows(() => document.querySelector('p')?.textContent === '2')
  expect(server.untaken()).toEqual([])
})
