/**
 * How many letters of the end are always shown, at least and at most: variants of a product differ there (500 g, 1 kg).
 */
const END = { least: 10, most: 24 }
/** The legal form at the end of a company's name, in which companies do not differ. */
const LEGAL_FORM = /(l[iİ]m[iİ]ted|anon[iİ]m) ş[iİ]rket[iİ]$|ltd\W*şt[iİ]\W*$|\ba\W?ş\W?$/i
/** A word with a digit: 500, 12’li. */
const NUMBERS = /\S*\d\S*/g

/**
 * A name on one line, with a tooltip. A name that is too long is cut in the middle, between two words and before the
 * numbers at its end, so that screen readers read whole words; a name of one long word, or with a legal form at its end,
 * is cut at its end.
 */
export function CutName({ name, most, className = '' }: CutNameProps) {
  // The end includes the space before it, so that the space also follows the ellipsis.
  const start = Math.max(0, startOfEnd(name, most) - 1)
  return (
    <span title={name} className={`flex min-w-0 ${className}`}>
      {start > 0 && <span className={CUT}>{name.slice(0, start)}</span>}
      <span className={start > 0 ? `max-w-full shrink-0 ${CUT}` : CUT}>{name.slice(start)}</span>
    </span>
  )
}

type CutNameProps = {
  name: string
  /** How many letters of the end are shown at most, where a column is narrow. */
  most?: number
  className?: string
}

const CUT = 'overflow-hidden text-ellipsis whitespace-pre'

/** The index at which the always shown end of a name begins; 0 if the name has no such end. */
export function startOfEnd(name: string, most: number = END.most): number {
  if (LEGAL_FORM.test(name)) return 0
  const numbers = [...name.matchAll(NUMBERS)].map(({ index }) => index)
  const starts = [...numbers, name.lastIndexOf(' ', name.length - END.least) + 1]
  return starts.filter(start => start > 0 && name.length - start <= most).sort((a, b) => a - b)[0] ?? 0
}
