import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Message } from './layout.ts'

/** What takes a mail over. `deliver` has done so when it ends without an error. */
export type Transport = { deliver: (message: Message) => Promise<void>; close: () => void }

/** The mail server says that there is no such recipient: trying again would not help. */
export class RecipientRefused extends Error {}

/**
 * How long a mail server may keep silent, and a whole try may take, in milliseconds. It may examine a mail for minutes
 * before it says that it has it: who hangs up too early sends it twice. A try ends well within the outbox's lease.
 */
const PATIENCE = {
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  dnsTimeout: 10_000,
  socketTimeout: 180_000,
  wholeTry: 240_000,
}

/** Hands mails to the mail server of an address like `smtps://user:password@host:465`. */
export function smtpTransport(url: string, patience: Partial<typeof PATIENCE> = {}): Transport {
  const { wholeTry, ...silence } = { ...PATIENCE, ...patience }
  const server = nodemailer.createTransport({ url, pool: true, maxConnections: 3, ...silence })
  return {
    deliver: async message => {
      const signal = AbortSignal.timeout(wholeTry)
      await server.sendMail({ ...inMime(message), signal }).catch((error: unknown) => {
        throw isRefusedRecipient(error) ? new RecipientRefused(String(error)) : error
      })
    },
    close: () => server.close({ force: true }),
  }
}

/** Writes mails as `.eml` files into a directory, and says for each where its link leads. */
export function fileTransport(directory: string, say: (line: string) => void): Transport {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    deliver: async message => {
      const { message: bytes } = await writer.sendMail(inMime(message))
      // The links in mails are for their readers alone.
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, `${message.date.toISOString().replaceAll(':', '-')}-${message.id}.eml`)
      // Whole or not at all, also for whoever looks into the directory.
      await writeFile(`${file}.part`, bytes, { mode: 0o600 })
      await rename(`${file}.part`, file)
      say(`Mail to ${message.to.address}: ${message.subject}${message.link ? `\n  ${message.link}` : ''}`)
    },
    close: () => writer.close(),
  }
}

/** The same mail has the same Message-ID whenever and by whomever it is sent. */
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

const NO_SUCH_RECIPIENT = new Set([550, 551, 553, 556])

// With the same answers a mail server says that it does not send for us (5.7.x, "relaying denied"). That is our own
// fault: no mail may be lost by it.
const NOT_FOR_US = /\b5\.7\.\d|relay|authenti/i

function isRefusedRecipient(error: unknown) {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  if (error.command !== 'RCPT TO' || !NO_SUCH_RECIPIENT.has(Number(error.responseCode))) return false
  return !('response' in error && NOT_FOR_US.test(String(error.response)))
}
