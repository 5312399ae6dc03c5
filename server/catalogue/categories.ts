import type { Database } from '../db/tables.ts'

/** The categories of the products on sale, in Turkish order. */
export async function listCategories(db: Database): Promise<string[]> {
  return namesOf(await categories(db).where('is_active', '=', true).execute())
}

/** The categories of all products, in Turkish order. */
export async function listAllCategories(db: Database): Promise<string[]> {
  return namesOf(await categories(db).execute())
}

/** Whether a product, on sale or not, has the category. */
export async function isCategoryInUse(db: Database, category: string): Promise<boolean> {
  return (await categories(db).where('category', '=', category).executeTakeFirst()) !== undefined
}

const categories = (db: Database) => db.selectFrom('products').select('category').distinct().orderBy('category')
const namesOf = (rows: { category: string }[]) => rows.map(({ category }) => category)
