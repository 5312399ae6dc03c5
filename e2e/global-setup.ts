import { startTestServer } from '../server/testing/server.ts'
import { describeBrowser, findBrowser } from './browser.ts'
import { shareServer } from './database.ts'

/**
 * Starts one PostgreSQL for the whole run, on which portals get databases, which is faster than a server for each.
 * Prints in which browser the tests run.
 */
export default async function setup() {
  console.log(`The browser: ${await describeBrowser(await findBrowser())}`)
  const { server, template, stop } = await startTestServer()
  shareServer(server, template)
  return stop
}
