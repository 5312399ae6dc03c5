import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Actor } from './context.ts'
import { logStream, RequestLog } from './log.ts'

const ACCOUNT = randomUUID()

/** The logger's line of a request and ours. */
async function linesOf(change: (request: FastifyRequest) => void) {
  const lines = { logger: '', ours: '' }
  const requests = new RequestLog([], 'info')
  const app = Fastify({
    logger: { stream: { write: line => void (lines.logger = line) }, serializers: { req: requests.serialize } },
    logController: requests,
    genReqId: () => randomUUID(),
  })
  onTestFinished(() => app.close())
  app.decorateRequest('actor', undefined)
  app.addHook('onRequest', async request => change(request))
  app.addHook('onResponse', async (request, reply) => {
    const { actor, errorCode: code } = request
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime, account: actor?.id, code }
    request.log.info(facts, 'request completed')
  })
  app.get('/*', async (_, reply) => reply.code(202).send('ok'))
  const write = vi.spyOn(logStream, 'write').mockImplementation(line => void (lines.ours = line))
  await app.inject({ url: '/a"b?x=1', headers: { host: 'örnek"' } })
  write.mockRestore()
  return lines
}

test.each<[string, (request: FastifyRequest) => void]>([
  ['without an account', () => undefined],
  ['of an account', request => void (request.actor = { id: ACCOUNT } as Actor)],
  ['with an error code', request => void (request.errorCode = 'not_found')],
])('the line of a request %s is as the logger writes it', async (_, change) => {
  const { logger, ours } = await linesOf(change)
  const withoutTimes = (line: string) => line.replace(/"(time|responseTime)":[\d.]+/g, '"$1":0')
  expect(ours).toMatch(/"responseTime":[\d.]+/)
  expect(withoutTimes(ours)).toBe(withoutTimes(logger))
})
