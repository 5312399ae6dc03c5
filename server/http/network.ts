/** Which network an address stands for: an address of IPv4 itself, of IPv6 its /64, all of which one customer has to ask from. */
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
