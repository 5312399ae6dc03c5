import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** The files of the barcode reader, which are not precached: they are large, and few users ever start the camera. */
const FETCHED_ON_USE = /^(zxing_reader|decoding)-.*\.(wasm|js)$/

/** A file that the service worker precaches: one without a hash in its URL has a revision, any other an integrity. */
type PrecacheEntry = { url: string; revision: string | null; integrity?: string }

/** The files of the web app in a folder that the service worker precaches, by URL. */
export async function precacheEntries(folder: string): Promise<PrecacheEntry[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(file => file.isFile())
  const entries = await Promise.all(
    files
      .filter(({ name }) => !FETCHED_ON_USE.test(name))
      .map(async ({ parentPath, name }): Promise<PrecacheEntry> => {
        const path = join(parentPath, name)
        const url = `/${relative(folder, path).replaceAll('\\', '/')}`
        const hash = createHash('sha256').update(await readFile(path))
        // These are stored for good, so another page in their place must not be.
        if (url.startsWith('/assets/')) return { url, revision: null, integrity: `sha256-${hash.digest('base64')}` }
        return { url, revision: hash.digest('hex').slice(0, 16) }
      }),
  )
  return entries.sort((a, b) => (a.url < b.url ? -1 : 1))
}
