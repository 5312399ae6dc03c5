import * as z from 'zod/mini'

const WRONG = 'En az kalan gün 0 ile 3.650 arasında bir tam sayı olmalıdır'

/** How many days goods must have left when they leave, as a product or a customer demands; null for no demand. */
export const RemainingDays = z.nullable(
  z.number(WRONG).check(z.int(WRONG), z.minimum(0, WRONG), z.maximum(3650, WRONG)),
)
