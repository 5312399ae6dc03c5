import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import type { PushNetwork } from '../push/endpoint.ts'

const pem = (name: string) => readFileSync(join(import.meta.dirname, `localhost-for-tests.${name}.pem`), 'utf8')

/** Lets the portal call services on this machine. */
export const LOOPBACK: PushNetwork = { allowsLoopback: true, ca: pem('cert') }

type ReceivedPush = {
  path: string
  headers: Record<string, string | string[] | undefined>
  /** The claims of the signature, which has been verified. */
  claims: { aud: string; exp: number; sub: string }
  /** The key with which it was signed, in base64url. */
  key: string
  body: Buffer
}

/** What the service replies; `hangs` never does. */
export type Reply = { status: number; headers?: Record<string, string> } | 'hangs'

/** A push service on this machine: verifies the signatures of pushes (RFC 8292) and keeps the pushes. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  let reply: (path: string) => Reply = () => ({ status: 201 })
  const server = createServer({ key: pem('key'), cert: pem('cert') }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const signed = verifiedToken(headers.authorization ?? '')
      if (!signed) return response.writeHead(403).end()
      received.push({ path, headers, ...signed, body: Buffer.concat(chunks) })
      const answer = reply(path)
      if (answer !== 'hangs') response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url,
    received,
    behave: (as: typeof reply) => void (reply = as),
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64url')

/** Claims and key of an `Authorization: vapid t=…, k=…`, if its signature is valid. */
function verifiedToken(authorization: string): Pick<ReceivedPush, 'claims' | 'key'> | undefined {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = fromBase64(key)
  if (point.length !== 65) return undefined
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isValid = verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, fromBase64(signature))
  return isValid ? { claims: JSON.parse(fromBase64(claims).toString()), key } : undefined
}

/**
 * A browser that subscribes with a service: what it sends to the portal, and how it decrypts pushes (RFC 8188, 8291).
 */
export function pushBrowser(service: { url: string }, path: string) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    path,
    subscription: {
      endpoint: `${service.url}${path}`,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    /** The decrypted payload. */
    decrypt: ({ headers, body }: ReceivedPush): { id: string; title: string; body: string; link: string } => {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as aes128gcm')
      const salt = body.subarray(0, 16)
      const senderKey = body.subarray(21, 21 + body.readUInt8(20))
      const record = body.subarray(21 + senderKey.length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey])
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32))
      const derived = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
      const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // The padding of the last record is a byte 2, followed by zeros (RFC 8188).
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
    },
  }
}
