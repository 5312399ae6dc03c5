import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { onSessionChange, sessionEndReason } from '../current-session.ts'
import { toast } from '../ui/toaster.tsx'
import { storageKeyOf, storedFormFields, storeForm, takeStoredForm } from './stored-forms.ts'

export type StoredFields = Readonly<Record<string, unknown>>

type StoredFormOptions = {
  /** Identifies the form and the edited record among the user's forms: 'customer:' and an id. */
  name: string
  /** The name by which the user knows the form: 'Yeni müşteri'. */
  title: string
  /**
   * The fields that differ from their initial values; passwords and codes must not be among them. They replace those
   * that another tab has stored for the same form (`elsewhere`).
   */
  changed: (elsewhere: StoredFields | undefined) => object
  /**
   * Restores stored fields in the form; returns `false` if there was nothing to restore. Their values come from the
   * browser's storage and must be checked.
   */
  restore: (stored: StoredFields) => unknown
}

/**
 * Stores a half-filled form when the session expires or a changed password ends it, in this browser, until the same user
 * opens it again after the next login. Use it where the form is mounted only while it is open. The returned ref says
 * whether it was stored.
 */
export function useStoredForm({ name, title, changed, restore }: StoredFormOptions): RefObject<boolean> {
  const isStored = useRef(false)
  // Computed once: after the session's end there is no user.
  const [storageKey] = useState(() => storageKeyOf(name))
  const store = useEffectEvent(() => {
    const fields = changed(storedFormFields(storageKey))
    if (!storageKey || Object.keys(fields).length === 0) return
    isStored.current = storeForm(storageKey, title, fields)
    if (isStored.current) return
    toast.warning(`${title}: yazdıklarınız saklanamadı`, { description: 'Bu cihazda yer kalmadı.' })
  })
  const fillIn = useEffectEvent(() => {
    const stored = takeStoredForm(storageKey)
    if (!stored || restore(stored) === false) return
    toast.info('Yazdıklarınız geri getirildi', { description: 'Oturumunuz sona erdiğinde bu form yarım kalmıştı.' })
  })
  useEffect(() => {
    fillIn()
    return onSessionChange(() => {
      isStored.current = false
      const why = sessionEndReason()
      // Not after a logout.
      if (why === 'ended' || why === 'renewed') store()
    })
  }, [])
  return isStored
}
