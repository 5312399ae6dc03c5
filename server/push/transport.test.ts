import { expect, onTestFinished, test } from 'vitest'
import { LOOPBACK, pushBrowser, startPushService } from '../testing/push-service.ts'
import { keysOf, newPrivateKey } from './keys.ts'
import { pushTransport } from './transport.ts'

test('a service that does not reply gets no requests for a while, so that the others need not wait for it', async () => {
  const [slow, quick] = [await startPushService(), await startPushService()]
  onTestFinished(() => Promise.all([slow.stop(), quick.stop()]).then(() => undefined))
  slow.behave(() => 'hangs')
  const keys = keysOf(newPrivateKey())
  // On a busy machine this is also too short for the other service, which does not matter here.
  const transport = pushTransport({ keys, subject: 'mailto:a@ornek.com.tr', network: LOOPBACK, timeout: 200 })
  const send = (service: typeof slow) => {
    const { endpoint, keys: browser } = pushBrowser(service, '/phone').subscription
    const message = { payload: '{}', topic: 'x', ttl: 60, urgency: 'normal' } as const
    return transport.deliver({ endpoint, ...browser }, message).catch((error: unknown) => error)
  }
  const rejected = { kind: 'temporary', message: 'the push service did not reply in time' }
  expect(await send(slow)).toMatchObject({ message: expect.stringContaining('no reply') })
  const refused = await send(slow)
  expect(refused).toMatchObject({ ...rejected, retryAfter: expect.closeTo(60_000, -4) })
  expect(await send(quick)).not.toEqual(expect.objectContaining(rejected))
})
