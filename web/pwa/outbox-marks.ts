import { store } from '../ui/storage.ts'

/**
 * A mark of an entry. Void: its goods are in the cart, or it is settled, so it is neither sent nor shown, but deleted.
 * Withdrawn: it is looked up, but not sent, as its goods are in the cart.
 */
export type Mark = 'void' | 'withdrawn'

// In `localStorage`: there they change in the same step as the cart, also while the database hangs or is full. The mark
// of an entry that was never stored, or whose page was closed just as it was deleted, remains without effect.

/** How long the page that has marked an entry may need for it, in ms, if there are no locks to show that it is open. */
const MARKED_FOR = 60_000

/** Gives an entry this mark only, or none; returns whether it is marked, for which there may be no room. */
export function setMark(key: string, mark?: Mark): boolean {
  for (const other of ['void', 'withdrawn'] as const) if (other !== mark) localStorage.removeItem(nameOf(key, other))
  return mark !== undefined && store(nameOf(key, mark), `${Date.now()}`)
}

/** Whether an entry is void. */
export const isVoid = (key: string) => timeOf(key, 'void') > 0

/** Whether a void entry has been so for long enough to be deleted by another page. */
export const isVoidForLong = (key: string) => isVoid(key) && Date.now() - timeOf(key, 'void') > MARKED_FOR

/** The marks of an entry; `withdrawnAt` is when it was marked as withdrawn, in ms since 1970, or 0. */
export const marksOf = (key: string) => ({ isVoid: isVoid(key), withdrawnAt: timeOf(key, 'withdrawn') })
export type Marks = ReturnType<typeof marksOf>

/** Calls back whenever another tab has changed a mark. */
export const onMarkChange = (listener: () => void) =>
  addEventListener('storage', ({ key }) => key?.includes(NAME) && listener())

const timeOf = (key: string, mark: Mark) => Number(localStorage.getItem(nameOf(key, mark)))
const nameOf = (key: string, mark: Mark) => `${mark}${NAME}${key}`
const NAME = '-order:'
