import { randomUUID } from 'node:crypto'
import type { Fixture, MatrixEntry, Target } from './matrix-entry.ts'
import { pushBrowser } from './push-service.ts'

const ANY_ROLE = ['customer', 'marketer', 'admin'] as const

const subscriptionOf = () => pushBrowser({ url: 'https://push.example.com' }, `/${randomUUID()}`).subscription

/** A browser of the caller, in one of its sessions. */
const ownBrowser: Target = {
  make: async ({ world, account }: Fixture) => {
    const id = randomUUID()
    if (!account?.actor.id) return id
    const sessions = world.db.selectFrom('sessions').select('token_hash').where('account_id', '=', account.actor.id)
    const { token_hash: session_hash } = await sessions.executeTakeFirstOrThrow()
    const { endpoint, keys } = subscriptionOf()
    await world.db
      .insertInto('push_subscriptions')
      .values({ id, account_id: account.actor.id, session_hash, endpoint, ...keys, created_at: world.now() })
      .onConflict(on => on.column('session_hash').doUpdateSet({ id }))
      .execute()
    return id
  },
  isOwned: false,
  absent: 'not_found',
}

/** The entries of the matrix for contract/notifications.ts and contract/notification-settings.ts. */
export const PUSH_MATRIX: Record<string, MatrixEntry> = {
  'GET /notifications': { roles: ANY_ROLE },
  'GET /notifications/unread': { roles: ANY_ROLE },
  'POST /notifications/read': { roles: ANY_ROLE },
  'GET /events': { roles: ANY_ROLE },
  'GET /notifications/preferences': { roles: ANY_ROLE },
  'PUT /notifications/preferences': { roles: ANY_ROLE, body: () => ({ topic: 'quotes', bell: false }) },
  'GET /notifications/push': { roles: ANY_ROLE },
  'POST /notifications/push': { roles: ANY_ROLE, body: subscriptionOf },
  'DELETE /notifications/push/:id': { roles: ANY_ROLE, target: ownBrowser },
}
