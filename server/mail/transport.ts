import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Message } from './layout.ts'

/** Delivers mails. A mail is delivered once `deliver` resolves. */
export type Transport = { deliver: (message: Message) => Promise<void>; close: () => void }

/** The mail server reports that the recipient does not exist: a retry would not help. */
export class RecipientRefused extends Error {}

/**
 * The mail server refuses the portal's login, or cannot be reached, or has closed the connection or not replied in
 * time. The latter may be due to the mail, since Nodemailer reports it alike at any point of an attempt.
 */
export class ServerUnavailable extends Error {
  readonly isLoginRefused: boolean

  constructor(cause: Error, isLoginRefused: boolean) {
    super(cause.message, { cause })
    this.isLoginRefused = isLoginRefused
  }
}

/**
 * Timeouts, in milliseconds: of a silent mail server, and of a whole attempt. A server may examine a mail for minutes
 * before it accepts it; hanging up too early sends it twice. An attempt ends well within the outbox's lease.
 */
const TIMEOUTS = {
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  dnsTimeout: 10_000,
  socketTimeout: 180_000,
  wholeTry: 240_000,
}

/** Sends mails through the mail server at a URL such as `smtps://user:password@host:465`. */
export function smtpTransport(url: string, timeouts: Partial<typeof TIMEOUTS> = {}): Transport {
  const { wholeTry, ...silence } = { ...TIMEOUTS, ...timeouts }
  const server = nodemailer.createTransport({ url, pool: true, maxConnections: 3, ...silence })
  return {
    deliver: async message => {
      const signal = AbortSignal.timeout(wholeTry)
      await server.sendMail({ ...inMime(message), signal }).catch((error: unknown) => {
        throw isRefusedRecipient(error) ? new RecipientRefused(error.message) : (unavailable(error) ?? error)
      })
    },
    close: () => server.close({ force: true }),
  }
}

/**
 * Writes mails as `.eml` files into a directory, and logs the name of each. With `printsLinks` it logs recipient,
 * subject and link instead, with which a reader of the log could take over an account.
 */
export function fileTransport(
  directory: string,
  log: (line: string) => void,
  { printsLinks }: { printsLinks: boolean },
): Transport {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    deliver: async message => {
      const { message: bytes } = await writer.sendMail(inMime(message))
      // Only the recipients may see the links in mails. Made for each mail, since an operator may delete it.
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, `${message.date.toISOString().replaceAll(':', '-')}-${message.id}.eml`)
      // Renamed when complete, so that readers of the directory never see a partial file.
      await writeFile(`${file}.part`, bytes, { mode: 0o600 })
      await rename(`${file}.part`, file)
      const { to, subject, link } = message
      log(printsLinks ? `Mail to ${to.address}: ${subject}${link ? `\n  ${link}` : ''}` : `Mail written to ${file}`)
    },
    close: () => writer.close(),
  }
}

/** A mail has the same Message-ID at every attempt of every process. */
function inMime({ id, from, to, subject, text, html, date }: Message) {
  return {
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    from,
    to,
    subject,
    text,
    html,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

const CONNECTION_ERRORS = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS', 'EABORT'])

/** The error as that of an unavailable server; undefined if it may be due to the mail. */
function unavailable(error: unknown): ServerUnavailable | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  const isLoginRefused = error.code === 'EAUTH'
  const isUnreachable = CONNECTION_ERRORS.has(String(error.code)) || ('command' in error && error.command === 'CONN')
  return isLoginRefused || isUnreachable ? new ServerUnavailable(error, isLoginRefused) : undefined
}

const NO_SUCH_RECIPIENT = new Set([550, 551, 553, 556])

// Mail servers use the same codes to report that they do not relay for us (5.7.x, "relaying denied"). That is an error
// in our configuration and must not lose mail.
const NOT_FOR_US = /\b5\.7\.\d|relay|authenti/i

function isRefusedRecipient(error: unknown): error is Error {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  if (error.command !== 'RCPT TO' || !NO_SUCH_RECIPIENT.has(Number(error.responseCode))) return false
  return !('response' in error && NOT_FOR_US.test(String(error.response)))
}
