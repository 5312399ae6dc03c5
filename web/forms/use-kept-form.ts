import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { onSessionChange, sessionEndReason } from '../session.ts'
import { toast } from '../ui/toaster.tsx'
import { keepForm, placeOf, takeKeptForm } from './kept-forms.ts'

type Kept = Readonly<Record<string, unknown>>

type KeptFormOptions = {
  /** Identifies the form and the edited record among the user's forms: 'customer:' and an id. */
  name: string
  /** The name by which the user knows the form: 'Yeni müşteri'. */
  title: string
  /** The fields that differ from their initial values; passwords and codes must not be among them. */
  changed: () => object
  /** Restores kept fields in the form. Their values come from the browser's storage and must be checked. */
  restore: (kept: Kept) => void
}

/**
 * Keeps a half-filled form when the server ends the session, in this browser, until the same user opens it again after
 * the next login. Use it where the form is mounted only while it is open.
 */
export function useKeptForm({ name, title, changed, restore }: KeptFormOptions) {
  // Computed once: after the session's end there is no user.
  const [place] = useState(() => placeOf(name))
  const keep = useEffectEvent(() => {
    const fields = changed()
    if (place && Object.keys(fields).length > 0) keepForm(place, title, fields)
  })
  const fillIn = useEffectEvent(() => {
    const kept = takeKeptForm(place)
    if (!kept) return
    restore(kept)
    toast.info('Yazdıklarınız geri getirildi', { description: 'Oturumunuz sona erdiğinde bu form yarım kalmıştı.' })
  })
  useEffect(() => {
    fillIn()
    return onSessionChange(() => {
      if (sessionEndReason() === 'ended') keep()
    })
  }, [])
}

/** `changed` and `restore` for some fields of a form: text, numbers, flags. Passwords and codes must be left out. */
export function keptFields<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  fields: readonly (keyof Values & string)[],
) {
  return {
    changed: () => {
      const values = form.getValues()
      const initial = form.formState.defaultValues ?? {}
      return Object.fromEntries(
        fields.filter(field => values[field] !== Reflect.get(initial, field)).map(field => [field, values[field]]),
      )
    },
    restore: (kept: Kept) => {
      const values = form.getValues()
      const fitting = fields.filter(field => field in kept && isSameKind(kept[field], values[field]))
      const restored = Object.fromEntries(fitting.map(field => [field, kept[field]]))
      form.reset({ ...values, ...restored }, { keepDefaultValues: true })
    },
  }
}

/** Whether a kept value can replace that of a field; `null` stands for a removed picture. */
const isSameKind = (kept: unknown, value: unknown) =>
  typeof kept === typeof value || value === null || value === undefined || (kept === null && typeof value === 'string')
