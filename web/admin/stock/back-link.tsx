import { ArrowLeft } from 'lucide-react'
import { Link } from '../../ui/router.tsx'

/** The way back, above a title. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="-my-2 inline-flex min-h-control items-center gap-1 text-link">
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}
