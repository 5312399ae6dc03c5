import { startPortal } from '../portal.ts'
import { readSettings } from '../settings.ts'
import { UNLIMITED } from './overload.ts'

// Runs any number of portals in one process, as its parent commands; see hosted-portals.ts.

export type HostCommand = { id: number } & (
  | { command: 'start'; environment: Record<string, string>; webRoot: string }
  | { command: 'pass'; portal: number; milliseconds: number }
  | { command: 'stop'; portal: number }
)
export type HostReply = { id: number; url?: string; error?: string }

const portals = new Map<number, { ahead: number; stop?: () => Promise<void> }>()

process.on('message', (command: HostCommand) => {
  execute(command).then(
    url => process.send?.({ id: command.id, ...(url !== undefined && { url }) } satisfies HostReply),
    error => process.send?.({ id: command.id, error: String(error) } satisfies HostReply),
  )
})
// The parent process has ended, and with it the databases.
process.once('disconnect', () => process.exit(0))

/** Resolves to the address of a portal that was started. The id of its command is also the portal's. */
async function execute(command: HostCommand): Promise<string | undefined> {
  if (command.command === 'start') {
    const state: { ahead: number; stop?: () => Promise<void> } = { ahead: 0 }
    const { address, stop } = await startPortal(readSettings(command.environment), {
      webRoot: command.webRoot,
      clock: () => new Date(Date.now() + state.ahead),
      overload: UNLIMITED,
    })
    state.stop = stop
    portals.set(command.id, state)
    return address
  }
  const portal = portals.get(command.portal)
  if (command.command === 'pass' && portal) portal.ahead += command.milliseconds
  else if (command.command === 'stop') {
    portals.delete(command.portal)
    await portal?.stop?.()
  }
  return undefined
}
