import type { Change } from './change-draft.ts'
import type { ChangeEntry, Entry } from './outbox-entry.ts'
import { useOutbox } from './outbox-store.ts'

/** An entry of a kind of change. */
type EntryOf<Kind extends Change['is']> = ChangeEntry & { change: Extract<Change, { is: Kind }> }

/** The changes of a kind that wait to be sent, or to be looked up, in this browser. */
export function useWaitingChanges<Kind extends Change['is']>(kind: Kind): EntryOf<Kind>[] {
  const { entries } = useOutbox()
  return entries.filter(isOf(kind)).filter(({ standing: { is } }) => is === 'waiting' || is === 'withdrawn')
}

/** Whether an entry is a change of this kind. */
export const isOf =
  <Kind extends Change['is']>(kind: Kind) =>
  (entry: Entry): entry is EntryOf<Kind> =>
    entry.kind === 'change' && entry.change.is === kind
