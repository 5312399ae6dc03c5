import { classNames } from './class-names.ts'
import { FILL, type Tone } from './tone.ts'

type ProgressBarProps = { value: number; label: string; tone?: Tone; className?: string }

/** A progress of 0 to 100; the label names what it measures. */
export function ProgressBar({ value, label, tone = 'brand', className }: ProgressBarProps) {
  return (
    <div
      className={classNames(
        'relative h-1.5 overflow-clip rounded-full bg-surface-pressed forced-colors:outline',
        className,
      )}
    >
      <progress aria-label={label} max={100} value={value} className="sr-only" />
      <div
        className={classNames('h-full rounded-full transition-[width] forced-colors:bg-[CanvasText]', FILL[tone])}
        style={{ width: `${value}%` }}
      />
    </div>
  )
}
