import { FileDown } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { MenuEntry } from '../shell/frame.tsx'
import { classNames } from '../ui/class-names.ts'
import { useCloseRequest } from '../ui/close-request.ts'
import { NavLink } from '../ui/router.tsx'
import { MenuLabel } from './menu-label.tsx'

type HeaderMenuProps = {
  id: string
  menu: readonly MenuEntry[]
  /** Downloads the catalogue; undefined while that is not possible. */
  onDownload: (() => void) | undefined
  /** Called when an item was chosen. */
  onChosen: () => void
  /** Called when the menu is to close: at Esc, or at Back on Android. */
  onEscape: () => void
}

/** The customer's pages as a vertical menu, for narrow windows. */
export function HeaderMenu({ id, menu, onDownload, onChosen, onEscape }: HeaderMenuProps) {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && escape()
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useCloseRequest(true, onEscape)
  return (
    <nav id={id} aria-label="Menü" className="grid border-line border-t px-gutter py-2 lg:hidden">
      {menu.map(page => (
        <NavLink
          key={page.to}
          to={page.to}
          onClick={onChosen}
          className={({ isActive }) => classNames(LINE, isActive ? 'bg-brand-soft text-brand-ink' : HOVERED)}
        >
          <MenuLabel {...page} />
        </NavLink>
      ))}
      <button
        type="button"
        disabled={!onDownload}
        onClick={() => {
          onChosen()
          onDownload?.()
        }}
        className={classNames(LINE, HOVERED, 'gap-2 disabled:cursor-not-allowed disabled:text-ink-faint')}
      >
        <FileDown aria-hidden className="size-4 shrink-0" /> PDF Katalog İndir
      </button>
    </nav>
  )
}

const LINE = 'flex h-12 items-center rounded-md px-3 font-medium transition-colors'
const HOVERED = 'hover:bg-surface-sunken'
