import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { MAX_PASSWORD, MAX_USERNAME } from '#contract/fields.ts'
import { DEFAULT_VAT_RATES, kurusOf, liraOf, MAX_TOTAL } from '#contract/money.ts'

/** A number whose text has this form. `Number` alone would take the point of thousands in 1.000 for a decimal one. */
const written = (form: RegExp, error: string) => z.string().trim().regex(form, error).transform(Number)

const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  written(/^-?\d+$/, 'must be a whole number, in digits only').pipe(
    z.number().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`),
  )

const port = wholeNumber(0, 65535)

/** As many need 269 of the embedded database's 300 connections while one is being replaced (`connectionsNeeded`). */
const MAX_WORKERS = 32

const workers = wholeNumber(1, MAX_WORKERS)

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host:5432/database',
})

const rates = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(
    parts => parts.every(part => /^\d{1,3}$/.test(part) && Number(part) <= 100),
    'must be whole percentages, separated by commas, e.g. 0,5,10,16',
  )
  .transform(parts => [...new Set(parts.map(Number))].sort((a, b) => a - b))

function isNetwork(text: string) {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  return isIP(address) !== 0 && isWidth && more.length === 0
}

/** Proxies whose X-Forwarded-For is trusted: a number of hops, or a list of networks. */
const proxies = z
  .string()
  .transform(text => (/^\d+$/.test(text) ? Number(text) : text.split(',').map(part => part.trim())))
  .refine(
    trusted => typeof trusted === 'number' || trusted.every(isNetwork),
    'must be a number of hops or a list of networks, e.g. 1 or 10.0.0.0/8,127.0.0.1',
  )

/** `Name <address>` or an address alone. */
const mailbox = z
  .string()
  .transform(text => /^(?:"?([^"<>]*?)"?\s*<([^<>]+)>|(\S+))$/.exec(text.trim()))
  .transform(match => ({ name: match?.[1] ?? '', address: match?.[2] ?? match?.[3] ?? '' }))
  .refine(({ address }) => z.email().safeParse(address).success, 'must look like Toptan <siparis@example.com>')

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must look like 03:00')

/** In seconds; shorter than the time that a worker has to stop. */
const stopDelay = z.coerce.number('must be a number').min(0).max(10, 'must be at most 10')

const days = wholeNumber(1, 3650)

/** In minutes. */
const leadMinutes = wholeNumber(1, 1440)

const MAX_NOTICE_LENGTH = 100_000

/** The path of a text file, which is read; its version is derived from the text. */
const privacyNotice = z.string().transform((path, context) => {
  const refuse = (message: string) => {
    context.issues.push({ code: 'custom', message, input: path })
    return z.NEVER
  }
  try {
    const bytes = readFileSync(path)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n').trim()
    if (!text || text.length > MAX_NOTICE_LENGTH)
      return refuse(`must name a file of 1 to ${MAX_NOTICE_LENGTH} characters`)
    return { version: createHash('sha256').update(text).digest('hex').slice(0, 12), text }
  } catch (error) {
    return refuse(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
})

const years = wholeNumber(0, 100)

/** A limit per account and hour; 0 for none. */
const perHour = wholeNumber(0)

/** An amount in lira, read as kuruş. */
const lira = written(/^-?\d+(\.\d{1,2})?$/, 'must be an amount such as 50000 or 1500.50')
  .pipe(
    z
      .number()
      .positive('must be above 0')
      .max(liraOf(MAX_TOTAL), `must be at most ${liraOf(MAX_TOTAL)}`),
  )
  .transform(kurusOf)

const HOST_NAME = /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]+(:\d{1,5})?$/

const hostNames = z
  .string()
  .transform(text => text.split(',').map(part => part.trim().toLowerCase()))
  .refine(
    hosts => hosts.every(host => HOST_NAME.test(host)),
    'must be host names, separated by commas, e.g. resim.example.com,*.cdn.example.net',
  )

const Environment = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    WORKERS: workers.default(1),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must look like https://siparis.example.com' })
      .refine(
        url => !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`,
        'must end after the host and the port',
      )
      .transform(url => new URL(url).origin)
      .optional(),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    DATABASE_OWNER_URL: databaseUrl.optional(),
    DATABASE_REPLICA_URL: databaseUrl.optional(),
    DATA_DIR: z.string().min(1).default('./data'),
    BACKUP_DIR: z.string().min(1).optional(),
    BACKUP_COPY_DIR: z.string().min(1).optional(),
    BACKUP_TIME: clockTime.default('03:00'),
    BACKUP_KEEP: days.default(7),
    GUIDE_DAYS: days.default(90),
    STANDING_ORDER_LEAD: leadMinutes.default(60),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, hostname: /./, error: 'must look like smtps://user:password@host:465' })
      .optional(),
    MAIL_FROM: mailbox.optional(),
    WEB_PUSH: z.enum(['on', 'off']).default('on'),
    ADMIN_USERNAME: z.string().trim().min(1).max(MAX_USERNAME).optional(),
    // `firstAdmin` checks it at the first start only, so that an installation with an older one still starts.
    ADMIN_PASSWORD: z.string().max(MAX_PASSWORD).optional(),
    ADMIN_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
    STAFF_PASSWORD_CHANGE: z.enum(['offered', 'required']).default('offered'),
    COMPANY_NAME: z.string().trim().min(1).max(200).default('Toptan'),
    SUPPORT_EMAIL: z.email('must be an e-mail address').or(z.literal('')).default(''),
    SUPPORT_PHONE: z.string().trim().max(40).default(''),
    VAT_RATES: rates.default(DEFAULT_VAT_RATES),
    PRIVACY_NOTICE_FILE: privacyNotice.optional(),
    ARCHIVE_YEARS: years.default(10),
    IMAGE_HOSTS: hostNames.optional(),
    HSTS_SUBDOMAINS: z.enum(['no', 'yes']).default('no'),
    ORDERS_PER_HOUR: perHour.default(1000),
    QUOTES_PER_HOUR: perHour.default(200),
    CHANGES_PER_HOUR: perHour.default(600),
    EXPORTS_PER_HOUR: perHour.default(600),
    UPLOADS_PER_HOUR: perHour.default(200),
    MAX_OPEN_ORDER_VALUE: lira.optional(),
    TRUST_PROXY: proxies.optional(),
    STOP_DELAY: stopDelay.default(0),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, without spaces')
      .optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine(env => (env.ADMIN_USERNAME === undefined) === (env.ADMIN_PASSWORD === undefined), {
    path: ['ADMIN_USERNAME'],
    error: 'and ADMIN_PASSWORD are set together or not at all',
  })
  .refine(env => env.DATABASE_DIRECT_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_DIRECT_URL'],
    error: 'is set only if DATABASE_URL is that of a pooler',
  })
  .refine(env => env.DATABASE_OWNER_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_OWNER_URL'],
    error: 'needs DATABASE_URL, whose owner it names',
  })
  .refine(env => env.DATABASE_REPLICA_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_REPLICA_URL'],
    error: 'needs DATABASE_URL, whose standby it is',
  })
  .refine(env => env.BACKUP_COPY_DIR === undefined || env.BACKUP_DIR !== undefined, {
    path: ['BACKUP_COPY_DIR'],
    error: 'needs BACKUP_DIR, whose backups it gets',
  })
  .refine(env => !env.BACKUP_COPY_DIR || resolve(env.BACKUP_COPY_DIR) !== resolve(env.BACKUP_DIR ?? '.'), {
    path: ['BACKUP_COPY_DIR'],
    error: 'must be another folder than BACKUP_DIR',
  })
  .transform(env => ({
    port: env.PORT,
    host: env.HOST,
    workers: env.WORKERS,
    publicUrl: env.PUBLIC_URL,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    dataDir: env.DATA_DIR,
    backups: env.BACKUP_DIR
      ? { dir: env.BACKUP_DIR, copyDir: env.BACKUP_COPY_DIR, time: env.BACKUP_TIME, keep: env.BACKUP_KEEP }
      : undefined,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    sendsPushes: env.WEB_PUSH === 'on',
    firstAdmin:
      env.ADMIN_USERNAME && env.ADMIN_PASSWORD
        ? { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD }
        : undefined,
    adminsNeedSecondFactor: env.ADMIN_SECOND_FACTOR === 'required',
    staffNeedOwnPassword: env.STAFF_PASSWORD_CHANGE === 'required',
    companyName: env.COMPANY_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    supportPhone: env.SUPPORT_PHONE,
    vatRates: env.VAT_RATES as readonly number[],
    privacyNotice: env.PRIVACY_NOTICE_FILE,
    archiveYears: env.ARCHIVE_YEARS,
    imageHosts: env.IMAGE_HOSTS,
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'yes',
    perHour: {
      orders: env.ORDERS_PER_HOUR,
      quotes: env.QUOTES_PER_HOUR,
      changes: env.CHANGES_PER_HOUR,
      exports: env.EXPORTS_PER_HOUR,
      uploads: env.UPLOADS_PER_HOUR,
    },
    maxOpenValue: env.MAX_OPEN_ORDER_VALUE,
    guideDays: env.GUIDE_DAYS,
    standingOrderLead: env.STANDING_ORDER_LEAD * 60_000,
    trustProxy: env.TRUST_PROXY,
    stopDelay: env.STOP_DELAY,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  }))

