import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { latencyDuring } from './latency.ts'

test('a refused request ends the measurement immediately, so that its benchmark can stop the portal', async () => {
  const server = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const endless = () => new Promise<void>(() => undefined)
  await expect(latencyDuring({ url }, '', endless)).rejects.toThrow('the customer got 503')
})
