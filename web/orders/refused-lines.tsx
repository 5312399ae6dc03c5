import type { Refusal } from '../pwa/outbox-entry.ts'

type RefusedLinesProps = { refusal: Refusal; lines: readonly { product_id: string; product_name: string }[] }

/** Lists why lines of an order or a revision were refused, each with its product, which not all sentences name. */
export function RefusedLines({ refusal, lines }: RefusedLinesProps) {
  const refused = Object.entries(refusal.by_product)
  if (refused.length === 0) return null
  const names = new Map(lines.map(({ product_id, product_name }) => [product_id, product_name]))
  return (
    <ul className="mt-1 list-disc pl-5">
      {refused.map(([product_id, sentence]) => (
        <li key={product_id}>{withName(sentence, names.get(product_id))}</li>
      ))}
    </ul>
  )
}

const withName = (sentence: string, name: string | undefined) =>
  name === undefined || sentence.startsWith(`${name}: `) ? sentence : `${name}: ${sentence}`
