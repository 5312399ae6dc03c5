import { TriangleAlert } from 'lucide-react'
import { Button } from '../ui/button.tsx'

/** A value that another user has saved in a field since the form was filled. */
export type FieldConflict = {
  /** The saved value, as it is shown. */
  theirs: string
  /** The two choices; absent if the field was not edited here and therefore shows the saved value. */
  decide?: { takeTheirs: () => void; keepMine: () => void } | undefined
}

/** A note in amber below a field that another user has changed, with the choice between the two values. */
export function ConflictNote({ label, theirs, decide }: FieldConflict & { label: string }) {
  return (
    <span className="mt-1 grid justify-items-start gap-2 rounded-md border border-yellow-line bg-yellow-soft px-2 py-1.5 text-yellow-ink">
      <span className="wrap-anywhere flex items-start gap-1.5">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>Bu arada değişti: {theirs}</span>
      </span>
      {decide && (
        <span className="flex flex-wrap gap-2">
          <Button size="small" className="bg-surface" onClick={decide.takeTheirs}>
            Onunkini al<span className="sr-only">: {label}</span>
          </Button>
          <Button size="small" className="bg-surface" onClick={decide.keepMine}>
            Benimkini koru<span className="sr-only">: {label}</span>
          </Button>
        </span>
      )}
    </span>
  )
}
