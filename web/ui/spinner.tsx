import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** A busy indicator; text beside it names the activity. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={classNames('size-4 shrink-0 animate-turn', className)} />
}
