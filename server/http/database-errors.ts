import type { RefusalCode } from '#contract/refusals.ts'
import { DatabaseUnavailable, isStorageFull } from '../db/unavailable.ts'
import { Refusal, refusalOf, sentence } from './refusal.ts'

/** Unique constraints, which alone detect two concurrent requests for the same name, and their refusals. */
const UNIQUE_CONSTRAINTS: Record<string, { code: RefusalCode & `${string}_taken`; field: string }> = {
  accounts_username: { code: 'username_taken', field: 'username' },
  accounts_email: { code: 'email_taken', field: 'email' },
  accounts_confirmed_email: { code: 'email_taken', field: 'email' },
  products_barcode: { code: 'barcode_taken', field: 'barcode' },
}

/**
 * PostgreSQL's error codes after which a client may repeat its request (a timeout, a deadlock or a conflict with
 * another transaction), the codes of a server without memory or with disk errors, and the codes of a value that a
 * column cannot hold.
 */
const REPEATABLE_CODES = new Set(['55P03', '57014', '40P01', '40001'])
const UNABLE_CODES = /^(53|58030)/
const INVALID_VALUE_CODE = /^22/

/** The refusal for an error of the database, if the client caused it or may retry. */
export function refusalOfDatabaseError(error: Error & { code?: string }): Refusal | undefined {
  if (error instanceof DatabaseUnavailable) return refusalOf('database_unavailable')
  if (isStorageFull(error)) return refusalOf('storage_full')
  const { code = '' } = error
  const taken = 'constraint' in error && UNIQUE_CONSTRAINTS[String(error.constraint)]
  if (taken)
    return new Refusal(taken.code, sentence(taken.code), [{ field: taken.field, message: sentence(taken.code) }])
  // The account was deleted after its session had been checked.
  if ('constraint' in error && error.constraint === 'idempotency_keys_account_id_fkey')
    return refusalOf('session_ended')
  if (REPEATABLE_CODES.has(code)) return refusalOf('not_ready')
  if (UNABLE_CODES.test(code)) return refusalOf('database_unavailable')
  return INVALID_VALUE_CODE.test(code) ? refusalOf('malformed_body') : undefined
}
