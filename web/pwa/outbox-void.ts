import { store } from '../ui/storage.ts'

// Marks of entries, in `localStorage`: there they change in the same step as the cart, also while the database hangs. A
// mark whose entry was never stored remains, without effect.

/** How long the page that has marked an entry may need for it, in ms, if there are no locks to show that it is open. */
const MARKED_FOR = 60_000

/**
 * Marks an entry as void, whose goods are in the cart, or which is settled: it is neither sent nor shown, and is
 * deleted even if the page that has marked it ends first.
 */
export function setVoid(key: string, isMarked: boolean) {
  if (isMarked) store(nameOf(key), `${Date.now()}`)
  else localStorage.removeItem(nameOf(key))
}

/** Whether an entry is void. */
export const isVoid = (key: string) => localStorage.getItem(nameOf(key)) !== null

/** Whether a void entry has been so for long enough to be deleted by another page. */
export const isVoidForLong = (key: string) =>
  isVoid(key) && Date.now() - Number(localStorage.getItem(nameOf(key))) > MARKED_FOR

const nameOf = (key: string) => `void-order:${key}`
