import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { useCloseRequest } from './close-request.ts'
import { useFocusReturn } from './focus-return.ts'
import { IconButton } from './icon-button.tsx'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** The buttons, primary last. A submit button outside the form names it with `form="its-id"`. */
  footer?: ReactNode
  children?: ReactNode
  /** Gives the title the initial focus, for dialogs whose first button would change something if pressed by mistake. */
  focusTitle?: boolean
}

type DialogSize = {
  wide?: boolean
  /** Full screen on phones, for longer tasks. */
  whole?: boolean
}

/** A modal question or short form. On phones it slides up from the bottom. */
export function Dialog({ wide, whole, ...props }: DialogProps & DialogSize) {
  return (
    <Overlay
      {...props}
      className={classNames(
        'inset-x-0 bottom-0 data-[state=closed]:animate-sink data-[state=open]:animate-rise',
        whole ? 'max-sm:h-dvh' : 'max-h-[92dvh] rounded-t-md',
        'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[85dvh] sm:w-[calc(100vw-3rem)] sm:transform-[translate(-50%,-50%)] sm:rounded-md',
        wide ? 'sm:max-w-dialog-wide' : 'sm:max-w-dialog',
      )}
    />
  )
}

/** A side panel with details; the list keeps its position. */
export function SideSheet(props: DialogProps) {
  return (
    <Overlay
      {...props}
      className="inset-y-0 right-0 h-dvh w-full data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in sm:max-w-sheet sm:border-line sm:border-l"
    />
  )
}

function Overlay({
  open,
  onOpenChange,
  title,
  description,
  footer,
  children,
  focusTitle,
  className,
}: DialogProps & { className: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const scrim = useRef<HTMLDivElement>(null)
  const opener = useFocusReturn(focusTitle ? heading : undefined)
  useCloseRequest(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay ref={scrim} className={SCRIM} />
        <Radix.Content
          {...opener}
          // While it closes, the second click of a double-click must not repeat what the first has done.
          inert={!open}
          onEscapeKeyDown={escapeFieldFirst}
          // A click on a toast does not close it, and neither does the second click of the double-click that opened it.
          onInteractOutside={event => (open && event.target === scrim.current) || event.preventDefault()}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames('fixed z-50 flex flex-col bg-surface-raised shadow-float', className)}
        >
          <header className="py-2 pt-5 pr-16 pl-4 sm:pl-6">
            <Radix.Title
              ref={heading}
              tabIndex={focusTitle ? -1 : undefined}
              className="font-semibold text-lg outline-none"
            >
              {title}
            </Radix.Title>
            {description && <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-2 pb-6 sm:px-6">{children}</div>
          {footer && <footer className={FOOTER}>{footer}</footer>}
          {/* Last in the DOM, so that the initial focus goes to the content. */}
          <span className="absolute top-3 right-3">
            <Radix.Close asChild>
              <IconButton icon={X} label="Kapat" />
            </Radix.Close>
          </span>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Esc clears a search field, or closes the list of a combobox, before it closes the dialog around it. */
function escapeFieldFirst(event: KeyboardEvent) {
  const { target } = event
  if (!(target instanceof HTMLInputElement)) return
  const isSearching = target.type === 'search' && target.value !== ''
  if (isSearching || target.matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
}

/** The backdrop between a dialog and its page. */
export const SCRIM = 'fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-vanish data-[state=open]:animate-appear'

/** The buttons of a dialog, the primary one last; on phones they share the full width, or are stacked. */
export const FOOTER =
  'flex flex-wrap justify-end gap-2 border-line border-t px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-sm:*:flex-auto sm:px-6'
