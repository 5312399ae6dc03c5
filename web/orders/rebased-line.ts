import { wholeText } from '../ui/number-text.ts'

/** What a user can change of a line of an order, and the unit that it was typed for. */
type TypedLine = { unit: string; quantity: number; price: number | undefined }

/**
 * The present line of an order with the quantity and the price that the user has changed since `old`, which is
 * undefined for an added line. Those typed for another unit are not taken over, as ten pieces are not ten packets.
 */
export function rebasedLine<Line extends TypedLine>(
  now: Line,
  { old, typed }: { old: Line | undefined; typed: Line },
): Line {
  if (typed.unit !== now.unit) return now
  const rebasedValue = <Field extends 'quantity' | 'price'>(field: Field) =>
    old && typed[field] === old[field] ? now[field] : typed[field]
  return { ...now, quantity: rebasedValue('quantity'), price: rebasedValue('price') }
}

/** Whether two states of a line differ; a state without the line is undefined. */
export const differ = (line: TypedLine | undefined, other: TypedLine | undefined) =>
  line?.quantity !== other?.quantity || line?.price !== other?.price || line?.unit !== other?.unit

type Lines<Line> = ReadonlyMap<string, Line>

/** Sentences about the lines that the user has changed and the order now has in another unit, by product id. */
export function untakenTexts<Line extends TypedLine>(typed: Lines<Line>, old: Lines<Line>, now: Lines<Line>) {
  const texts = new Map<string, string>()
  for (const [id, line] of typed) {
    const present = now.get(id)
    if (present && present.unit !== line.unit && differ(line, old.get(id))) texts.set(id, untakenText(line, present))
  }
  return texts
}

/** Says that what was typed for a line is not taken over, as the line has another unit now. */
export const untakenText = ({ quantity, unit }: Pick<TypedLine, 'quantity' | 'unit'>, now: { unit: string }) =>
  `${wholeText(quantity)} ${unit} için yazdığınız alınmadı; satırın birimi artık ${now.unit}`
