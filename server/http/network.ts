/**
 * The network of an address: an IPv4 address itself, or the /64 of an IPv6 address, all of which one subscriber can
 * use.
 */
export function networkOf(ip: string): string {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest]
  return `${whole.slice(0, 4).join(':')}::/64`
}
