import * as z from 'zod/mini'
import { call, file, XLSX } from './call.ts'
import { Preview } from './fields.ts'
import { ImportedRow } from './inventory.ts'
import { secret } from './secret.ts'

/** The columns of the customer workbook, A to G. */
export const CUSTOMER_COLUMNS = [
  'Kullanıcı Adı',
  'Firma Adı',
  'E-posta',
  'Telefon',
  'Adres',
  'Şifre',
  'Pazarlamacı',
] as const

/** An imported row; `password` is the generated one, which is shown only once. */
export const ImportedCustomer = z.object({
  username: z.string(),
  company_name: z.string(),
  email: z.string(),
  password: z.nullable(secret(z.string())),
  action: z.enum(['created', 'updated']),
  /** The username of the marketer. */
  marketer: z.nullable(z.string()),
})
export type ImportedCustomer = z.infer<typeof ImportedCustomer>

/**
 * The result of an import. `error_count` counts rows, `errors` holds every message; `updated_count` includes the rows
 * that changed nothing. Their number is `unchanged_count`, which is absent if it is 0. `warnings` name other sheets,
 * columns that are not read, merged cells, hidden rows, unknown headings, and customers whose address is
 * not confirmed, if there are any; in a preview also how many own passwords are replaced.
 */
export const CustomerImport = z.object({
  success_count: z.int(),
  created_count: z.int(),
  updated_count: z.int(),
  unchanged_count: z.optional(z.int()),
  error_count: z.int(),
  imported_customers: z.array(ImportedCustomer),
  errors: z.array(z.string()),
  warnings: z.optional(z.array(z.string())),
  rows: z.optional(z.array(ImportedRow)),
})
export type CustomerImport = z.infer<typeof CustomerImport>

const FAILED = 'Excel import hatası'

export const importCustomers = call('POST /admin/customers/import', {
  roles: ['admin'],
  invalidates: ['customers'],
  query: z.object({ preview: z.optional(Preview) }),
  reply: CustomerImport,
  takesFile: true,
  hourlyLimit: 'uploads',
  summary:
    'Creates and updates customers from a workbook; invalid rows are left out and listed. With `preview=1` nothing is changed.',
  failure: FAILED,
  errors: [
    'not_a_workbook',
    'workbook_encrypted',
    'workbook_broken',
    'workbook_too_large',
    'workbook_empty',
    'workbook_headings_misplaced',
    'username_taken',
    'email_taken',
  ],
})

export const readImportProgress = call('GET /admin/customers/import', {
  roles: ['admin'],
  // Polled while an import runs.
  resources: [],
  reply: z.object({ is_running: z.boolean(), done: z.int(), total: z.int() }),
  summary:
    'The progress of the import that this admin is running: how many of the passwords that it needs have been hashed, which takes most of the time.',
  failure: FAILED,
})

export const downloadCustomerTemplate = file('GET /admin/customers/template', {
  roles: ['admin'],
  download: { media: XLSX, name: 'musteri-import-sablonu.xlsx' },
  summary: 'An empty workbook in the customers’ columns.',
  failure: 'Template indirilemedi',
})
