import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings, servesPlainHttp, WrongSettings } from './settings.ts'

test('by default the portal is called Toptan, listens on loopback and uses the embedded database', () => {
  expect(readSettings({ PORT: '', UNRELATED: 'x' })).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    workers: 1,
    dataDir: './data',
    databaseUrl: undefined,
    firstAdmin: undefined,
    companyName: 'Toptan',
    vatRates: [0, 5, 10, 16],
    imageHosts: undefined,
    perHour: { orders: 1000, quotes: 200, changes: 600, exports: 600, uploads: 200 },
    maxOpenValue: undefined,
    trustProxy: undefined,
    logLevel: 'info',
  })
})

test.each([
  [{ PORT: '70000' }, 'PORT must be at most 65535'],
  [{ PORT: 'abc' }, 'PORT must be a whole number, in digits only'],
  [{ PORT: '-1' }, 'PORT must be at least 0'],
  [{ WORKERS: 'iki' }, 'WORKERS must be a whole number'],
  [{ WORKERS: '1.5' }, 'WORKERS must be a whole number'],
  [{ WORKERS: '0' }, 'WORKERS must be at least 1'],
  [{ WORKERS: '33' }, 'WORKERS must be at most 32'],
  [{ DATABASE_REPLICA_URL: 'postgres://b/x' }, 'DATABASE_REPLICA_URL needs DATABASE_URL, whose standby it is'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like postgres://user:password@host:5432/database'],
  [{ DATABASE_DIRECT_URL: 'postgres://x/y' }, 'DATABASE_DIRECT_URL is set only if DATABASE_URL is that of a pooler'],
  [
    { TRUST_PROXY: 'foo' },
    'TRUST_PROXY must be a number of hops or a list of networks, e.g. 1 or 10.0.0.0/8,127.0.0.1',
  ],
  [
    { TRUST_PROXY: '10.0.0.0/99' },
    'TRUST_PROXY must be a number of hops or a list of networks, e.g. 1 or 10.0.0.0/8,127.0.0.1',
  ],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must look like smtps://user:password@host:465'],
  [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL must look like smtps://user:password@host:465'],
  [{ MAIL_FROM: 'Toptan <siparis>' }, 'MAIL_FROM must look like Toptan <siparis@example.com>'],
  [{ PUBLIC_URL: 'siparis.example' }, 'PUBLIC_URL must look like https://siparis.example.com'],
  [{ PUBLIC_URL: 'https://siparis.example/x?y=1' }, 'PUBLIC_URL must end after the host and the port'],
  [{ VAT_RATES: '1,x' }, 'VAT_RATES must be whole percentages, separated by commas, e.g. 0,5,10,16'],
  [{ BACKUP_TIME: '3:00' }, 'BACKUP_TIME must look like 03:00'],
  [{ BACKUP_TIME: '24:00' }, 'BACKUP_TIME must look like 03:00'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be at least 1'],
  [{ BACKUP_COPY_DIR: '/mnt/b' }, 'BACKUP_COPY_DIR needs BACKUP_DIR, whose backups it gets'],
  [{ BACKUP_DIR: 'b', BACKUP_COPY_DIR: './b/' }, 'BACKUP_COPY_DIR must be another folder than BACKUP_DIR'],
  [{ PRIVACY_NOTICE_FILE: '/none/metin.txt' }, 'PRIVACY_NOTICE_FILE cannot be read: ENOENT'],
  [{ ARCHIVE_YEARS: '-1' }, 'ARCHIVE_YEARS must be at least 0'],
  [{ ORDERS_PER_HOUR: '-1' }, 'ORDERS_PER_HOUR must be at least 0'],
  [{ UPLOADS_PER_HOUR: '1.5' }, 'UPLOADS_PER_HOUR must be a whole number'],
  [{ UPLOADS_PER_HOUR: '1e3' }, 'UPLOADS_PER_HOUR must be a whole number'],
  [{ ORDERS_PER_HOUR: '1.000' }, 'ORDERS_PER_HOUR must be a whole number, in digits only'],
  [{ BACKUP_KEEP: '30.0' }, 'BACKUP_KEEP must be a whole number, in digits only'],
  [{ MAX_OPEN_ORDER_VALUE: '0' }, 'MAX_OPEN_ORDER_VALUE must be above 0'],
  [{ MAX_OPEN_ORDER_VALUE: '-5' }, 'MAX_OPEN_ORDER_VALUE must be above 0'],
  [{ MAX_OPEN_ORDER_VALUE: '50.000' }, 'MAX_OPEN_ORDER_VALUE must be an amount such as 50000 or 1500.50'],
  [{ MAX_OPEN_ORDER_VALUE: '1500,50' }, 'MAX_OPEN_ORDER_VALUE must be an amount such as 50000 or 1500.50'],
  [{ IMAGE_HOSTS: 'https://x.y' }, 'IMAGE_HOSTS must be host names, separated by commas, e.g. resim.example.com'],
  [{ IMAGE_HOSTS: "x.y; script-src 'none'" }, 'IMAGE_HOSTS must be host names, separated by commas'],
  [{ SUPPORT_EMAIL: 'destek' }, 'SUPPORT_EMAIL must be an e-mail address'],
  [{ ADMIN_USERNAME: 'ali' }, 'ADMIN_USERNAME and ADMIN_PASSWORD are set together or not at all'],
])('%j is refused: %s', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence)
})

test('all invalid settings are reported together', () => {
  const attempt = () => readSettings({ PORT: '-1', VAT_RATES: 'x', LOG_LEVEL: 'loud' })
  expect(attempt).toThrow(WrongSettings)
  expect(attempt).toThrow(/PORT [\s\S]*VAT_RATES [\s\S]*LOG_LEVEL /)
})

test('lists and numbers of hops are parsed', () => {
  expect(readSettings({ VAT_RATES: '20, 1,10,1', TRUST_PROXY: '1' })).toMatchObject({
    vatRates: [1, 10, 20],
    trustProxy: 1,
  })
  expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' }).trustProxy).toEqual(['10.0.0.0/8', '127.0.0.1'])
})

test('nightly backups are off without a folder', () => {
  expect(readSettings({ BACKUP_TIME: '04:30' }).backups).toBeUndefined()
  expect(readSettings({ BACKUP_DIR: 'b' }).backups).toEqual({ dir: 'b', copyDir: undefined, time: '03:00', keep: 7 })
  expect(
    readSettings({ BACKUP_DIR: 'b', BACKUP_COPY_DIR: 'c', BACKUP_TIME: '04:30', BACKUP_KEEP: '30' }).backups,
  ).toEqual({
    dir: 'b',
    copyDir: 'c',
    time: '04:30',
    keep: 30,
  })
})

test('a privacy notice is read from its file, and its version is derived from the text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toptan-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'metin.txt')
  const noticeOf = (text: string) => {
    writeFileSync(file, text)
    return readSettings({ PRIVACY_NOTICE_FILE: file }).privacyNotice
  }
  const notice = noticeOf('\uFEFF# Aydınlatma\r\n\r\nVerileriniz işlenir.\r\n')
  expect(notice).toEqual({
    text: '# Aydınlatma\n\nVerileriniz işlenir.',
    version: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
  expect(noticeOf('Başka bir metin')?.version).not.toBe(notice?.version)
  expect(() => noticeOf(' \n')).toThrow('PRIVACY_NOTICE_FILE must name a file of 1 to 100000 characters')
  // As an editor writes it in Windows-1254: it would be stored with other letters, forever.
  writeFileSync(file, Buffer.from('Verileriniz i\xfelenir.', 'latin1'))
  expect(() => readSettings({ PRIVACY_NOTICE_FILE: file })).toThrow(/PRIVACY_NOTICE_FILE cannot be read: .*utf-8/)
  expect(readSettings({}).privacyNotice).toBeUndefined()
})

test('secrets can be read from files, whose errors are reported together with those of other settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toptan-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'smtp')
  writeFileSync(file, 'smtps://a:b@mail.example:465\n')
  expect(readSettings({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtps://a:b@mail.example:465')
  expect(readSettings({ SMTP_URL_FILE: '' }).smtpUrl).toBeUndefined()
  const wrong = () =>
    readSettings({ SMTP_URL: 'smtp://x', SMTP_URL_FILE: file, METRICS_TOKEN_FILE: `${file}2`, PORT: '-1' })
  expect(wrong).toThrow(WrongSettings)
  expect(wrong).toThrow(
    /SMTP_URL_FILE and SMTP_URL are not set together\n.*METRICS_TOKEN_FILE cannot be read: ENOENT.*\n.*PORT/,
  )
  writeFileSync(file, ' \n')
  expect(() => readSettings({ DATABASE_URL_FILE: file })).toThrow(`DATABASE_URL_FILE names ${file}, which is empty`)
  writeFileSync(file, 'http://mail.example')
  expect(() => readSettings({ SMTP_URL_FILE: file })).toThrow('SMTP_URL must look like smtps://user:password@host:465')
})

test('a setting of blanks counts as absent', () => {
  const blanks = { PORT: ' ', ORDERS_PER_HOUR: ' ', ARCHIVE_YEARS: '\t', DATA_DIR: ' ' }
  expect(readSettings(blanks)).toEqual(readSettings({}))
})

test('limits are parsed, amounts as kuruş', () => {
  expect(
    readSettings({
      ORDERS_PER_HOUR: ' 0 ',
      MAX_OPEN_ORDER_VALUE: '1500.50',
      IMAGE_HOSTS: 'Resim.example.com, *.x.net:8443',
    }),
  ).toMatchObject({
    perHour: { orders: 0 },
    maxOpenValue: 150_050,
    imageHosts: ['resim.example.com', '*.x.net:8443'],
  })
})

test('mail settings are parsed', () => {
  expect(
    readSettings({ MAIL_FROM: '"Toptan, Gıda" <siparis@example.com>', PUBLIC_URL: 'https://x.example/' }),
  ).toMatchObject({
    mailFrom: { name: 'Toptan, Gıda', address: 'siparis@example.com' },
    publicUrl: 'https://x.example',
  })
  expect(readSettings({ MAIL_FROM: 'siparis@example.com' }).mailFrom).toEqual({
    name: '',
    address: 'siparis@example.com',
  })
})

test.each([
  [{ host: '0.0.0.0', publicUrl: 'http://siparis.example.com' }, true],
  [{ host: '0.0.0.0', publicUrl: undefined }, true],
  [{ host: '0.0.0.0', publicUrl: 'https://siparis.example.com' }, false],
  [{ host: '127.0.0.1', publicUrl: undefined }, false],
])('with %j a warning of plain HTTP is %s', (settings, isExpected) => {
  expect(servesPlainHttp(settings)).toBe(isExpected)
})
