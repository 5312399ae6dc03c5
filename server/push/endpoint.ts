import { lookup as resolve } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which push services may be called. */
export type PushNetwork = {
  /** For tests: services on this machine, on any port. */
  allowsLoopback: boolean
  /** A further certificate authority in PEM, for tests. */
  ca?: string
}

/** Public addresses on the port of https only. */
export const PUBLIC_NETWORK: PushNetwork = { allowsLoopback: false }

const HTTPS_PORTS = new Set(['', '443'])

/**
 * Whether an endpoint may be called: https, without credentials, and no address of a private network. The address that
 * a name resolves to is checked when it is called (`publicLookup`), as it may change.
 */
export function isAllowedEndpoint(endpoint: string, network: PushNetwork): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url?.protocol !== 'https:' || url.username || url.password || !url.hostname) return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (network.allowsLoopback && (host === 'localhost' || isLoopback(host))) return true
  if (!HTTPS_PORTS.has(url.port)) return false
  if (ipaddr.isValid(host)) return isPublic(host)
  return host.includes('.') && !/\.(localhost|local|internal|home\.arpa)\.?$/i.test(host)
}

/** Resolves names like Node, but fails if a name has an address that is not public. */
export const publicLookup =
  ({ allowsLoopback }: PushNetwork): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const isAllowed = (address: string) => isPublic(address) || (allowsLoopback && isLoopback(address))
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isAllowed(address)))
        return callback(new Error('the push service has no public address'), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

const rangeOf = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).range() : undefined)
const isPublic = (address: string) => rangeOf(address) === 'unicast'
const isLoopback = (address: string) => rangeOf(address) === 'loopback'
