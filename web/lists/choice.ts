import { useState } from 'react'

/**
 * The rows that are chosen in a list, by hand or as a whole. `list` identifies the list with its filters: another one
 * starts without a choice. Of those chosen by hand, only the ones that are still in the list count; a whole list's may not
 * be loaded. It starts with the choice that is `kept`, if there is one.
 */
export function useChoice(list: string, loaded: readonly { id: string }[], kept?: Choice) {
  const [choice, setChoice] = useState(kept ?? { list, ids: [], isWhole: false })
  const { ids, isWhole } = choice.list === list ? choice : { ids: [], isWhole: false }
  const set = new Set(ids)
  return {
    /** To be kept. */
    choice,
    chosen: isWhole ? ids : loaded.filter(({ id }) => set.has(id)).map(({ id }) => id),
    choose: (next: readonly string[]) => setChoice({ list, ids: next, isWhole: isWhole && next.length > 0 }),
    /** Takes rows out of the choice as it is by then: others may have been chosen meanwhile, or in another list. */
    drop: (dropped: readonly string[]) => {
      const gone = new Set(dropped)
      setChoice(({ ids: present, ...rest }) => {
        const left = present.filter(id => !gone.has(id))
        return { ...rest, ids: left, isWhole: rest.isWhole && left.length > 0 }
      })
    },
    /** `of` is the list when its rows were asked for: by the time they arrive, another one may be shown. */
    chooseWhole: (of: string, all: readonly string[]) =>
      setChoice(present => (present.list === of ? { list: of, ids: all, isWhole: true } : present)),
  }
}

export type Choice = { list: string; ids: readonly string[]; isWhole: boolean }
