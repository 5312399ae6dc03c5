/** What the URLs of all stored pictures begin with. */
export const IMAGES_PATH = '/api/images/'

/** Matches the URL of a stored picture in its largest size, which contains the SHA-256 hash of the uploaded bytes. */
export const IMAGE_URL = /^\/api\/images\/[0-9a-f]{64}\.webp$/

/** The longest side, in pixels, of the smaller sizes that a URL can name. */
export const SMALLER_SIZES = { medium: 400, small: 96 } as const

export type ImageSize = 'large' | keyof typeof SMALLER_SIZES

/** The URL of a stored picture. */
export const imageUrl = (hash: string, size: ImageSize = 'large') =>
  `${IMAGES_PATH}${hash}${size === 'large' ? '' : `-${SMALLER_SIZES[size]}`}.webp`

/** The hash of the stored picture whose full-size URL this is; undefined for any other URL, or none. */
export const imageHash = (url: string | null): string | undefined =>
  url && IMAGE_URL.test(url) ? url.slice(IMAGES_PATH.length, -'.webp'.length) : undefined

/** The picture and size that a client requests by the last part of the path, such as `<hash>-96.webp`. */
export function requestedImage(file: string): { hash: string; size: ImageSize } | undefined {
  const hash = file.slice(0, 64)
  const size = (['large', 'medium', 'small'] as const).find(each => imageUrl(hash, each) === IMAGES_PATH + file)
  return size && IMAGE_URL.test(imageUrl(hash)) ? { hash, size } : undefined
}

/** The largest picture that can be uploaded: 5 MB. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
