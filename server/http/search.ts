import { type SqlBool, sql } from 'kysely'

/** A condition: the folded text in `column` contains every one of the folded words. */
export function containing(column: string, words: string[]) {
  const each = words.map(word => sql<SqlBool>`${sql.ref(column)} like ${`%${likeable(word)}%`}`)
  return each.length ? sql<SqlBool>`(${sql.join(each, sql` and `)})` : sql<SqlBool>`true`
}

/** Text as it is, where LIKE would read wildcards. */
export const likeable = (text: string) => text.replace(/[\\%_]/g, '\\$&')
