import type { Call } from '../contract/call.ts'

/** The paths that only the portal's specification describes. It is not part of the repository. */
const SPECIFIED = [
  '/admin/audit',
  '/admin/custom-orders/:id/answer',
  '/admin/customers/template',
  '/admin/marketers',
  '/admin/marketers/:id',
  '/admin/products/:id/barcode',
  '/admin/products/export-excel',
  '/admin/reports/orders-excel',
  '/admin/stock/counts/:id/finalize',
  '/admin/stock/counts/excel',
  '/admin/stock/counts/recent',
  '/admin/stock/ledger',
  '/auth/change-password',
  '/auth/forgot-password',
  '/auth/logout',
  '/auth/reset-password',
  '/catalog/pdf',
  '/custom-orders',
  '/marketer/stats',
  '/notifications',
  '/notifications/read',
  '/notifications/unread',
  '/orders/stats',
  '/products/:id',
]

/** The calls of which neither the specification nor a document in `docs/` names the path, as `GET /path`. */
export function undocumentedCalls(calls: readonly Pick<Call, 'method' | 'path'>[], documents: readonly string[]) {
  const paths = documents.flatMap(text => text.match(/(?<![\w}.…])\/[\w/:{}-]+/g) ?? [])
  const named = new Set([...SPECIFIED, ...paths].map(comparable))
  return calls.filter(({ path }) => !named.has(comparable(path))).map(({ method, path }) => `${method} ${path}`)
}

/** A path with its parameters unnamed, which documents write as `:id` or `{id}`. */
const comparable = (path: string) => path.replace(/^\/api\//, '/').replaceAll(/:\w+|\{\w+\}/g, '{}')
