import { performance } from 'node:perf_hooks'
import type { Portal } from '../e2e/portal.ts'

/** The latencies of a customer's list of orders while other work runs, in milliseconds; rejects if a request fails. */
export async function latencyDuring(
  portal: Pick<Portal, 'url'>,
  token: string,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const latencies: number[] = []
  let isOver = false
  const customer = async () => {
    while (!isOver) {
      const began = performance.now()
      const { status } = await fetch(`${portal.url}/api/orders?limit=20`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (status !== 200) throw new Error(`the customer got ${status}`)
      latencies.push(performance.now() - began)
      await pause(20)
    }
  }
  // Awaited together, because a rejection that is not awaited yet would end the process and leave the portal running.
  await Promise.all([customer(), work().finally(() => (isOver = true))])
  return latencies
}

/** A summary of latencies as text. */
export function latencyText(latencies: number[]) {
  return `median ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms (${latencies.length} times)`
}

/** The quantile of the values for a share between 0 and 1. */
export function quantile(values: number[], share: number) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

export function pause(ms: number) {
  return new Promise(resolve => setTimeout(resolve, ms))
}
