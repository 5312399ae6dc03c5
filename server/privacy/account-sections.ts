import type { Database } from '../db/tables.ts'
import type { SheetColumn } from '../documents/workbook-writing.ts'
import { section } from './sections.ts'

/** The customer's account, the notices that it acknowledged, and its sessions; never its password or a token. */
export function accountSections(db: Database, id: string) {
  return [
    section({
      key: 'account',
      isSingle: true,
      pages: () => one(readAccount(db, id)),
      json: row => row,
      sheets: [
        {
          name: 'Hesap',
          columns: ACCOUNT,
          rows: account => [accountRow(account)],
        },
      ],
    }),
    section({
      key: 'privacy_acknowledgements',
      pages: () => one(readAcknowledgements(db, id)),
      json: row => row,
      sheets: [
        {
          name: 'Aydınlatma',
          columns: [
            { label: 'Okundu', kind: 'instant', width: 17 },
            { label: 'Metnin sürümü', kind: 'text', width: 16 },
            { label: 'Metin', kind: 'text', width: 60 },
          ],
          rows: ({ acknowledged_at, version, text }) => [[acknowledged_at, version, text]],
        },
      ],
    }),
    section({
      key: 'sessions',
      pages: () => one(readSessions(db, id)),
      json: row => row,
      sheets: [
        {
          name: 'Oturumlar',
          columns: [
            { label: 'Başlangıç', kind: 'instant', width: 17 },
            { label: 'Son kullanım', kind: 'instant', width: 17 },
            { label: 'Cihaz', kind: 'text', width: 24 },
          ],
          rows: ({ created_at, last_used_at, device }) => [[created_at, last_used_at, device]],
        },
      ],
    }),
  ]
}

const accountRow = (account: Awaited<ReturnType<typeof readAccount>>[number]) => [
  account.username,
  account.company_name,
  account.email,
  account.confirmed_email,
  account.phone,
  account.address,
  account.is_active ? 'Evet' : 'Hayır',
  account.assigned_marketer_name,
  account.min_remaining_days,
  account.created_at,
]

const ACCOUNT: SheetColumn[] = [
  { label: 'Kullanıcı Adı', kind: 'text', width: 18 },
  { label: 'Firma', kind: 'text', width: 32 },
  { label: 'E-posta', kind: 'text', width: 28 },
  { label: 'Onaylanmış E-posta', kind: 'text', width: 28 },
  { label: 'Telefon', kind: 'text', width: 16 },
  { label: 'Adres', kind: 'text', width: 40 },
  { label: 'Aktif', kind: 'text', width: 8 },
  { label: 'Pazarlamacı', kind: 'text', width: 20 },
  { label: 'En Az Kalan Gün', kind: 'whole', width: 15 },
  { label: 'Kayıt Tarihi', kind: 'instant', width: 17 },
]

const readAccount = (db: Database, id: string) =>
  db
    .selectFrom('customers')
    .innerJoin('accounts', 'accounts.id', 'customers.id')
    .leftJoin('accounts as marketer', 'marketer.id', 'assigned_marketer_id')
    .select(['customers.id', 'accounts.username', 'accounts.name as company_name', 'accounts.email'])
    .select(['accounts.confirmed_email', 'accounts.email_set_at', 'phone', 'address', 'accounts.is_active'])
    .select(['marketer.name as assigned_marketer_name', 'min_remaining_days', 'accounts.created_at'])
    .where('customers.id', '=', id)
    .execute()

const readAcknowledgements = (db: Database, id: string) =>
  db
    .selectFrom('privacy_acknowledgements')
    .innerJoin('privacy_notices', 'privacy_notices.version', 'privacy_acknowledgements.version')
    .select(['acknowledged_at', 'privacy_notices.version', 'body as text'])
    .where('account_id', '=', id)
    .orderBy('acknowledged_at')
    .execute()

const readSessions = (db: Database, id: string) =>
  db
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'device'])
    .where('account_id', '=', id)
    .orderBy('created_at')
    .execute()

/** Few rows, as a single page. */
async function* one<Row>(rows: Promise<Row[]>) {
  yield await rows
}
