import type { AllowedRole, Call } from '#contract/call.ts'
import type { Account, CallerName } from './callers.ts'
import type { TestUser, World } from './world.ts'

/** The data that a call runs on. */
export type Fixture = {
  world: World
  /** The caller's account, if any. */
  account: Account | undefined
  /** The account whose data the call addresses, and a marketer and an admin to prepare it with. */
  owner: TestUser
  marketer: TestUser
  admin: TestUser
  /** A product with plenty of stock. */
  product_id: string
}

/** The record that the id in a call's path or body refers to, created for every caller. */
export type Target = {
  make: (fixture: Fixture) => string | Promise<string>
  /** Whether it belongs to the fixture's owner: other callers, except its marketer and the admins, get a 404. */
  isOwned: boolean
  absent: Call['notFoundCode']
}

/** The facts about a call that its path does not imply. */
export type MatrixEntry = {
  /** The allowed roles, if the path does not imply them. */
  roles?: readonly AllowedRole[]
  /** The status of a success, if it is not 200. */
  status?: 201
  target?: Target
  query?: (fixture: Fixture) => Record<string, string> | Promise<Record<string, string>>
  body?: (fixture: Fixture & { id: string }) => object | Promise<object>
  file?: () => Buffer
  /** The callers whose status differs from what role and target imply. */
  exceptions?: Partial<Record<CallerName, string>>
}

/** The roles that act for customers: marketers for their own, admins for all. */
export const FOR_CUSTOMERS = ['marketer', 'admin'] as const satisfies readonly AllowedRole[]

/** The roles that may make a call: those of its matrix entry, or else those that its path implies. */
export function allowedRoles({ path }: Pick<Call, 'path'>, entry: MatrixEntry): readonly AllowedRole[] {
  if (entry.roles) return entry.roles
  const [, first] = path.split('/')
  return first === 'admin' || first === 'marketer' ? [first] : ['customer']
}
