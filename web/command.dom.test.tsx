import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { CUSTOMER, OTHER_CUSTOMER } from './testing/samples.ts'
import { startServer, type TestServer, until } from './testing/scripted-server.ts'

const TERMS = { roles: ['customer'], summary: '', failure: 'Olmadı' } as const
const Offer = z.object({ id: z.string() })
const makeOffer = call('POST /offers', {
  ...TERMS,
  invalidates: ['quotes'],
  body: z.object({ word: z.string() }),
  reply: Offer,
  creates: true,
})
const dropOffer = call('DELETE /offers/:id', {
  ...TERMS,
  params: { id: z.string() },
  invalidates: ['quotes', 'orders'],
  reply: Offer,
})
const undoOffer = call('POST /offers/:id/undo', {
  ...TERMS,
  params: { id: z.string() },
  invalidates: ['quotes'],
  reply: Offer,
  takesKey: true,
})
const nudgeOffer = call('POST /offers/:id/nudge', {
  ...TERMS,
  params: { id: z.string() },
  invalidates: ['quotes'],
  reply: Offer,
})
const listOffers = call('GET /offers', { ...TERMS, resources: ['quotes'], reply: z.array(Offer) })
const listProducts = call('GET /products', { ...TERMS, resources: ['products'], reply: z.array(Offer) })

let server: TestServer

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  server = await startServer()
  const { startSession } = await import('./current-session.ts')
  startSession(CUSTOMER)
})

/** Renders a component that calls `useScreen`; `current` returns the result of the latest render. */
async function render<Screen>(useScreen: () => Screen) {
  const { act } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const { QueryClientProvider } = await import('@tanstack/react-query')
  const { queryClient } = await import('./queries.ts')
  const rendered: Screen[] = []
  const Rendered = (): ReactNode => {
    rendered.push(useScreen())
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Rendered />
      </QueryClientProvider>,
    ),
  )
  onTestFinished(() => act(() => root.unmount()))
  const current = () => {
    const latest = rendered.at(-1)
    if (!latest) throw new Error('nothing was rendered')
    return latest
  }
  return { act, current }
}

async function renderCommand(options: { onReply?: (reply: { id: string }) => unknown } = {}) {
  const { useCommand } = await import('./command.ts')
  const { useCallQuery } = await import('./queries.ts')
  const alerts: string[] = []
  vi.stubGlobal('alert', (text: string) => alerts.push(text))
  const screen = await render(() => ({
    make: useCommand(makeOffer, { showError: 'alert', ...options }),
    drop: useCommand(dropOffer, { showError: 'inline' }),
    undo: useCommand(undoOffer, { showError: 'inline' }),
    nudge: useCommand(nudgeOffer, { showError: 'inline' }),
    nudgeAgain: useCommand(nudgeOffer, { showError: 'inline', againWhenLost: true }),
    offers: useCallQuery(listOffers, {}),
    products: useCallQuery(listProducts, {}),
  }))
  const replies = await Promise.all([server.next('GET /api/offers'), server.next('GET /api/products')])
  await screen.act(async () => {
    for (const { reply } of replies) reply(200, [])
    await until(() => screen.current().offers.isSuccess && screen.current().products.isSuccess)
  })
  return { ...screen, alerts }
}

test('a mutation is pending until its reply, and only what it invalidates is refetched', async () => {
  const { act, current } = await renderCommand()
  let replied: Promise<unknown> | undefined
  act(() => {
    replied = current().make.run({ body: { word: 'un' } })
  })
  expect(current().make.pending).toBe(true)
  const sent = await server.next('POST /api/offers')
  expect(JSON.parse(sent.body)).toEqual({ word: 'un' })
  await act(async () => {
    sent.reply(201, { id: '1' })
    expect(await replied).toEqual({ id: '1' })
  })
  expect([current().make.pending, current().make.reply]).toEqual([false, { id: '1' }])
  const refetch = await server.next('GET /api/offers')
  await act(async () => {
    refetch.reply(200, [{ id: '1' }])
    await until(() => current().offers.data?.[0]?.id === '1')
  })
  expect(server.untaken()).toEqual([])
})

test('a second press is ignored for the same target only', async () => {
  const { act, current } = await renderCommand()
  const drop = (id: string) => current().drop.run({ params: { id } })
  const runs: Promise<unknown>[] = []
  act(() => void runs.push(drop('1'), drop('1'), drop('2')))
  await act(async () => expect(await runs[1]).toBeUndefined())
  const [first, second] = await Promise.all([server.next('DELETE /api/offers/1'), server.next('DELETE /api/offers/2')])
  expect(server.untaken()).toEqual([])
  await act(async () => {
    first.reply(200, { id: '1' })
    await runs[0]
  })
  expect(current().drop.pending).toBe(true)
  await act(async () => {
    second.reply(200, { id: '2' })
    await runs[2]
  })
  expect(current().drop.pending).toBe(false)
})

test('attempts of the same command share a key until its outcome is known', async () => {
  const { act, current, alerts } = await renderCommand()
  const attempt = async (word: string, outcome: 'lost' | 'refused' | 'done') => {
    let run: Promise<unknown> | undefined
    act(() => {
      run = current().make.run({ body: { word } })
    })
    const sent = await (outcome === 'lost' ? server.lose : server.next)('POST /api/offers')
    await act(async () => {
      if (outcome === 'refused') sent.refuse(409, 'taken', 'Alınmış')
      else if (outcome === 'done') sent.reply(201, { id: '1' })
      await run
    })
    return sent.headers['idempotency-key']
  }
  const key = await attempt('un', 'lost')
  expect(key).toBeTruthy()
  expect(await attempt('un', 'refused')).toBe(key)
  expect(await attempt('un', 'done')).toBe(key)
  expect(await attempt('un', 'lost')).not.toBe(key)
  expect(await attempt('tuz', 'done')).not.toBe(key)
  expect(alerts).toEqual(['Olmadı', 'Alınmış', 'Olmadı'])
})

