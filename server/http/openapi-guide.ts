import { SESSION_IDLE_LIMIT, SESSION_LIFETIME } from '#contract/session-limits.ts'

const HOUR = 60 * 60 * 1000
const hours = (milliseconds: number) => `${milliseconds / HOUR} hours`
const days = (milliseconds: number) => `${milliseconds / (24 * HOUR)} days`

/** What applies to all calls of the API, in Markdown: a list of paragraphs. */
export const GUIDE = [
  'All paths are below `/api`. Requests and replies are JSON in UTF-8 unless another media type is given. The body of a request, unless it is a form with a file, may be compressed (`Content-Encoding`: `gzip`, `deflate` or `br`).',
  `\`POST /auth/login\` (customers), \`POST /marketer/login\` and \`POST /admin/login\` return a \`token\`. Send it with every request as \`Authorization: Bearer TOKEN\`. A session ends when it has not been used for ${days(SESSION_IDLE_LIMIT.customer)} (that of an admin: ${hours(SESSION_IDLE_LIMIT.admin)}), and ${days(SESSION_LIFETIME.customer)} (${days(SESSION_LIFETIME.admin)}) after the login; after a 401 with \`session_ended\` log in again.`,
  'An error is JSON with `code`, `detail` and, for invalid input, `errors`: `field` and `message` of each. Decide by `code`; `detail` and `message` are Turkish sentences for users. Every reply has an `X-Request-Id`, by which the operator finds the request in the log.',
  'After a 429 or a 503 repeat the request when the seconds in `Retry-After` have passed. So that a request may be repeated although it may have been carried out (without a reply, or after a 5xx), send an `Idempotency-Key` with each call that takes one: 1 to 200 characters of ASCII without blanks, a new one for each request, the same one for its repetitions.',
  'A list is returned whole or, with `limit`, in pages: request the address in the header `Link` until there is none. A cursor stays valid when the list changes.',
  'Where a reply has an `ETag`, send it as `If-None-Match` in the next request: a 304 without a body says that the reply is still the same.',
  'Amounts are in lira. Instants are in UTC (ISO 8601), days (`YYYY-MM-DD`) are those of Istanbul.',
]
