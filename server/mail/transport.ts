import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Message } from './layout.ts'

/** What takes a mail over. `deliver` has done so when it ends without an error. */
export type Transport = { deliver: (message: Message) => Promise<void>; close: () => void }

/** The mail server says that there is no such recipient: trying again would not help. */
export class RecipientRefused extends Error {}

/** How long a mail server may keep silent, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 }

/** Hands mails to the mail server of an address like `smtps://user:password@host:465`. */
export function smtpTransport(url: string, patience: typeof PATIENCE = PATIENCE): Transport {
  const server = nodemailer.createTransport({ url, pool: true, maxConnections: 3, ...patience })
  return {
    deliver: async message => {
      await server.sendMail(inMime(message)).catch((error: unknown) => {
        throw isRefusedRecipient(error) ? new RecipientRefused(String(error)) : error
      })
    },
    close: () => server.close(),
  }
}

/** Writes mails as `.eml` files into a directory, and says for each where its link leads. */
export function fileTransport(directory: string, say: (line: string) => void): Transport {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    deliver: async message => {
      const { message: bytes } = await writer.sendMail(inMime(message))
      await mkdir(directory, { recursive: true })
      const file = join(directory, `${message.date.toISOString().replaceAll(':', '-')}-${message.id}.eml`)
      // Whole or not at all, also for whoever looks into the directory.
      await writeFile(`${file}.part`, bytes)
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

function isRefusedRecipient(error: unknown) {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500
}
