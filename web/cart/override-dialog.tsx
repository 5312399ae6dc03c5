import { formatMoney, kurus } from '#contract/money.ts'
import { OverrideQuestion } from '../delivery/override-question.tsx'
import { dayObstacleText } from '../delivery/override-text.ts'
import type { CartDelivery } from './cart-delivery.ts'

type OverrideDialogProps = { delivery: CartDelivery; isOpen: boolean; onCancel: () => void; onConfirm: () => void }

/** The dialog in which an admin confirms what the order in the cart overrides, with a sentence for each obstacle. */
export function OverrideDialog({ delivery: { known, draft, obstacles, missing }, ...dialog }: OverrideDialogProps) {
  const sentences = obstacles.map(obstacle =>
    obstacle === 'below_minimum'
      ? `En az sipariş tutarına (${formatMoney(known?.terms.minimum ?? kurus(0))}) ${formatMoney(missing)} eksik.`
      : dayObstacleText(obstacle, draft?.date ?? ''),
  )
  return <OverrideQuestion sentences={sentences} {...dialog} />
}
