import { useState } from 'react'
import type { DeliveryRoute } from '#contract/delivery-rules.ts'
import { useStoredDraft } from '../../forms/stored-draft.ts'
import type { Conflicts } from '../../forms/use-conflicts.ts'
import {
  draftOf,
  overtakenFields,
  type RouteDraft,
  type RouteField,
  rebaseRouteDraft,
  rebaseTypedOver,
  StoredRoute,
  savedText,
} from './route-draft.ts'

/**
 * The route as typed so far, which is kept when the session expires. A change that another admin saves meanwhile
 * replaces neither an edited field nor an edited day; `conflicts` are the edited fields that it concerns. `focus` moves
 * the focus to a field.
 */
export function useRouteDraft(route: DeliveryRoute | undefined, open: boolean, focus: (field: RouteField) => void) {
  const [base, setBase] = useState(() => draftOf(route))
  const [draft, setDraft] = useState(base)
  /** The saved values over which those that are edited were typed. */
  const [typedOver, setTypedOver] = useState(base)
  const present = draftOf(route)
  // Not while it closes: the list has the old route until it is refetched.
  if (open && JSON.stringify(present) !== JSON.stringify(base)) {
    setBase(present)
    setDraft(rebaseRouteDraft(draft, base, present))
    setTypedOver(rebaseTypedOver(draft, typedOver, base, present))
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(base)
  useStoredDraft({
    name: `delivery-route:${route?.id ?? ''}`,
    title: route?.name ?? 'Yeni rota',
    schema: StoredRoute,
    base: typedOver,
    draft,
    isChanged: open && isChanged,
    merge: (before, mine, now) => {
      setTypedOver(rebaseTypedOver(mine, before, before, now))
      return rebaseRouteDraft(mine, before, now)
    },
    set: setDraft,
  })
  const set = (changes: Partial<RouteDraft>) => setDraft(typed => ({ ...typed, ...changes }))
  const conflictAt = (field: RouteField) => {
    const settle = () => {
      setTypedOver({ ...typedOver, [field]: base[field] })
      focus(field)
    }
    const takeTheirs = () => {
      set({ [field]: base[field] })
      settle()
    }
    return { theirs: savedText(field, base), decide: { takeTheirs, keepMine: settle } }
  }
  const overtaken = overtakenFields(draft, typedOver, base)
  const conflicts: Conflicts<RouteField> = new Map(overtaken.map(field => [field, conflictAt(field)]))
  const reset = (saved: RouteDraft) => {
    setBase(saved)
    setDraft(saved)
    setTypedOver(saved)
  }
  return { draft, set, isChanged, conflicts, reset }
}
