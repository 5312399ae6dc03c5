import { ArrowLeft } from 'lucide-react'
import { Link } from '../../ui/router.tsx'

/** A link back, above a page's title. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="-my-2 inline-flex min-h-control items-center gap-1 text-link">
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}
