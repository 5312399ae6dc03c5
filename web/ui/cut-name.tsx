/** How much of the end of a name is always shown: variants of a product differ there, as in 500 g and 1 kg. */
const END = 12

/** A name on one line. Where it is too long it is cut in the middle; the tooltip has the whole. */
export function CutName({ name, className = '' }: { name: string; className?: string }) {
  const letters = Array.from(name)
  const start = Math.max(0, letters.length - END)
  return (
    <span title={name} className={`flex min-w-0 ${className}`}>
      <span className="overflow-hidden text-ellipsis whitespace-pre">{letters.slice(0, start).join('')}</span>
      <span className={`whitespace-pre ${start > 0 ? 'shrink-0' : 'overflow-hidden text-ellipsis'}`}>
        {letters.slice(start).join('')}
      </span>
    </span>
  )
}
