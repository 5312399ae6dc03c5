import { AlertDialog } from 'radix-ui'
import { type ReactNode, useEffect } from 'react'
import { useAcceptsPress } from './accepts-press.ts'
import { announce } from './announce.ts'
import { Button } from './button.tsx'
import { useCloseRequest } from './close-request.ts'
import { FOOTER, SCRIM } from './dialog.tsx'
import { useFocusReturn } from './focus-return.ts'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, naming the object. */
  title: string
  /** What will be lost, including how many items. */
  children?: ReactNode
  /** Inputs below the explanation; they are not part of the dialog's description. */
  fields?: ReactNode
  /** A verb: 'Siparişi iptal et'. */
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** The subject of the question is still being fetched: the dialog can be cancelled but not confirmed yet. */
  isLoading?: boolean
  /** The action cannot be confirmed in its current state; the dialog shows the reason. */
  isRefused?: boolean
  /** Ignores presses just after the dialog has opened, where it may open under a finger that presses twice. */
  isUnderFinger?: boolean
  /**
   * Why the action is no longer possible, after its subject has changed while the dialog was open: replaces the
   * question.
   */
  lost?: string | undefined
  /** The caller closes the dialog when the action has finished. */
  onConfirm: () => void
}

/** The dialog itself, loaded lazily by `ConfirmDialog`. */
export function ConfirmDialogContent(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, fields, cancel = 'Vazgeç', busy, lost } = props
  const opener = useFocusReturn()
  useEffect(() => {
    if (open && lost) announce(lost)
  }, [open, lost])
  const explanation = !lost && children
  // While busy, Esc is ignored like the cancel button: otherwise the outcome would close the next dialog opened.
  const change = (next: boolean) => busy || onOpenChange(next)
  useCloseRequest(open, () => change(false))
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={SCRIM} />
        <AlertDialog.Content
          {...opener}
          // As in `Dialog`.
          inert={!open}
          {...(explanation ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-x-0 bottom-0 z-50 rounded-t-md bg-surface-raised shadow-float data-[state=closed]:animate-sink data-[state=open]:animate-rise sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:max-w-dialog sm:transform-[translate(-50%,-50%)] sm:rounded-md"
        >
          <div className="grid max-h-[calc(100vh-8rem)] gap-2 overflow-y-auto px-4 pt-6 pb-6 sm:px-6">
            <AlertDialog.Title className="font-semibold text-lg">{lost ?? title}</AlertDialog.Title>
            {explanation && (
              <AlertDialog.Description asChild>
                <div className="text-ink-soft">{explanation}</div>
              </AlertDialog.Description>
            )}
            {!lost && fields}
          </div>
          <footer className={FOOTER}>
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{lost ? 'Kapat' : cancel}</Button>
            </AlertDialog.Cancel>
            {!lost && <ConfirmButton {...props} />}
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function ConfirmButton(props: ConfirmDialogProps) {
  const { open, confirm, danger, busy, isLoading, isRefused, isUnderFinger = false, onConfirm } = props
  const isTooSoon = !useAcceptsPress(open) && isUnderFinger
  return (
    <Button
      variant={danger ? 'danger' : 'primary'}
      busy={busy || isLoading}
      disabled={isRefused}
      // Not `disabled`, whose styles would make the dialog change visibly while it is read.
      {...(isTooSoon && { 'aria-disabled': true })}
      onClick={() => isTooSoon || onConfirm()}
    >
      {confirm}
    </Button>
  )
}
