import { store } from '../../ui/storage.ts'
import { createStore } from '../../ui/store.ts'

const STORAGE_KEY = 'order-sound'

/** Whether new orders sound in this browser; off until a user switches it on. */
export const orderSound = createStore(localStorage.getItem(STORAGE_KEY) === 'on')

/** Switches the sound of new orders on or off for this browser; with a full storage, until the page is left. */
export function switchOrderSound(isOn: boolean) {
  if (isOn) store(STORAGE_KEY, 'on')
  else localStorage.removeItem(STORAGE_KEY)
  orderSound.set(isOn)
}
