import { cloneDatabase } from '../server/testing/databases.ts'

type Server = Parameters<typeof cloneDatabase>[0]

/** Passes the PostgreSQL of this run and its template on to the workers that Playwright starts from this process. */
export function shareServer(server: Server, template: string) {
  process.env.TEST_SERVER = JSON.stringify({ server, template })
}

export type OwnDatabase = { url: string; discard: () => void }

/** Creates a migrated database on the PostgreSQL of this run; returns undefined outside a run of tests (benchmarks). */
export async function ownDatabase(): Promise<OwnDatabase | undefined> {
  if (!process.env.TEST_SERVER) return undefined
  const { server, template }: { server: Server; template: string } = JSON.parse(process.env.TEST_SERVER)
  const { address, discard } = await cloneDatabase(server, template)
  return { url: urlOf(address), discard }
}

function urlOf(address: Server): string {
  if ('connectionString' in address) return address.connectionString
  const url = new URL(`postgres://${address.user}@localhost/${address.database}`)
  // The directory of its Unix socket, which a URL cannot name as its host.
  url.searchParams.set('host', address.host)
  return url.href
}
