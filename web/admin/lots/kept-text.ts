import type { Lot } from '#contract/lots.ts'
import { quantityText } from '../../ui/signed-text.ts'

/** What orders keep of a blocked lot because it may have left, and what to do if it has not. */
export const keptText = ({ picked_quantity, unit }: Pick<Lot, 'picked_quantity' | 'unit'>) =>
  `${quantityText(picked_quantity)} ${unit} teslim günü geçmiş siparişlerde kaldı: malı çıkmadıysa o siparişte partiyi değiştirin.`
