import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { classNames } from './class-names.ts'

type MenuProps = {
  trigger: ReactNode
  align?: 'start' | 'end'
  /** Opens at once: it was loaded because its trigger was pressed. */
  defaultOpen?: boolean
  children: ReactNode
}

/** A menu of actions. The trigger is a `Button` or an `IconButton`, whose label names the menu. */
export function Menu({ trigger, align = 'end', defaultOpen = false, children }: MenuProps) {
  const [button, setButton] = useState<HTMLElement | null>(null)
  const content = useRef<HTMLDivElement>(null)
  // A dialog that has just closed may return the focus late; that must not close the menu which was opened meanwhile.
  const keepFocus = (event: Event) => {
    event.preventDefault()
    if (content.current?.dataset.state === 'open') content.current.focus()
  }
  const landmark = button?.closest<HTMLElement>('main, header') ?? null
  return (
    // Not modal: that would hide the page with the focused menu's own button from screen readers.
    <DropdownMenu.Root defaultOpen={defaultOpen} modal={false}>
      <DropdownMenu.Trigger asChild ref={setButton}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        {/* A press beside the menu closes it, and presses nothing else. It is below a menu that opens while it closes. */}
        <div className="fixed inset-0 z-50" />
      </DropdownMenu.Portal>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          ref={content}
          onFocusOutside={keepFocus}
          // It opens the menu: one that is still closing would close it again.
          onPointerDownOutside={event => isIn(button, event.target) && event.preventDefault()}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-51 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-80 overflow-y-auto rounded-md bg-surface-raised p-1 shadow-float data-[state=closed]:animate-vanish data-[state=open]:animate-pop"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const isIn = (element: Element | null, target: EventTarget | null) =>
  target instanceof Node && element?.contains(target)

type MenuItemProps = {
  icon?: LucideIcon
  onSelect?: () => void
  danger?: boolean
  disabled?: boolean
  /** Its only child is a link, whose text is the item's label. */
  asChild?: boolean
  children: ReactNode
}

export function MenuItem({ icon: Icon, onSelect, danger, disabled, asChild, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      asChild={asChild}
      disabled={disabled}
      onSelect={onSelect}
      className={classNames(
        'ring-inside flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-sm px-3 py-1.5 sm:pointer-fine:min-h-9',
        'data-disabled:cursor-not-allowed data-disabled:text-ink-faint',
        danger ? 'text-danger-ink data-highlighted:bg-red-soft' : 'data-highlighted:bg-surface-sunken',
      )}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <Icon aria-hidden className={classNames('size-4 shrink-0', !danger && 'text-ink-soft')} />}
          {children}
        </>
      )}
    </DropdownMenu.Item>
  )
}

/** A heading, which cannot be selected. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <div className="px-3 py-2 text-sm">{children}</div>
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}
