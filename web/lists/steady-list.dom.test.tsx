import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listNotifications } from '#contract/notifications.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { openScreen } from '../testing/screen.ts'
import { type Exchange, startServer, until } from '../testing/scripted-server.ts'

const rowOf = (title: string) => ({
  id: `0000000${title}-93c2-4f3c-8f5d-6f4d1f0f8a12`,
  title,
  created_at: '2026-03-10T07:00:00.000Z',
  kind: '',
  body: '',
  link: '/',
  read_at: null,
})

/** Replies with these rows, after which there is another page. */
const replyWith = ({ reply }: Exchange, titles: string) =>
  reply(
    200,
    Array.from(titles, title => rowOf(title)),
    { link: '</api/notifications?cursor=2>; rel="next"' },
  )

test('the user’s own change is shown at once, also while the next page is being loaded', async () => {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { invalidate, queryClient, useListQuery } = await import('../queries.ts')
  const { showNextResults, useSteadyList } = await import('./steady-list.ts')
  const List = () => {
    const { items, waiting, fetchNextPage } = useSteadyList(useListQuery(listNotifications, {}), '')
    return (
      <button type="button" onClick={() => void fetchNextPage()}>
        {items.map(({ title }) => title).join('')} +{waiting.added}
      </button>
    )
  }
  await openScreen(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
  const next = () => server.next('GET /api/notifications')
  const list = () => document.querySelector('button')
  replyWith(await next(), 'AB')
  await until(() => list()?.textContent === 'AB +0')
  list()?.click()
  await next()
  showNextResults('notifications')
  void invalidate(['notifications'])
  replyWith(await next(), 'CAB')
  await until(() => list()?.textContent === 'CAB +0')
  replyWith(await next(), 'D')
  await until(() => list()?.textContent === 'CABD +0')
  // A change of another user that follows is held back again.
  void invalidate(['notifications'], { isAnnounced: true })
  replyWith(await next(), 'ECAB')
  replyWith(await next(), 'D')
  await until(() => list()?.textContent === 'CABD +1')
  expect(server.untaken()).toEqual([])
})
