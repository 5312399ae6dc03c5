import { toast } from '../ui/toaster.tsx'
import { useStoredForm } from './use-stored-form.ts'

type StoredDraftOptions<Draft> = {
  /** As in `useStoredForm`. */
  name: string
  title: string
  /** Checks a draft from the browser's storage. */
  schema: { safeParse: (value: unknown) => { data?: Draft | undefined } }
  /** The content with which the form was opened, and the edited one. */
  base: Draft
  draft: Draft
  /** Whether the form is open and was edited. */
  isChanged: boolean
  /** Whether a new record may have been created by now: restored, the form would create it again, and is not stored. */
  mayExist?: () => boolean
  /** Merges the changes from `base` to `mine` into `theirs`. */
  merge: (base: Draft, mine: Draft, theirs: Draft) => Draft
  /** Fills the form in; returns false if there was nothing to fill in. */
  set: (merged: Draft) => boolean | void
}

/**
 * Stores a half-filled form whose content is one draft when the session ends, as `useStoredForm` does. When it is opened
 * again, its changes are merged into the content that it has by then, so that changes by others are kept.
 */
export function useStoredDraft<Draft>(options: StoredDraftOptions<Draft>) {
  const { name, title, schema, base, draft, isChanged, mayExist, merge, set } = options
  useStoredForm({
    name,
    title,
    changed: () => {
      if (!isChanged) return {}
      if (!mayExist?.()) return { base, draft }
      toast.warning(`${title}: kaydedilip kaydedilmediği bilinmiyor`, { description: 'Girişten sonra kontrol edin.' })
      return {}
    },
    restore: stored => {
      const [before, mine] = [stored.base, stored.draft].map(one => schema.safeParse(one).data)
      if (before === undefined || mine === undefined) return false
      return set(merge(before, mine, base)) !== false
    },
  })
}
