import { storedText, storeText } from '../pwa/stored-text.ts'
import { type CartOwner, noteTextName } from './cart.ts'
import { deliveryDayName } from './delivery-day-name.ts'

/** Empties the note and the delivery day of a cart, so that no later order gets them, and returns what they were. */
export function takeNoteAndDay(owner: CartOwner) {
  const taken = noteAndDayOf(owner)
  storeText(noteTextName(owner), '')
  storeText(deliveryDayName(owner), '')
  return taken
}

/** The note and the chosen delivery day of a cart, '' for none. */
export const noteAndDayOf = (owner: CartOwner) => ({
  notes: storedText(noteTextName(owner)),
  day: storedText(deliveryDayName(owner)),
})