export type Settings = z.output<typeof Environment>

/** Reads the settings from environment variables, or throws `WrongSettings` with a message for each invalid one. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const { values, errors } = withSecretFiles(environment)
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value?.trim()))
  const result = Environment.safeParse(set)
  if (result.success && errors.length === 0) return result.data
  const wrong = result.error?.issues.map(issue => `${issue.path.join('.')} ${issue.message}`) ?? []
  throw new WrongSettings([...errors, ...wrong])
}

/** The settings that can be read from a file, as systemd's `LoadCredential` and a container's secrets provide one. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
]

/** Reads the secrets whose `NAME_FILE` names a file, without the line break at the end of the file. */
function withSecretFiles(environment: Record<string, string | undefined>) {
  const values = { ...environment }
  const errors: string[] = []
  for (const name of SECRETS) {
    const file = environment[`${name}_FILE`]
    if (!file) continue
    if (environment[name]) errors.push(`${name}_FILE and ${name} are not set together`)
    try {
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      // The portal would start on the embedded database, or write its mails to files.
      if (!values[name]?.trim()) errors.push(`${name}_FILE names ${file}, which is empty`)
    } catch (error) {
      errors.push(`${name}_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { values, errors }
}

/** Settings are invalid; the message lists each with its reason, for the operator. */
export class WrongSettings extends Error {
  /** One for each invalid value. */
  readonly sentences: readonly string[]

  constructor(sentences: string[]) {
    super(`These settings are wrong:\n${sentences.map(sentence => `  ${sentence}`).join('\n')}`)
    this.sentences = sentences
  }
}

/** Whether browsers reach the portal by https. */
export const isHttps = (publicUrl: string | undefined) => publicUrl?.startsWith('https:') ?? false

/** Whether other machines can reach the portal without its public address being https. */
export const servesPlainHttp = ({ host, publicUrl }: { host: string; publicUrl: string | undefined }) =>
  !/^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host) && !isHttps(publicUrl)
