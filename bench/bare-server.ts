import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Replies to every request with the same bytes from memory: the most that Node's HTTP server can do with them on this
 * machine. The port is printed when it listens.
 */

const argument: { body: string } = JSON.parse(await text(process.stdin))
const body = Buffer.from(argument.body, 'base64')
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
