import type { AllowedRole, Call } from '#contract/call.ts'
import type { Account, CallerName } from './callers.ts'
import type { Person, World } from './world.ts'

/** What a call stands on when it is asked. */
export type Scene = {
  world: World
  /** Who asks, if that is anybody with an account. */
  account: Account | undefined
  /** Whose things are asked for, with its marketer's and an admin's help where the scene needs it. */
  owner: Person
  marketer: Person
  admin: Person
  /** A product with plenty of stock. */
  product_id: string
}

/** What the id in a call's path or body names, made anew for every asker. */
export type Target = {
  make: (scene: Scene) => string | Promise<string>
  /** It belongs to the scene's owner: to anybody else but its marketer and the admins it is not there. */
  isOwned: boolean
  absent: Call['notFoundCode']
}

/** What the matrix says of a call besides what its address says. */
export type Line = {
  /** Who may ask, where the address does not say it. */
  who?: readonly AllowedRole[]
  /** The status of a success, if it is not 200. */
  answers?: 201
  target?: Target
  query?: (scene: Scene) => Record<string, string> | Promise<Record<string, string>>
  body?: (scene: Scene & { id: string }) => object | Promise<object>
  file?: () => Buffer
  /** Who is answered otherwise than the role and the target say, and how. */
  but?: Partial<Record<CallerName, string>>
}

/** Who may make a call: its line says so, or else its address. */
export function whoMayAsk({ path }: Pick<Call, 'path'>, line: Line): readonly AllowedRole[] {
  if (line.who) return line.who
  const [, first] = path.split('/')
  return first === 'admin' || first === 'marketer' ? [first] : ['customer']
}
