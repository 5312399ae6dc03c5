/** A random UUID; plain http over a company's own network has no `crypto.randomUUID`. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  // Two places say that the rest is random: version 4, and the variant.
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
