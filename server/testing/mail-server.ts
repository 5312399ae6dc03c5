import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** The mail server's self-signed certificate, trusted only by clients that name it as an authority. */
export const CERTIFICATE = fixture('localhost-for-tests.cert.pem')

/** An accepted mail: its recipients, the name its sender greeted with, and whether it came by TLS. */
export type Arrived = Email & { recipients: string[]; sentBy: string; isSecure: boolean }

export type MailServerOptions = {
  /** The port of a previous run; otherwise a free one. */
  port?: number
  tls?: 'none' | 'starttls' | 'implicit'
  /** Required credentials; without them no login is needed. */
  login?: { user: string; password: string }
}

/** How the server treats its clients. */
type Behaviour = {
  /** Rejected recipients, each with the reply, such as `550 5.1.1 No such user`. */
  refused: Record<string, string>
  /** The reply to every recipient. */
  busy: string | undefined
  /** The reply to every sender. */
  rejectsSender: string | undefined
  /** When it stops responding: on connect, or after receiving a whole mail, before confirming it. */
  hangs: 'at the greeting' | 'after the mail' | undefined
  /** Delay in milliseconds before it confirms a mail; ends when the behaviour changes. */
  delay: number
}

const KIND: Behaviour = { refused: {}, busy: undefined, rejectsSender: undefined, hangs: undefined, delay: 0 }

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Starts a real SMTP server on this machine; how it behaves can be changed while it runs. */
export async function startMailServer({ port: wanted = 0, tls = 'none', login }: MailServerOptions = {}) {
  const inbox: Arrived[] = []
  const sockets = new Map<number, Socket>()
  const silent = new Map<number, string>()
  const delayed: string[] = []
  const logins: string[] = []
  let behaviour = KIND
  let change = new AbortController()

  const server = new SMTPServer({
    secure: tls === 'implicit',
    key: fixture('localhost-for-tests.key.pem'),
    cert: CERTIFICATE,
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    authOptional: !login,
    allowInsecureAuth: tls === 'none',
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true,
    onConnect({ remotePort }, response) {
      if (behaviour.hangs === 'at the greeting') silent.set(remotePort, '')
      else response()
    },
    onAuth({ username, password }, _, response) {
      logins.push(`${username}:${password}`)
      const isRight = username === login?.user && password === login?.password
      if (isRight) response(null, { user: username })
      else response(negative('535 5.7.8 Authentication failed'))
    },
    onMailFrom(_, __, response) {
      response(behaviour.rejectsSender ? negative(behaviour.rejectsSender) : null)
    },
    onRcptTo({ address }, _, response) {
      const refused = behaviour.busy ?? behaviour.refused[address]
      response(refused ? negative(refused) : null)
    },
    onData(stream, { hostNameAppearsAs: sentBy, remotePort, envelope, secure: isSecure }, response) {
      void text(stream).then(async source => {
        const mail = await PostalMime.parse(source)
        if (behaviour.hangs === 'after the mail') return silent.set(remotePort, sentBy)
        delayed.push(sentBy)
        await sleep(behaviour.delay, undefined, change).catch(() => undefined)
        delayed.splice(delayed.indexOf(sentBy), 1)
        inbox.push({ ...mail, recipients: envelope.rcptTo.map(to => to.address), sentBy, isSecure })
        return response()
      }, response)
    },
  })
  // Clients may disconnect at any time.
  server.on('error', () => undefined)
  server.server.on('connection', socket => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => {
      sockets.delete(remotePort)
      silent.delete(remotePort)
    })
  })
  server.listen(wanted, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `${tls === 'implicit' ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    port,
    /** The accepted mails in order. */
    inbox,
    /** The attempted logins in order, each as `user:password`. */
    logins,
    /** The greeting names of the clients that wait for a reply. */
    waiting: () => [...silent.values(), ...delayed],
    /** Changes the behaviour. Clients that hang are disconnected, and delayed mails are accepted. */
    behave: (how: Partial<Behaviour> = {}) => {
      behaviour = { ...KIND, ...how }
      change.abort()
      change = new AbortController()
      for (const waiting of silent.keys()) sockets.get(waiting)?.destroy()
    },
    async stop() {
      const closed = once(server.server, 'close')
      server.close()
      for (const socket of sockets.values()) socket.destroy()
      await closed
    },
  }
}

/** The first link in the text of a mail. */
export function linkIn({ text: words = '' }: Pick<Email, 'text'>): string | undefined {
  return /https?:\/\/\S+/.exec(words)?.[0]
}

function negative(response: string) {
  return Object.assign(new Error(response.slice(4)), { responseCode: Number(response.slice(0, 3)) })
}

function fixture(name: string) {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
