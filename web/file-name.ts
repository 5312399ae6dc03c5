/** The file name of a `Content-Disposition` header: the RFC 5987 form if present, else the ASCII one. */
export function fileNameIn(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  try {
    if (encoded) return decodeURIComponent(encoded)
  } catch {
    // A malformed encoded name counts as absent.
  }
  return /filename="([^"]+)"/i.exec(disposition)?.[1]
}
