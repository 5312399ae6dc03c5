import { lazy, Suspense, useState } from 'react'
import { useHotkey } from './hotkey.ts'

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }))

/** Shows the keyboard shortcuts on `?`. */
export function Shortcuts() {
  const [open, setOpen] = useState<boolean>()
  useHotkey('?', () => setOpen(true))
  if (open === undefined) return null
  return (
    <Suspense>
      <ShortcutList open={open} onOpenChange={setOpen} />
    </Suspense>
  )
}
