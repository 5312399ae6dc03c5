import { startTestServer } from '../server/testing/server.ts'
import { describeBrowser, findBrowser } from './browser.ts'
import { shareServer } from './database.ts'

/**
 * One PostgreSQL for the whole run: portals get databases on it, which are there sooner than servers of their own. Says
 * which browser the tests run in.
 */
export default async function setup() {
  console.log(`The browser: ${await describeBrowser(await findBrowser())}`)
  const { server, template, stop } = await startTestServer()
  shareServer(server, template)
  return stop
}
