import { join } from 'node:path'
import {
  confirmationLetter,
  emailChangedLetter,
  emailRestoredLetter,
  emailRevertedLetter,
  recoveryLetter,
  welcomeLetter,
} from './auth/letters.ts'
import type { Pool } from './db/transaction.ts'
import { cutoffReminderLetter } from './delivery/letters.ts'
import type { Sender } from './mail/layout.ts'
import type { MailContext } from './mail/mail-sender.ts'
import { fileTransport, smtpTransport } from './mail/transport.ts'
import { orderReceivedLetter, orderRevisedLetter, orderStatusLetter } from './orders/letters.ts'
import { quoteAnsweredLetter } from './quotes/letters.ts'
import { recallLetter } from './recalls/notify.ts'
import type { Settings } from './settings.ts'
import { notMadeLetter, reminderLetter } from './standing-orders/letters.ts'

/** Every kind of letter that the portal sends. */
const KINDS = [
  confirmationLetter,
  recoveryLetter,
  welcomeLetter,
  emailChangedLetter,
  emailRestoredLetter,
  emailRevertedLetter,
  orderReceivedLetter,
  orderStatusLetter,
  orderRevisedLetter,
  quoteAnsweredLetter,
  reminderLetter,
  notMadeLetter,
  cutoffReminderLetter,
  recallLetter,
]

type Environment = Pick<MailContext, 'clock' | 'log'> & {
  /** The portal's own address: the base of links unless PUBLIC_URL is set. */
  address: string
  /** Whether links of mails that are written to files are printed. */
  printsLinks?: boolean
} & Partial<Pick<MailContext, 'transport'>>

/** The context in which mails are sent: to the mail server of SMTP_URL, or else to files below DATA_DIR. */
export function mailContext(
  db: Pool,
  settings: Settings,
  { address, clock, log, printsLinks = false, transport = transportOf(settings, printsLinks) }: Environment,
): MailContext {
  return { db, kinds: KINDS, transport, sender: senderOf(settings, address), clock, log }
}

function transportOf({ smtpUrl, dataDir }: Settings, printsLinks: boolean) {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  return smtpUrl ? smtpTransport(smtpUrl) : fileTransport(join(dataDir, 'mail'), print, { printsLinks })
}

function senderOf(settings: Settings, listening: string): Sender {
  const { companyName, supportEmail, supportPhone, publicUrl = listening, mailFrom } = settings
  const address = mailFrom?.address ?? (supportEmail || `no-reply@${new URL(publicUrl).hostname}`)
  return { from: { name: mailFrom?.name || companyName, address }, companyName, supportEmail, supportPhone, publicUrl }
}
