import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { useCloseRequest } from './close-request.ts'

type MenuProps = {
  trigger: ReactNode
  align?: 'start' | 'end'
  /** Opens immediately: the menu was loaded because its trigger was pressed. */
  defaultOpen?: boolean
  children: ReactNode
}

/** A menu of actions. The trigger is a `Button` or an `IconButton`, whose label names the menu. */
export function Menu({ trigger, align = 'end', defaultOpen = false, children }: MenuProps) {
  const [isOpen, setOpen] = useState(defaultOpen)
  useCloseRequest(isOpen, () => setOpen(false))
  const pressed = useRef<{ x: number; y: number }>(undefined)
  // Radix selects the item over which a press ends. The menu may have moved there because content above it has grown.
  const isWherePressed = ({ clientX, clientY }: PointerEvent) =>
    pressed.current !== undefined && Math.hypot(clientX - pressed.current.x, clientY - pressed.current.y) < MAX_MOVEMENT
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger
        asChild
        onPointerDown={({ clientX, clientY }) => {
          pressed.current = { x: clientX, y: clientY }
        }}
      >
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onPointerUpCapture={event => {
            if (isWherePressed(event)) event.preventDefault()
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-80 overflow-y-auto rounded-md bg-surface-raised p-1 shadow-float data-[state=closed]:animate-vanish data-[state=open]:animate-pop"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The distance, in CSS pixels, below which a pointer counts as not moved during a press. */
const MAX_MOVEMENT = 6

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
