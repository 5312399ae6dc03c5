/** The path that a stored picture is shown from; it contains the hash of the uploaded bytes. */
export const imageUrl = (hash: string) => `/api/images/${hash}.webp`

/** The hash of the stored picture that this URL shows, or undefined for an external URL or none. */
export const imageHash = (url: string | null): string | undefined =>
  /^\/api\/images\/([0-9a-f]{64})\.webp$/.exec(url ?? '')?.[1]

/** The picture and size that a client requests by the last part of the path, such as `<hash>-96.webp`. */
export function requestedImage(file: string): { hash: string; size: 'large' | 'medium' | 'small' } | undefined {
  const [, hash, side] = /^([0-9a-f]{64})(-96|-400)?\.webp$/.exec(file) ?? []
  if (hash === undefined) return undefined
  return { hash, size: side === '-96' ? 'small' : side === '-400' ? 'medium' : 'large' }
}
