/** How many letters of the end are shown at least, and at most: there variants of a product differ, as in 500 g and 1 kg. */
const END = { least: 10, most: 24 }

/**
 * A name on one line, with a tooltip. Where it is too long it is cut in the middle, between two words, so that it is read
 * out as it is written; a name of one long word is cut at its end.
 */
export function CutName({ name, className = '' }: { name: string; className?: string }) {
  const space = name.lastIndexOf(' ', name.length - END.least)
  const start = name.length - space <= END.most ? space + 1 : 0
  return (
    <span title={name} className={`flex min-w-0 ${className}`}>
      {start > 0 && <span className={CUT}>{name.slice(0, start)}</span>}
      <span className={start > 0 ? 'shrink-0 whitespace-pre' : CUT}>{name.slice(start)}</span>
    </span>
  )
}

const CUT = 'overflow-hidden text-ellipsis whitespace-pre'
