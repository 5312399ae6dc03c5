import { sql } from 'kysely'
import { IMAGES_PATH } from '#contract/image-url.ts'
import type { Pool } from '../db/transaction.ts'

/** How long a picture stays after its last use, in milliseconds: an open form or an undo may bring it back. */
const RETENTION = 30 * 24 * 60 * 60 * 1000

/** Earlier versions stored the full address of one of our pictures, also of a smaller size, as they got it. */
const HASH_IN_URL = `${IMAGES_PATH}([0-9a-f]{64})`

/** Notes which pictures no product and no count shows, and deletes those that have not been used for a month. */
export async function deleteUnusedImages(db: Pool, now: Date) {
  await sql`
    with shown as (
      select image_url from products where image_url is not null
      union select image_url from stock_count_items where image_url is not null
    ), used as (
      select substring(image_url from ${HASH_IN_URL}::text) as hash from shown
    ), checked as (
      select hash, exists (select from used where used.hash = images.hash) as is_used from images
    )
    update images set unused_since = case when not is_used then ${now}::timestamptz end
    from checked where checked.hash = images.hash and is_used = (unused_since is not null)`.execute(db)
  await db
    .deleteFrom('images')
    .where('unused_since', '<=', new Date(now.getTime() - RETENTION).toISOString())
    .execute()
}
