import type { Pool } from './db/transaction.ts'
import { portalSecret } from './http/portal-secrets.ts'
import type { PushContext } from './notifications/push-sender.ts'
import { PUBLIC_NETWORK, type PushNetwork } from './push/endpoint.ts'
import { keysOf, newPrivateKey, type PushKeys } from './push/keys.ts'
import { pushTransport } from './push/transport.ts'
import { isHttps, type Settings } from './settings.ts'

/** The keys with which this portal signs its pushes. Created once and stored, as subscriptions are bound to them. */
export const pushKeys = async (db: Pool): Promise<PushKeys> => keysOf(await portalSecret(db, 'push', newPrivateKey))

type Environment = Pick<PushContext, 'clock' | 'log'> & { network?: PushNetwork | undefined }

/** What sending pushes needs: the database, the transport with this portal's keys, clock and log. */
export async function pushContext(
  db: Pool,
  settings: Settings,
  { clock, log, network = PUBLIC_NETWORK }: Environment,
): Promise<PushContext> {
  const transport = pushTransport({ keys: await pushKeys(db), subject: subjectOf(settings), network })
  return { db, transport, clock, log }
}

/** The URL at which push services can reach the operator. */
function subjectOf({ supportEmail, mailFrom, publicUrl }: Settings): string {
  const address = supportEmail || mailFrom?.address
  if (address) return `mailto:${address}`
  return publicUrl && isHttps(publicUrl) ? publicUrl : 'mailto:no-reply@localhost'
}
