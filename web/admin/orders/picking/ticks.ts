import { useState } from 'react'
import * as z from 'zod/mini'

const STORAGE_KEY = 'picked-parts'
/** The number of orders whose ticks are stored; the ticks of older orders are deleted. */
const MAX_ORDERS = 50

const Stored = z.array(z.tuple([z.string(), z.array(z.string())]))

/** Ticks that the browser refused to store, as its storage is full or disabled; in memory until the page is left. */
let unstored: z.output<typeof Stored> | undefined

/** The ticked parts of an order on this device; they survive a reload, unless the browser stores nothing. */
export function useTicks(order_id: string) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => ticksOf(order_id))
  const tick = (part: string, isTicked: boolean) => {
    // Another tab may have ticked parts of the same order.
    const next = new Set(ticksOf(order_id))
    if (isTicked) next.add(part)
    else next.delete(part)
    store(order_id, next)
    setTicked(next)
  }
  return { ticked, tick }
}

/** Deletes the ticks of an order. */
export const forgetTicks = (order_id: string) => store(order_id, new Set())

const ticksOf = (order_id: string) => new Set(stored().find(([id]) => id === order_id)?.[1])

function store(order_id: string, parts: ReadonlySet<string>) {
  const before = stored()
  const others = before.filter(([id]) => id !== order_id)
  if (parts.size === 0 && others.length === before.length) return
  const own: [string, string[]][] = parts.size > 0 ? [[order_id, [...parts]]] : []
  const next = [...own, ...others].slice(0, MAX_ORDERS)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
    unstored = undefined
  } catch {
    unstored = next
  }
}

function stored(): z.output<typeof Stored> {
  if (unstored) return unstored
  try {
    return Stored.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'))
  } catch {
    return []
  }
}
