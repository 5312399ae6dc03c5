import { lazy, Suspense, useState } from 'react'
import type { ConfirmDialogProps } from './confirm-dialog-content.tsx'

// The dialog library is large: loaded when the first dialog opens.
const ConfirmDialogContent = lazy(async () => ({
  default: (await import('./confirm-dialog-content.tsx')).ConfirmDialogContent,
}))

/** Confirms an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <ConfirmDialogContent {...props} />
    </Suspense>
  )
}
