import type { FastifyBaseLogger } from 'fastify'

type Stopping = { delay: number; leave: () => void; stop: () => void }

/**
 * Stops the process on SIGINT and SIGTERM. With a `delay` (seconds), the portal first reports that it is not ready but
 * still serves, so that a load balancer sends requests elsewhere before connections are refused; a second signal ends
 * the delay.
 */
export function stopOnSignals(log: FastifyBaseLogger, { delay, leave, stop }: Stopping) {
  let stopping: NodeJS.Timeout | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const isFirst = !stopping
      clearTimeout(stopping)
      leave()
      if (isFirst && delay) log.info(`${signal}: no longer ready, stopping in ${delay} seconds`)
      stopping = setTimeout(
        () => {
          log.info(`${signal}: finishing running requests`)
          stop()
        },
        isFirst ? delay * 1000 : 0,
      )
    })
  }
}

/**
 * Ends the process after the work, with status 1 if it fails. `process.exit` waits for file operations that are
 * running, so if one hangs the process kills itself.
 */
export async function endProcess(work: Promise<void>, log: Pick<FastifyBaseLogger, 'error'>, isHung: () => boolean) {
  const status = await work.then(
    () => 0,
    error => {
      log.error(error)
      return 1
    },
  )
  if (isHung()) {
    log.error('the process kills itself: a copy of a backup hangs')
    process.kill(process.pid, 'SIGKILL')
  } else process.exit(status)
}
