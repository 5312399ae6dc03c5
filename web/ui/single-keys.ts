import { createStore } from './store.ts'

// `useHotkey` reads this key of local storage as well.
const PLACE = 'single-keys'

/** Whether shortcuts of a single key, such as `n`, work on this device; on until a user switches them off. */
export const singleKeys = createStore(localStorage.getItem(PLACE) !== 'off')

/** Switches shortcuts of a single key on or off, for this device. */
export function switchSingleKeys(isOn: boolean) {
  if (isOn) localStorage.removeItem(PLACE)
  else localStorage.setItem(PLACE, 'off')
  singleKeys.set(isOn)
}
