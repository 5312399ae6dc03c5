import { type SqlBool, sql } from 'kysely'
import { daysLater, startOfIstanbulDay } from '#contract/turkish.ts'

/** Matches rows whose folded text in `column` contains all of the folded words. */
export function containing(column: string, words: string[]) {
  const each = words.map(word => sql<SqlBool>`${sql.ref(column)} like ${`%${likeable(word)}%`}`)
  return each.length ? sql<SqlBool>`(${sql.join(each, sql` and `)})` : sql<SqlBool>`true`
}

/** Whether a text that is searched for is an id. */
export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Days in Istanbul, YYYY-MM-DD, both included; without one there is no limit. */
export type Period = { from?: string | undefined; to?: string | undefined }

/** Matches rows whose instant in `column` is in the period. */
export function within(column: string, { from, to }: Period) {
  const conditions = [
    ...(from ? [sql<SqlBool>`${sql.ref(column)} >= ${startOfIstanbulDay(from).toISOString()}`] : []),
    ...(to ? [sql<SqlBool>`${sql.ref(column)} < ${startOfIstanbulDay(daysLater(to, 1)).toISOString()}`] : []),
  ]
  return conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}

/** The text in `column` folded as by `fold` in the contract, if its letters are Turkish. */
export const turkishFolded = (column: string) =>
  sql<string>`lower(translate(${sql.ref(column)}, 'IİıÇçĞğÖöŞşÜüÂâÎîÛû', 'iiiccggoossuuaaiiuu'))`

/** Text with the wildcards of LIKE escaped. */
export const likeable = (text: string) => text.replace(/[\\%_]/g, '\\$&')
