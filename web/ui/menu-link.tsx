import type { LucideIcon } from 'lucide-react'
import { MenuItem } from './menu.tsx'
import { Link } from './router.tsx'

/** A menu item that is a link. */
export function MenuLink({ icon: Icon, to, children }: { icon: LucideIcon; to: string; children: string }) {
  return (
    <MenuItem asChild>
      <Link to={to}>
        <Icon aria-hidden className="size-4 shrink-0 text-ink-soft" />
        {children}
      </Link>
    </MenuItem>
  )
}
