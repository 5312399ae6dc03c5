import { Truck } from 'lucide-react'
import { useState } from 'react'
import { cutoffSentence, timeLeft } from '#contract/cutoff-text.ts'
import { useVisibleInterval } from '../ui/visible-interval.ts'
import type { Delivery, OpenDay } from './delivery-query.ts'

/** How often the displayed time left is checked, in ms. It changes once a minute. */
const TICK = 5_000

type CutoffSentenceProps = { day: OpenDay; now: Delivery['now'] }

/** The cut-off of a delivery day, with the time left. Only this component is rendered again each minute. */
export function CutoffSentence(props: CutoffSentenceProps) {
  const present = wordsOf(props)
  const [, setShown] = useState(present)
  useVisibleInterval(TICK, () => setShown(wordsOf(props)))
  const [sentence = '', left = ''] = present.split('\n')
  return (
    <p className="flex items-start gap-2">
      <Truck aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
      <span>
        {sentence}. <span className="whitespace-nowrap text-ink-soft">Kalan süre: {left}</span>
      </span>
    </p>
  )
}

function wordsOf({ day, now }: CutoffSentenceProps) {
  const present = now()
  return `${cutoffSentence(day.date, day.cutoff, present)}\n${timeLeft(day.cutoff, present)}`
}
