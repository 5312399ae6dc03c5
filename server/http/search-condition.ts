import { type SqlBool, sql } from 'kysely'

/** Matches rows whose folded text in `column` contains all of the folded words. */
export function containing(column: string, words: string[]) {
  const each = words.map(word => sql<SqlBool>`${sql.ref(column)} like ${`%${likeable(word)}%`}`)
  return each.length ? sql<SqlBool>`(${sql.join(each, sql` and `)})` : sql<SqlBool>`true`
}

/** Whether a text that is searched for is an id. */
export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Text with the wildcards of LIKE escaped. */
export const likeable = (text: string) => text.replace(/[\\%_]/g, '\\$&')
