import { lazy, Suspense, useState } from 'react'
import { useHotkey } from './hotkey.ts'
import type { Shortcut } from './shortcut-list.tsx'

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))

/** Shows the keyboard shortcuts on `?`; `more` are those of the current screen. */
export function Shortcuts({ more }: { more?: readonly Shortcut[] }) {
  const [open, setOpen] = useState<boolean>()
  useHotkey('?', () => setOpen(true))
  if (open === undefined) return null
  return (
    <Suspense>
      <ShortcutList open={open} onOpenChange={setOpen} more={more} />
    </Suspense>
  )
}
