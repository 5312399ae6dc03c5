import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '#contract/call.ts'
import { SESSION_IDLE_LIMIT } from '#contract/session-limits.ts'
import type { TestUser, World } from './world.ts'

/** Every kind of caller that may request an endpoint. */
export type CallerName =
  | 'anonymous'
  | 'customer'
  | 'customer with a new e-mail address'
  | 'passive customer'
  | 'other customer'
  | 'marketer'
  | 'marketer of a passive customer'
  | 'other marketer'
  | 'admin'
  | 'unconfirmed customer'
  | 'customer who logged out'
  | 'customer with a new password'
  | 'customer with an expired session'
  | 'marketer with an expired session'
  | 'admin with an expired session'
  | 'deactivated marketer'
  | 'holder of a made-up token'

/** A caller and the account whose data it requests: its own, or another account's if `isStranger`. */
export type Caller = {
  name: CallerName
  account: Account | undefined
  token: string | undefined
  /** The session's role, if the session is valid. */
  role: Role | undefined
  owner: TestUser
  isStranger: boolean
}

export type Account = Pick<TestUser, 'username' | 'password'> & { actor: { role: Role; id?: string } }

/** The callers, each with an account and a session of its own; the owners have an order of the product. */
export type CallerSetup = { callers: Caller[]; marketer: TestUser; admin: TestUser; product_id: string }

/** Creates the callers. Expired sessions take time, so the clock moves by more than a month. */
export async function setUpCallers(world: World): Promise<CallerSetup> {
  const expired = await Promise.all([world.customer(), world.marketer()])
  world.pass(Math.max(SESSION_IDLE_LIMIT.customer, SESSION_IDLE_LIMIT.marketer) + 1)
  const expiredAdmin = await world.admin()
  world.pass(SESSION_IDLE_LIMIT.admin + 1)

  const [marketer, marketerOfPassive, otherMarketer, admin, deactivated] = await Promise.all([
    world.marketer(),
    world.marketer(),
    world.marketer(),
    world.admin(),
    world.marketer(),
  ])
  const customerOf = ({ id }: TestUser) => world.customer({ assigned_marketer_id: id })
  const [customer, renewed, passive, other, loggedOut, changed] = await Promise.all([
    customerOf(marketer),
    customerOf(marketer),
    customerOf(marketerOfPassive),
    customerOf(otherMarketer),
    customerOf(marketer),
    customerOf(marketer),
  ])
  const product_id = await world.product({ on_hand: 1_000_000 })
  for (const owner of [customer, renewed, passive]) {
    requireSuccess(await world.post('/orders', owner, { items: [{ product_id, quantity: 1 }] }))
  }
  const address = { email: `yeni-${renewed.username}@ornek.com.tr`, current_password: renewed.password }
  requireSuccess(await world.put('/auth/profile', renewed, address))
  requireSuccess(await world.post('/auth/logout', loggedOut))
  for (const { id } of [passive, deactivated]) {
    await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', id).execute()
  }
  const passwords = { current_password: changed.password, new_password: 'yepyeni-şifre' }
  requireSuccess(await world.post('/auth/change-password', changed, passwords))
  const unconfirmed = await register(world)

  const { stranger, unknown, ended } = strangersTo(customer)
  const callers = [
    known('customer', customer),
    known('customer with a new e-mail address', renewed),
    known('passive customer', passive),
    stranger('other customer', other),
    known('marketer', marketer, customer),
    known('marketer of a passive customer', marketerOfPassive, passive),
    stranger('other marketer', otherMarketer),
    known('admin', admin, customer),
    unknown('anonymous'),
    unknown('unconfirmed customer', unconfirmed),
    ended('customer who logged out', loggedOut),
    ended('customer with a new password', { ...changed, password: passwords.new_password }),
    ended('customer with an expired session', expired[0]),
    ended('marketer with an expired session', expired[1]),
    ended('admin with an expired session', expiredAdmin),
    ended('deactivated marketer', deactivated),
    unknown('holder of a made-up token', undefined, randomBytes(32).toString('base64url')),
  ]
  return { callers, marketer, admin, product_id }
}

const known = (name: CallerName, user: TestUser, owner = user): Caller => {
  const { token, actor } = user
  return { name, account: user, token, role: actor.role, owner, isStranger: false }
}

/** Callers that do not own the data of the fixture's customer, with a valid session or without one. */
function strangersTo(owner: TestUser) {
  const unknown = (name: CallerName, account?: Account, token?: string): Caller => {
    return { name, account, token, role: undefined, owner, isStranger: true }
  }
  return {
    stranger: (name: CallerName, user: TestUser): Caller => ({ ...known(name, user, owner), isStranger: true }),
    unknown,
    ended: (name: CallerName, user: TestUser) => unknown(name, user, user.token),
  }
}

/** Whether no call has ended a session that was valid after the setup. If one has, the next call needs a new setup. */
export async function areSessionsValid(world: World, { callers }: CallerSetup): Promise<boolean> {
  const sessions = await Promise.all(
    callers.map(async ({ role, token }) => {
      if (!role || !token) return true
      const actor = await world.app.context.identify(token, world.now())
      return actor?.role === role
    }),
  )
  return sessions.every(Boolean)
}

/** Registers a customer, who has not confirmed the e-mail address yet. */
export async function register(world: World): Promise<Account & { email: string }> {
  const { password, ...rest } = registration()
  requireSuccess(await world.post('/auth/register', undefined, { ...rest, password }))
  return { username: rest.username, email: rest.email, password, actor: { role: 'customer' } }
}

/** The input of a registration, with a unique username. */
export function registration() {
  const username = `registered-${randomUUID().slice(0, 8)}`
  return {
    username,
    company_name: 'Yeni Lokanta',
    email: `${username}@ornek.com.tr`,
    phone: '0212 000 00 01',
    address: 'İzmir',
    password: 'kayıt-şifresi',
  }
}

/** Returns the reply, which must be a success, because the fixture depends on it. */
export function requireSuccess<Reply extends { status: number; body: string }>(reply: Reply): Reply {
  if (reply.status >= 400) throw new Error(`the fixture cannot be set up: ${reply.status} ${reply.body}`)
  return reply
}
