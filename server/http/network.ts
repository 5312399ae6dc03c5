import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The network of an address: an IPv4 address itself, or the /64 of an IPv6 address, since one subscriber can use any
 * address of a /64. A text that is no address, which a proxy may report, is returned unchanged.
 */
export function networkOf(ip: string): string {
  // Parsing it would take more than a hundredth of a short request's time.
  if (isIPv4(ip)) return ip
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!('parts' in address)) return address.toString()
  const network = address.parts.slice(0, 4).map(part => part.toString(16))
  return `${network.join(':')}::/64`
}
