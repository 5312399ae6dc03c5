import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import {
  IMAGES_PATH,
  type ImageSize,
  imageHash,
  imageUrl,
  MAX_IMAGE_BYTES,
  requestedImage,
  SMALLER_SIZES,
} from '#contract/image-url.ts'
import type { Database } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'
import { refuseField } from '../http/refusal.ts'

const MAX_PIXELS = 40_000_000
const FORMATS = new Set<string | undefined>(['jpeg', 'png', 'webp'])

/** Limits how many decoded pictures are in memory at once. */
const scalingLimit = pLimit(2)

/** The stored sizes of a picture: longest side in pixels. `print` is a JPEG for paper. */
export const SIZES = { large: 1200, ...SMALLER_SIZES, print: 200 } as const

/**
 * Stores the picture of a form and resolves to the URL it is shown from: a data URL decoded and stored, one of our own
 * URLs if the picture exists, and an https URL unchanged (it is never fetched), unless it is the address of a stored
 * picture, in any size.
 */
export async function saveImage(db: Pool, url: string, now: Date): Promise<string> {
  if (url.startsWith('https://')) {
    const named = hashInAddress(url)
    return named && (await markUsed(db, named)) ? imageUrl(named) : url
  }
  const ours = imageHash(url)
  if (ours) return (await markUsed(db, ours)) ? url : refuseField('image_unreadable', 'image_url')
  // The type is not read: some programs write `image/jpg`, and the content decides.
  const bytes = Buffer.from(/^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(url)?.[1] ?? '', 'base64')
  return storeImage(db, bytes, now)
}

/** The hash of the picture that an https URL would name on this portal, whose own host may have several names. */
function hashInAddress(url: string): string | undefined {
  const { pathname } = new URL(url)
  return pathname.startsWith(IMAGES_PATH) ? requestedImage(pathname.slice(IMAGES_PATH.length))?.hash : undefined
}

/** Stores a picture once, by the hash of its bytes: checked by content, stripped of metadata, scaled. */
export async function storeImage(db: Pool, bytes: Buffer, now: Date): Promise<string> {
  if (bytes.length === 0 || bytes.length > MAX_IMAGE_BYTES) refuseField('image_unreadable', 'image_url')
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (await markUsed(db, hash)) return imageUrl(hash)
  await db
    .insertInto('images')
    .values({ hash, ...(await scalingLimit(() => scaled(bytes))), created_at: now })
    .onConflict(on => on.doNothing())
    .execute()
  return imageUrl(hash)
}

/** A stored picture in one of its sizes, as WebP. */
export async function readImage(db: Database, hash: string, size: ImageSize): Promise<Buffer | undefined> {
  const row = await db.selectFrom('images').select(`${size} as bytes`).where('hash', '=', hash).executeTakeFirst()
  return row?.bytes
}

/** The print versions, as JPEG, of the stored pictures with these hashes. */
export async function readPrintImages(db: Database, hashes: string[]): Promise<Map<string, Uint8Array>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('images')
    .select(['hash', 'print'])
    .where('hash', '=', sql<string>`any(${hashes}::text[])`)
    .execute()
  return new Map(rows.map(({ hash, print }) => [hash, print]))
}

/** Marks a stored picture as used, so that it is not deleted before its use is stored; returns whether there is one. */
async function markUsed(db: Database, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('images')
    .set({ unused_since: null })
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function scaled(bytes: Buffer) {
  // Loaded with the first picture, as it adds 9 MB to a process that only serves them.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!FORMATS.has(format)) return refuseField('image_unreadable', 'image_url')
    const fitted = (side: number) =>
      picture.clone().rotate().resize(side, side, { fit: 'inside', withoutEnlargement: true })
    const [large, medium, small, print] = await Promise.all([
      fitted(SIZES.large).webp({ quality: 82 }).toBuffer(),
      fitted(SIZES.medium).webp({ quality: 80 }).toBuffer(),
      fitted(SIZES.small).webp({ quality: 78 }).toBuffer(),
      fitted(SIZES.print).flatten({ background: '#fff' }).jpeg({ quality: 72 }).toBuffer(),
    ])
    return { large, medium, small, print }
  } catch {
    return refuseField('image_unreadable', 'image_url')
  }
}
