import { useState } from 'react'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { numberFrom, quantityFault } from './number-text.ts'

/**
 * Reports a quantity while it is typed, because a phone's back button closes the dialog without a blur of the field.
 * Text that is not a quantity (yet), such as an empty field, counts as the quantity before the typing. Spread the
 * result over the field's `QuantityStepper`.
 */
export function useQuantityTyping(quantity: number, onQuantity: (quantity: number) => void) {
  const [typing, setTyping] = useState<{ text: string; before: number }>()
  const before = typing?.before ?? quantity
  return {
    typed: typing?.text,
    emptyMeans: before,
    onTyped: (text: string | undefined) => {
      setTyping(text === undefined ? undefined : { text, before })
      const counted = text === undefined ? quantity : (quantityIn(text) ?? before)
      if (counted !== quantity) onQuantity(counted)
    },
  }
}

function quantityIn(text: string): number | undefined {
  const typed = numberFrom(text)
  return typed !== undefined && typed >= 1 && quantityFault(typed, MAX_QUANTITY) === undefined ? typed : undefined
}
