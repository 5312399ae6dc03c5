import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** Something is under way; what, is said beside it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('size-4 shrink-0 animate-turn', className)} />
}
