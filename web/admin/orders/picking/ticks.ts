import { useState } from 'react'
import * as z from 'zod/mini'
import type { Order } from '#contract/orders.ts'

const STORAGE_KEY = 'picked-parts'
/** The number of orders whose ticks are stored; the ticks of older orders are deleted. */
const MAX_ORDERS = 50

/** Orders with the version of their preparation and its ticked parts. */
const Stored = z.array(z.tuple([z.string(), z.string(), z.array(z.string())]))

/** Ticks that the browser refused to store, as its storage is full or disabled; in memory until the page is left. */
let unstored: z.output<typeof Stored> | undefined

/** A prepared order: its `updated_at` is the same until its status changes. */
export type Preparation = Pick<Order, 'id' | 'updated_at'>

/**
 * The parts that were ticked on this device since the order's preparation began; they survive a reload, unless the
 * browser stores nothing.
 */
export function useTicks(order: Preparation) {
  const [{ ticked, version }, setShown] = useState(() => shownOf(order))
  if (version !== order.updated_at) setShown(shownOf(order))
  const tick = (part: string, isTicked: boolean) => {
    // Another tab may have ticked parts of the same order.
    const next = new Set(ticksOf(order))
    if (isTicked) next.add(part)
    else next.delete(part)
    store(order, next)
    setShown({ ticked: next, version: order.updated_at })
  }
  return { ticked, tick }
}

/** Deletes the ticks of an order. */
export const forgetTicks = (order: Preparation) => store(order, new Set())

const shownOf = (order: Preparation) => ({ ticked: ticksOf(order), version: order.updated_at })

const ticksOf = (order: Preparation): ReadonlySet<string> =>
  new Set(stored().find(([id, version]) => id === order.id && version === order.updated_at)?.[2])

function store({ id: order_id, updated_at }: Preparation, parts: ReadonlySet<string>) {
  const before = stored()
  const others = before.filter(([id]) => id !== order_id)
  if (parts.size === 0 && others.length === before.length) return
  const own: z.output<typeof Stored> = parts.size > 0 ? [[order_id, updated_at, [...parts]]] : []
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
