import type { Fixture, MatrixEntry, Target } from './matrix-entry.ts'
import { codeAt, giveSecondFactor } from './second-factor.ts'

const ANY_ROLE = ['customer', 'marketer', 'admin'] as const
const STAFF = ['marketer', 'admin'] as const

const otherCustomer: Target = {
  make: async ({ world }) => (await world.customer()).id,
  isOwned: false,
  absent: 'not_found',
}

/** The entries of the calls in contract/account-security.ts. */
export const SECURITY_MATRIX: Record<string, MatrixEntry> = {
  'GET /auth/security': { roles: ANY_ROLE },
  'GET /auth/sessions': { roles: ANY_ROLE },
  'POST /auth/sessions/end-others': { roles: ANY_ROLE },
  'POST /auth/reauthenticate': {
    roles: ANY_ROLE,
    body: ({ account }) => ({ current_password: account?.password ?? 'kimsenin' }),
  },
  'POST /auth/second-factor': { roles: STAFF },
  'POST /auth/second-factor/confirm': {
    roles: STAFF,
    body: async ({ world, account }) => {
      if (account) await giveSecondFactor(world.db, account, null)
      return { code: codeAt(world.now()) }
    },
  },
  'POST /auth/second-factor/recovery-codes': { roles: STAFF, body: withSecondFactor },
  'DELETE /auth/second-factor': { roles: STAFF, body: withSecondFactor },
  'POST /admin/accounts/:id/end-sessions': { target: otherCustomer },
}

async function withSecondFactor({ world, account }: Fixture) {
  if (account) await giveSecondFactor(world.db, account, world.now())
  return {}
}
