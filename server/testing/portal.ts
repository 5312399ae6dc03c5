import { startPortal } from '../portal.ts'
import { readSettings } from '../settings.ts'

// The portal as main.ts starts it, with a clock that the parent process can move; see portal-with-clock.ts.

let ahead = Number(process.env.CLOCK_AHEAD ?? 0)
process.on('message', (message: unknown) => {
  if (typeof message !== 'object' || message === null || !('pass' in message)) return
  ahead += Number(message.pass)
  process.send?.({ passed: message.pass })
})
// The parent process has ended, so nothing else would stop this one.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

const portal = await startPortal(readSettings(process.env), {
  webRoot: process.env.WEB_ROOT,
  clock: () => new Date(Date.now() + ahead),
})
portal.stopOnSignals()
process.stdout.write(`Toptan: ${portal.address}\n`)
