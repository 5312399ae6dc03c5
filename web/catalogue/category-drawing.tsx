import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'

type Drawing = { hue: number; shapes: ReactNode }

// Each on a 48 by 48 grid: a pale shape for the body, a solid one for its characteristic part.
const DRAWINGS: Record<string, Drawing> = {
  Peynir: {
    hue: 90,
    shapes: (
      <>
        <path opacity=".45" d="M6 25 33 11q8 3 9 14z" />
        <path d="M6 27h36v10H6zm9 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5m15 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4" />
      </>
    ),
  },
  Zeytinler: {
    hue: 125,
    shapes: (
      <>
        <path opacity=".45" d="M22 15C26 6 36 6 42 8c-3 8-11 12-20 7" />
        <path d="M17 17c7 0 11 6 11 13s-5 12-11 12S6 37 6 30s4-13 11-13m-1 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6" />
        <path opacity=".7" d="M35 22c4 0 7 4 7 8s-3 8-7 8c-2 0-4-1-5-2 2-4 2-8 0-12 1-1 3-2 5-2" />
      </>
    ),
  },
  Turşu: {
    hue: 145,
    shapes: (
      <>
        <path opacity=".45" d="M13 14h22c3 2 4 4 4 8v16c0 3-2 5-5 5H14c-3 0-5-2-5-5V22c0-4 1-6 4-8" />
        <path d="M13 6h22v6H13zm6 16c3 0 4 2 4 8s-1 8-4 8-4-2-4-8 1-8 4-8m10 0c3 0 4 2 4 8s-1 8-4 8-4-2-4-8 1-8 4-8" />
      </>
    ),
  },
  Konserve: {
    hue: 35,
    shapes: (
      <>
        <path opacity=".45" d="M9 12h30v26c0 3-7 5-15 5S9 41 9 38z" />
        <path d="M24 5c8 0 15 2 15 5s-7 5-15 5-15-2-15-5 7-5 15-5M9 21c4 2 9 3 15 3s11-1 15-3v11c-4 2-9 3-15 3s-11-1-15-3z" />
      </>
    ),
  },
  'Uzakdoğu Ürünleri': {
    hue: 15,
    shapes: (
      <>
        <path opacity=".45" d="m31 5 3 1-7 16h-4zm8 2 3 1-10 14h-4z" />
        <path d="M5 24h38c0 8-4 14-11 17v2H16v-2C9 38 5 32 5 24" />
      </>
    ),
  },
  Sos: {
    hue: 28,
    shapes: (
      <>
        <path opacity=".45" d="M17 15h14c4 3 6 7 6 12v13c0 2-1 3-3 3H14c-2 0-3-1-3-3V27c0-5 2-9 6-12" />
        <path d="M22 4h4l2 9h-8zM11 27h26v9H11z" />
      </>
    ),
  },
  'Özel Ürünler': {
    hue: 325,
    shapes: (
      <>
        <path opacity=".45" d="M8 20h32v20c0 2-1 3-3 3H11c-2 0-3-1-3-3z" />
        <path d="M6 13h36v7H6zm15 0h6v30h-6zm3-1C20 3 12 4 13 9c1 3 6 4 11 3m0 0c4-9 12-8 11-3-1 3-6 4-11 3" />
      </>
    ),
  },
  'Şoklu Meyve Püre': {
    hue: 0,
    shapes: (
      <>
        <path opacity=".45" d="M24 16c9-5 17 1 16 9s-9 18-16 18S9 33 8 25s7-14 16-9" />
        <path d="M24 15C18 15 14 12 13 7c6-1 10 2 11 8m2 0c0-5 3-8 8-9 0 6-3 9-8 9" />
        <path d="M23 22h2v4l3-2 1 2-3 2 3 2-1 2-3-2v4h-2v-4l-3 2-1-2 3-2-3-2 1-2 3 2z" />
      </>
    ),
  },
  'Kuru Gıda': {
    hue: 70,
    shapes: (
      <>
        <path opacity=".45" d="M12 15h24c5 6 7 11 7 18 0 6-4 10-9 10H14c-5 0-9-4-9-10 0-7 2-12 7-18" />
        <path d="M14 6c4 2 6-1 10-1s6 3 10 1l-2 8H16zm10 15c2 2 3 4 3 6 2-2 4-2 6-2 0 5-3 8-8 8v5h-2v-5c-5 0-8-3-8-8 2 0 4 0 6 2 0-2 1-4 3-6" />
      </>
    ),
  },
  İçecekler: {
    hue: 230,
    shapes: (
      <>
        <path opacity=".45" d="M11 14h26l-3 27c0 1-1 2-3 2H17c-2 0-3-1-3-2z" />
        <path d="m25 14 3-9 7-2 1 3-5 2-2 6zM12 24h24l-2 17c0 1-1 2-3 2H17c-2 0-3-1-3-2z" />
      </>
    ),
  },
  Kahve: {
    hue: 55,
    shapes: (
      <>
        <path opacity=".45" d="M16 5c3 3-2 5 1 9h3c-3-4 2-6-1-9zm9 0c3 3-2 5 1 9h3c-3-4 2-6-1-9z" />
        <path d="M8 18h28v3h3c4 0 6 3 6 6s-3 7-8 7h-2c-2 5-6 8-13 8C13 42 8 36 8 28zm28 7v5c4 0 5-1 5-3s-1-2-3-2z" />
      </>
    ),
  },
  Şurup: {
    hue: 300,
    shapes: (
      <>
        <path opacity=".45" d="M20 12h8c0 6 6 7 6 13v15c0 2-1 3-3 3H17c-2 0-3-1-3-3V25c0-6 6-7 6-13" />
        <path d="M19 4h10v6H19zm5 20c4 4 6 7 6 10s-3 5-6 5-6-2-6-5 2-6 6-10" />
      </>
    ),
  },
}

const OTHER: Drawing = {
  hue: 320,
  shapes: (
    <>
      <path opacity=".45" d="m6 15 18 8v20L6 35z" />
      <path opacity=".7" d="m42 15-18 8v20l18-8z" />
      <path d="M24 5 6 13l18 8 18-8z" />
    </>
  ),
}

/** A placeholder for a product without a picture: a drawing of its category, in the category's hue. */
export function CategoryDrawing({ category, className }: { category: string; className?: string }) {
  const { hue, shapes } = DRAWINGS[category] ?? OTHER
  const looks: CSSProperties & Record<'--hue', number> = { '--hue': hue }
  return (
    <span aria-hidden style={looks} className={classNames('category-hue grid place-items-center', className)}>
      <svg viewBox="0 0 48 48" className="h-3/5 max-h-28 w-3/5 max-w-28" fill="currentColor" fillRule="evenodd">
        {shapes}
      </svg>
    </span>
  )
}
