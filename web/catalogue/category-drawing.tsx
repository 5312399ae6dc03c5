import type { CSSProperties } from 'react'
import { classNames } from '../ui/class-names.ts'
// One file with a symbol for each drawing, as pictures must not be part of the code.
import FILE from './category-drawings.svg?url'

/** The hue of a category, by which its drawing is named. */
const HUES: Record<string, number> = {
  Peynir: 90,
  Zeytinler: 125,
  Turşu: 145,
  Konserve: 35,
  'Uzakdoğu Ürünleri': 15,
  Sos: 28,
  'Özel Ürünler': 325,
  'Şoklu Meyve Püre': 0,
  'Kuru Gıda': 70,
  İçecekler: 230,
  Kahve: 55,
  Şurup: 300,
}

/** A placeholder for a product without a picture: a drawing of its category, in the category's hue. */
export function CategoryDrawing({ category, className }: { category: string; className?: string }) {
  const hue = HUES[category] ?? 320
  const looks: CSSProperties & Record<'--hue', number> = { '--hue': hue }
  return (
    <span aria-hidden style={looks} className={classNames('category-hue grid place-items-center', className)}>
      <svg className="h-3/5 max-h-28 w-3/5 max-w-28" fill="currentColor" fillRule="evenodd">
        <use href={`${FILE}#d${hue}`} />
      </svg>
    </span>
  )
}
