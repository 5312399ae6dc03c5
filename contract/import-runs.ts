import * as z from 'zod/mini'
import { call, file, list, XLSX } from './call.ts'
import { Id } from './fields.ts'

/** How long an import and its refused rows are kept, in days. */
export const IMPORT_RETENTION_DAYS = 180

/**
 * The state of an import. `interrupted`: the process that ran it has ended or lost its database connection. An import
 * is one transaction, so a failed or interrupted one has changed nothing.
 */
const IMPORT_STATES = ['running', 'finished', 'failed', 'interrupted'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

const ImportKind = z.enum(['products', 'customers'], 'kind products veya customers olmalıdır')

/** An import of a workbook: its progress while it is running, then its result. */
export const ImportRun = z.object({
  id: z.uuid(),
  kind: ImportKind,
  state: z.enum(IMPORT_STATES),
  file_name: z.string(),
  /** Null for customers. */
  warehouse: z.nullable(z.string()),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** The name of the admin who started it. */
  actor_name: z.string(),
  /** Whether the caller started it. */
  is_own: z.boolean(),
  /** The request's `Idempotency-Key`; null in imports of other admins. */
  key: z.nullable(z.string()),
  /** How many of its rows are done; `total` is null until the file has been read. */
  done: z.int(),
  total: z.nullable(z.int()),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** How many rows were refused. */
  refused: z.int(),
  /** Why it failed, as a Turkish sentence. */
  failure: z.nullable(z.string()),
  warnings: z.array(z.string()),
  /** Whether the admin who started it has seen its result. */
  is_seen: z.boolean(),
})
export type ImportRun = z.infer<typeof ImportRun>

const FAILED = 'İçe aktarmalar yüklenemedi'

export const listImportRuns = list('GET /admin/imports', {
  roles: ['admin'],
  resources: ['imports'],
  query: { kind: z.optional(ImportKind) },
  item: ImportRun,
  summary: 'The imports of the last 180 days, of all admins, the latest first.',
  failure: FAILED,
})

export const listOpenImports = call('GET /admin/imports/open', {
  roles: ['admin'],
  resources: ['imports'],
  query: z.object({ kind: z.optional(ImportKind) }),
  reply: z.array(ImportRun),
  summary:
    'The imports that are running, of all admins, and those of the caller whose result has not been seen, the latest first; at most 20.',
  failure: FAILED,
})

export const markImportSeen = call('POST /admin/imports/:id/seen', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['imports'],
  reply: z.object({ success: z.literal(true) }),
  summary:
    'Records that the admin who started an import has seen its result. For a running import nothing is recorded.',
  failure: 'İşaretlenemedi',
})

/** A row of a workbook that was not imported, with the cells at fault. */
export const RefusedRow = z.object({
  /** Excel's row number. */
  row: z.int(),
  /** The product's name, as it is in the file or else in the catalogue. */
  name: z.nullable(z.string()),
  faults: z.array(
    z.object({
      /** The heading of the column. */
      column: z.string(),
      /** What the cell contains; null if it is blank. */
      value: z.nullable(z.string()),
      message: z.string(),
    }),
  ),
})
export type RefusedRow = z.infer<typeof RefusedRow>

export const listRefusedRows = list('GET /admin/imports/refused-rows', {
  roles: ['admin'],
  resources: ['imports'],
  query: { import_id: Id },
  item: RefusedRow,
  summary: 'The rows of a workbook of products that an import refused, in the order of the file.',
  failure: 'Alınmayan satırlar yüklenemedi',
})

export const downloadRefusedRows = file('GET /admin/imports/:id/refused-rows/excel', {
  params: { id: Id },
  roles: ['admin'],
  download: { media: XLSX, name: 'alinmayan-satirlar.xlsx' },
  summary:
    'The refused rows as a workbook in the inventory columns, followed by the row in the file and the reasons: once corrected, it can be imported.',
  failure: 'Excel dosyası indirilemedi',
})

/** The headings behind the inventory columns in a workbook of refused rows. */
export const REFUSED_ROW_HEADINGS = ['Dosyadaki Satır', 'Hata'] as const
