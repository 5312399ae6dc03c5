import { performance } from 'node:perf_hooks'
import type { Portal } from '../e2e/portal.ts'

/** How long a customer waits for its orders while other work runs. */
export async function feltDuring(portal: Portal, token: string, work: () => Promise<unknown>): Promise<number[]> {
  const waits: number[] = []
  let isOver = false
  const customer = async () => {
    while (!isOver) {
      const began = performance.now()
      const { status } = await fetch(`${portal.url}/api/orders?limit=20`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (status !== 200) throw new Error(`the customer got ${status}`)
      waits.push(performance.now() - began)
      await pause(20)
    }
  }
  const waiting = customer()
  await work()
  isOver = true
  await waiting
  return waits
}

/** The waits in one sentence. */
export function felt(waits: number[]) {
  return `median ${at(waits, 0.5).toFixed(1)} ms, p99 ${at(waits, 0.99).toFixed(1)} ms (${waits.length} times)`
}

/** The value that a share of the values stays below. */
export function at(values: number[], share: number) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

export function pause(ms: number) {
  return new Promise(resolve => setTimeout(resolve, ms))
}
