import { createStore } from './store.ts'

// `useHotkey` reads it, too.
const PLACE = 'single-keys'

/** Whether keys that are pressed alone, such as `n`, do something on this device; on until a user switches them off. */
export const singleKeys = createStore(localStorage.getItem(PLACE) !== 'off')

/** Switches the keys that are pressed alone on or off, for this device. */
export function switchSingleKeys(isOn: boolean) {
  if (isOn) localStorage.removeItem(PLACE)
  else localStorage.setItem(PLACE, 'off')
  singleKeys.set(isOn)
}
