import { lazy, type ReactNode, Suspense, useState } from 'react'

// Dialogs are large modules: loaded when the first one opens.
const ConfirmWindow = lazy(async () => ({ default: (await import('./confirm-window.tsx')).ConfirmWindow }))

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, naming the object. */
  title: string
  /** What will be lost, with its number. */
  children?: ReactNode
  /** A verb: 'Siparişi iptal et'. */
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** The caller closes the dialog when the action has finished. */
  onConfirm: () => void
}

/** Confirms an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <ConfirmWindow {...props} />
    </Suspense>
  )
}
