import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** The mail server's certificate. It is signed by itself: only who names it as an authority trusts it. */
export const CERTIFICATE = fixture('localhost-for-tests.cert.pem')

/** A mail that the server takes over: to whom it was handed in, with which name its sender said hello, and whether by TLS. */
export type Arrived = Email & { recipients: string[]; sentBy: string; isSecure: boolean }

export type MailServerOptions = {
  /** The port that it had before it was stopped; else a free one. */
  port?: number
  tls?: 'none' | 'starttls' | 'implicit'
  /** Without it everybody may send. */
  login?: { user: string; password: string }
}

/** How the server treats whoever comes. */
export type Behaviour = {
  /** Recipients that it refuses, each with its answer, such as `550 5.1.1 No such user`. */
  refused: Record<string, string>
  /** What it answers to every recipient. */
  busy: string | undefined
  /** What it answers to every sender. */
  distrusts: string | undefined
  /** Where it falls silent: when somebody comes, or when it has a whole mail and has not said that it takes it. */
  hangs: 'at the greeting' | 'after the mail' | undefined
  /** So many milliseconds pass before it says that it takes a mail, or less: until it behaves otherwise. */
  thinks: number
}

const KIND: Behaviour = { refused: {}, busy: undefined, distrusts: undefined, hangs: undefined, thinks: 0 }

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Starts a real SMTP server on this machine; how it behaves can be changed while it runs. */
export async function startMailServer({ port: wanted = 0, tls = 'none', login }: MailServerOptions = {}) {
  const inbox: Arrived[] = []
  const sockets = new Map<number, Socket>()
  const silent = new Map<number, string>()
  const thinking: string[] = []
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
    onConnect({ remotePort }, answer) {
      if (behaviour.hangs === 'at the greeting') silent.set(remotePort, '')
      else answer()
    },
    onAuth({ username, password }, _, answer) {
      const isRight = username === login?.user && password === login?.password
      if (isRight) answer(null, { user: username })
      else answer(negative('535 5.7.8 Authentication failed'))
    },
    onMailFrom(_, __, answer) {
      answer(behaviour.distrusts ? negative(behaviour.distrusts) : null)
    },
    onRcptTo({ address }, _, answer) {
      const refused = behaviour.busy ?? behaviour.refused[address]
      answer(refused ? negative(refused) : null)
    },
    onData(stream, { hostNameAppearsAs: sentBy, remotePort, envelope, secure: isSecure }, answer) {
      void text(stream).then(async source => {
        const mail = await PostalMime.parse(source)
        if (behaviour.hangs === 'after the mail') return silent.set(remotePort, sentBy)
        thinking.push(sentBy)
        await sleep(behaviour.thinks, undefined, change).catch(() => undefined)
        thinking.splice(thinking.indexOf(sentBy), 1)
        inbox.push({ ...mail, recipients: envelope.rcptTo.map(to => to.address), sentBy, isSecure })
        return answer()
      }, answer)
    },
  })
  // Clients that break off are part of the game.
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
    /** What it has taken over, in that order. */
    inbox,
    /** Who waits for an answer now, be it in vain, by the name that they said hello with. */
    waiting: () => [...silent.values(), ...thinking],
    /** From now on it behaves so. Whoever waits in vain is cut off, and what it thinks about it takes. */
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

function negative(answer: string) {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
}

function fixture(name: string) {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
