import { classNames } from './class-names.ts'
import { type Figure, FigureLabel } from './figures.tsx'

/** Key figures in one line, for phones; the narrowest phones show only the first word of each label. */
export function FigureLine({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid auto-cols-fr grid-flow-col divide-x divide-line overflow-clip rounded-md border border-line bg-surface text-center">
      {figures.map(({ label, value, onPress, isPressed }) => (
        <div key={label} className={classNames('relative min-w-0 px-0.5 py-1', isPressed && 'bg-brand-soft')}>
          <dt className="min-h-4 text-ink-soft text-xs">
            <FigureLabel
              onPress={onPress}
              isPressed={isPressed}
              className="flex items-start justify-center"
              padding="px-0.5 py-1 max-[24rem]:px-0"
            >
              <span className="truncate max-[24rem]:tracking-tight">
                {label.split(' ', 1)}
                <span className="max-[24rem]:sr-only">{label.replace(/^\S*/, '')}</span>
              </span>
            </FigureLabel>
          </dt>
          <dd className="font-semibold text-sm tabular-nums">{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  )
}
