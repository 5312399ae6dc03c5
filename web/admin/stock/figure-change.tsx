import { ArrowRight } from 'lucide-react'
import { quantityText } from '../../ui/signed-text.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

/** A quantity before and after: 12 → 15 ADET */
export function FigureChange({ before, after, unit }: { before: number; after: number; unit: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums">
      {quantityText(before)}
      <ArrowRight aria-hidden className="size-4" />
      <VisuallyHidden>yerine</VisuallyHidden>
      <strong className="font-semibold">
        {quantityText(after)} {unit}
      </strong>
    </span>
  )
}
