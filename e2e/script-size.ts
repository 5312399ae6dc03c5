import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

/**
 * Records which JavaScript a page loads, apart from the service worker's own; returns a function that measures it in
 * gzipped bytes.
 */
export function followScripts(page: Page): () => Promise<number> {
  const addresses = new Set<string>()
  page.on('request', request => {
    if (request.resourceType() === 'script' && !request.serviceWorker()) addresses.add(request.url())
  })
  return async () => {
    let bytes = 0
    for (const address of addresses) {
      const response = await fetch(address)
      bytes += gzipSync(new Uint8Array(await response.arrayBuffer()), { level: 9 }).byteLength
    }
    return bytes
  }
}