test('an attempt for another target does not change the key of the next attempt', async () => {
  const { act, current } = await renderCommand()
  const attempt = async (id: string, isLost: boolean) => {
    let run: Promise<unknown> | undefined
    act(() => {
      run = current().undo.run({ params: { id } })
    })
    const sent = await (isLost ? server.lose : server.next)(`POST /api/offers/${id}/undo`)
    await act(async () => {
      if (!isLost) sent.reply(200, { id })
      await run
    })
    return sent.headers['idempotency-key']
  }
  const key = await attempt('1', true)
  await attempt('2', true)
  await attempt('2', false)
  expect(await attempt('1', false)).toBe(key)
})

test('an error is shown as requested, and invalidated queries are refetched unless the network failed', async () => {
  const { act, current } = await renderCommand()
  const drop = async (outcome: 'lost' | 'refused', showError?: () => void) => {
    let run: Promise<unknown> | undefined
    act(() => {
      run = current().drop.run({ params: { id: '1' } }, showError)
    })
    const sent = await (outcome === 'lost' ? server.lose : server.next)('DELETE /api/offers/1')
    await act(async () => {
      if (outcome === 'refused') sent.refuse(404, 'not_found', 'Bulunamadı')
      expect(await run).toBeUndefined()
    })
  }
  await drop('lost')
  expect(current().drop.error?.isOffline).toBe(true)
  expect(server.untaken()).toEqual([])
  await drop('refused')
  expect(current().drop.error?.message).toBe('Bulunamadı')
  await act(async () => (await server.next('GET /api/offers')).reply(200, []))
  let shown = 0
  await drop('refused', () => shown++)
  expect(shown).toBe(1)
  act(() => current().drop.reset())
  expect(current().drop.error).toBeUndefined()
})

test('the reply is handled before the refetch, and a bug in the handler is not taken for a failed request', async () => {
  const log: string[] = []
  const onReply = ({ id }: { id: string }) => {
    log.push(`reply ${id}, waiting: ${server.untaken().join()}`)
    if (id === 'bug') throw new TypeError('a bug')
  }
  const { act, current, alerts } = await renderCommand({ onReply })
  for (const id of ['1', 'bug'])
    await act(async () => {
      const run = current().make.run({ body: { word: id } })
      ;(await server.next('POST /api/offers')).reply(201, { id })
      if (id === 'bug') await expect(run).rejects.toThrow('a bug')
      else await run
    })
  expect(log).toEqual(['reply 1, waiting: ', expect.stringMatching('^reply bug')])
  expect([alerts, current().make.pending]).toEqual([[], false])
})

test('after a lost reply an idempotent command is sent again, another one only if its options say so', async () => {
  const { act, current } = await renderCommand()
  const run = (command: 'drop' | 'nudge' | 'nudgeAgain') => {
    let replied: Promise<unknown> | undefined
    act(() => {
      replied = current()[command].run({ params: { id: '1' } })
    })
    return async () => act(async () => replied)
  }
  const dropped = run('drop')
  ;(await server.next('DELETE /api/offers/1')).drop()
  ;(await server.next('DELETE /api/offers/1')).reply(200, { id: '1' })
  expect(await dropped()).toEqual({ id: '1' })
  const nudged = run('nudge')
  ;(await server.next('POST /api/offers/1/nudge')).drop()
  expect([await nudged(), current().nudge.error?.isOffline]).toEqual([undefined, true])
  const nudgedAgain = run('nudgeAgain')
  ;(await server.next('POST /api/offers/1/nudge')).drop()
  ;(await server.next('POST /api/offers/1/nudge')).reply(200, { id: '1' })
  expect(await nudgedAgain()).toEqual({ id: '1' })
  expect(server.untaken()).not.toContain('POST /api/offers/1/nudge')
})

test('a lost request is not sent again with the session of another user who has logged in meanwhile', async () => {
  const { act, current } = await renderCommand()
  const { startSession } = await import('./current-session.ts')
  let isOver = false
  act(() => {
    void current()
      .drop.run({ params: { id: '1' } })
      .then(() => (isOver = true))
  })
  const sent = await server.next('DELETE /api/offers/1')
  expect(sent.headers.authorization).toBe(`Bearer ${CUSTOMER.token}`)
  await act(async () => {
    startSession(OTHER_CUSTOMER)
    sent.drop()
    await until(() => isOver || server.untaken().length > 0)
  })
  expect([current().drop.pending, current().drop.error?.isOffline, server.untaken()]).toEqual([false, true, []])
})

test('a command that the user cancels has no reply', async () => {
  const { useCommand } = await import('./command.ts')
  const replies: unknown[] = []
  const { act, current } = await render(() =>
    useCommand(makeOffer, {
      showError: 'inline',
      wrapSend: async () => undefined,
      onReply: reply => replies.push(reply),
    }),
  )
  await act(async () => expect(await current().run({ body: { word: 'un' } })).toBeUndefined())
  expect([current().pending, current().error, replies]).toEqual([false, undefined, []])
  expect(server.untaken()).toEqual([])
})
