import { createStore } from '../ui/store.ts'

const PLACE = 'order-sound'

/** Whether new orders sound in this browser; off until a user switches it on. */
export const orderSound = createStore(localStorage.getItem(PLACE) === 'on')

/** Switches the sound of new orders on or off, for this browser. */
export function switchOrderSound(isOn: boolean) {
  if (isOn) localStorage.setItem(PLACE, 'on')
  else localStorage.removeItem(PLACE)
  orderSound.set(isOn)
}
