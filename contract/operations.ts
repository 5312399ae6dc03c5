import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { Id } from './fields.ts'

/** The kinds of mail, with their Turkish labels. */
export const MAIL_KINDS: Record<string, string> = {
  confirmation: 'E-posta onayı',
  recovery: 'Yeni şifre',
  welcome: 'Hesap açıldı',
  'email changed': 'E-posta değişikliği',
  'email restored': 'E-posta geri alındı, yeni şifre',
  'email taken back': 'E-posta geri alındı',
  'order received': 'Sipariş alındı',
  'order status': 'Sipariş durumu',
  'order revised': 'Sipariş güncellendi',
  'quote answered': 'Teklif cevaplandı',
  'standing order reminder': 'Düzenli sipariş hatırlatması',
  'standing order not made': 'Düzenli sipariş verilemedi',
  recall: 'Geri çağırma',
  'last call': 'Son sipariş saati hatırlatması',
}

/** A mail that has not been sent: it waits for its next attempt, or was given up. */
export const OutgoingMail = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** The recipient of the last attempt; null if there was no attempt, or it failed before the address was known. */
  recipient: z.nullable(z.string()),
  created_at: z.string(),
  tries: z.int(),
  /** When the next attempt may begin, unless it was given up. */
  next_at: z.string(),
  /** A process is sending it at the moment. */
  is_being_sent: z.boolean(),
  gave_up_at: z.nullable(z.string()),
  /** The error of the last attempt, in the words of the mail server or the program. */
  last_error: z.nullable(z.string()),
})
export type OutgoingMail = z.infer<typeof OutgoingMail>

const Backup = z.object({
  started_at: z.string(),
  finished_at: z.string(),
  /** The file's name without its folder; null if none was written. */
  file: z.nullable(z.string()),
  bytes: z.nullable(z.int()),
  /** Why it failed, in the words of the system; null if it succeeded. */
  problem: z.nullable(z.string()),
})
export type Backup = z.infer<typeof Backup>

/** The state of the portal's operation, for admins. */
export const Operations = z.object({
  /** The number of mails that wait, and of those that were given up. */
  mails: z.object({ waiting: z.int(), given_up: z.int() }),
  backups: z.object({
    /** Whether BACKUP_DIR is set, or a backup began within two days, as where it is set on another host. */
    is_enabled: z.boolean(),
    last: z.nullable(Backup),
    last_success: z.nullable(Backup),
  }),
  versions: z.object({
    program: z.string(),
    /** The last migration. */
    schema: z.string(),
    postgres: z.string(),
    node: z.string(),
  }),
  /** When the process that sends this reply was started. */
  started_at: z.string(),
  /** The number of open sessions of each role, and of those used within 15 minutes. */
  sessions: z.array(z.object({ role: z.enum(['customer', 'marketer', 'admin']), open: z.int(), in_use: z.int() })),
})
export type Operations = z.infer<typeof Operations>

export const readOperations = call('GET /admin/operations', {
  roles: ['admin'],
  resources: ['operations'],
  reply: Operations,
  summary: 'Waiting mails, the last backup, versions and sessions.',
  failure: 'Sistem durumu yüklenemedi',
})

export const listMails = list('GET /admin/mails', {
  roles: ['admin'],
  resources: ['operations'],
  query: { state: z.optional(z.enum(['waiting', 'given_up'], 'state waiting veya given_up olmalıdır')) },
  item: OutgoingMail,
  summary: 'Mails that are waiting or were given up, newest first, without their texts and links.',
  failure: 'E-postalar yüklenemedi',
  personalData: true,
})

const changesOneMail = {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['operations', 'audit'],
  reply: z.object({ success: z.literal(true) }),
  errors: ['mail_being_sent'],
} as const

export const retryMail = call('POST /admin/mails/:id/retry', {
  ...changesOneMail,
  summary: 'Makes a waiting or given-up mail due now, as if it had not been tried. Recorded in the audit trail.',
  failure: 'E-posta yeniden gönderilemedi',
})

export const giveUpMail = call('POST /admin/mails/:id/give-up', {
  ...changesOneMail,
  summary: 'Gives up a waiting mail; for one that was given up already nothing changes. Recorded in the audit trail.',
  failure: 'Gönderimden vazgeçilemedi',
})

export const retryGivenUpMails = call('POST /admin/mails/retry-given-up', {
  roles: ['admin'],
  invalidates: ['operations', 'audit'],
  reply: z.object({ retried: z.int() }),
  summary: 'Makes all mails that were given up due now. Recorded in the audit trail.',
  failure: 'E-postalar yeniden gönderilemedi',
})
