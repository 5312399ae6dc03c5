import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet, { type HelmetOptions } from 'helmet'
import { isHttps, type Settings } from '../settings.ts'

type HeaderSettings = Pick<Settings, 'publicUrl' | 'imageHosts' | 'hstsSubdomains'>

/** The security headers of every reply. They are the same for all, so Helmet makes them once. */
export function securityHeaders(settings: HeaderSettings): Record<string, string> {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(optionsFor(settings))(request, response, error => {
    if (error) throw error
  })
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]))
}

const optionsFor = ({ publicUrl, imageHosts, hstsSubdomains }: HeaderSettings): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // The barcode reader is WebAssembly; text is never evaluated as code.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Pictures that were just taken are data URLs; products may name pictures of other hosts.
      imgSrc: ["'self'", 'data:', ...(imageHosts?.map(host => `https://${host}`) ?? ['https:'])],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  frameguard: { action: 'deny' },
  // Links of earlier mails have their token in the query.
  referrerPolicy: { policy: 'no-referrer' },
  // A year. For subdomains, which others may run, only if the settings say so.
  strictTransportSecurity: isHttps(publicUrl) && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: hstsSubdomains },
})
