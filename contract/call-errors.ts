import { acceptsIdempotencyKey, type Call, Nothing } from './call.ts'
import type { RefusalCode } from './refusals.ts'

// The errors that follow from the kind of a call, so that no call declares them.
const OF_ROLES = ['session_ended', 'forbidden'] as const
const OF_ADMINS = ['second_factor_missing', 'password_change_required'] as const
const OF_MARKETERS = ['password_change_required'] as const
const OF_RECENT_LOGIN = ['reauthentication_required'] as const
const OF_INPUT = ['invalid_input'] as const
const OF_BODY = ['too_large', 'wrong_media_type'] as const
const OF_FILE = ['file_missing'] as const
const OF_PATH = ['not_found', 'order_not_found', 'quote_not_found'] as const
const OF_KEY = ['invalid_input', 'idempotency_key_reused'] as const
const OF_HOURLY_LIMIT = ['too_many_requests'] as const
const OF_EVERY_CALL = ['malformed_body', 'not_ready', 'database_unavailable', 'storage_full'] as const

type InherentCode =
  | (typeof OF_ROLES | typeof OF_ADMINS | typeof OF_RECENT_LOGIN)[number]
  | (typeof OF_INPUT | typeof OF_BODY | typeof OF_FILE)[number]
  | (typeof OF_PATH | typeof OF_KEY | typeof OF_HOURLY_LIMIT | typeof OF_EVERY_CALL)[number]

/** The code of an error that the server did not expect (500). */
export const UNEXPECTED = 'unexpected'

/**
 * The error codes that the server can return for a call: those that it declares, and those that follow from its kind.
 */
export type ErrorCodeOf<C extends Call> = C['errors'][number] | InherentCode | typeof UNEXPECTED

/** Every refusal that the server can return for a call: those that it declares, and those that follow from its kind. */
export function errorCodes(call: Call): RefusalCode[] {
  const takesInput = call.query !== Nothing || call.body !== Nothing || call.takesFile
  const codes: RefusalCode[] = [
    ...(call.roles.includes('anyone') ? [] : OF_ROLES),
    ...(call.roles.includes('admin') && !call.isOpenDuringSetup ? OF_ADMINS : []),
    ...(call.roles.includes('marketer') && !call.isOpenDuringSetup ? OF_MARKETERS : []),
    ...(call.needsRecentLogin ? OF_RECENT_LOGIN : []),
    ...(takesInput ? OF_INPUT : []),
    // The server reads the body of a request even if the call takes none.
    ...(call.method === 'GET' ? [] : OF_BODY),
    ...(call.takesFile ? OF_FILE : []),
    ...(Object.keys(call.params).length > 0 ? [call.notFoundCode] : []),
    ...(acceptsIdempotencyKey(call) ? OF_KEY : []),
    ...(call.hourlyLimit ? OF_HOURLY_LIMIT : []),
    ...call.errors,
    ...OF_EVERY_CALL,
  ]
  return [...new Set(codes)]
}
