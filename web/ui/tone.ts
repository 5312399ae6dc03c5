/** The meaning of a colour, which is never shown alone, but with a word or an icon. */
export type Tone = 'neutral' | 'brand' | 'yellow' | 'blue' | 'green' | 'red'

/** A soft background with readable text. */
export const SOFT: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-ink border-neutral-line',
  brand: 'bg-brand-soft text-brand-ink border-brand-line',
  yellow: 'bg-yellow-soft text-yellow-ink border-yellow-line',
  blue: 'bg-blue-soft text-blue-ink border-blue-line',
  green: 'bg-green-soft text-green-ink border-green-line',
  red: 'bg-red-soft text-red-ink border-red-line',
}

/** A strong fill for dots and bars. */
export const FILL: Record<Tone, string> = {
  neutral: 'bg-neutral',
  brand: 'bg-brand',
  yellow: 'bg-yellow',
  blue: 'bg-blue',
  green: 'bg-green',
  red: 'bg-red',
}

/** Text or an icon in the tone's colour, on the page's background. */
export const INK: Record<Tone, string> = {
  neutral: 'text-ink-soft',
  brand: 'text-brand-ink',
  yellow: 'text-yellow-ink',
  blue: 'text-blue-ink',
  green: 'text-green-ink',
  red: 'text-red-ink',
}
