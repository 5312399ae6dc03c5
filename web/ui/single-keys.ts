import { switchOffHere } from './hotkey.ts'
import { store } from './storage.ts'
import { createStore } from './store.ts'

// `useHotkey` reads this key of local storage as well.
const STORAGE_KEY = 'single-keys'

/** Whether shortcuts of a single key, such as `n`, work on this device; on until a user switches them off. */
export const singleKeys = createStore(localStorage.getItem(STORAGE_KEY) !== 'off')

/** Switches shortcuts of a single key on or off for this device; with a full storage, until the page is left. */
export function switchSingleKeys(isOn: boolean) {
  if (isOn) localStorage.removeItem(STORAGE_KEY)
  switchOffHere(!isOn && !store(STORAGE_KEY, 'off'))
  singleKeys.set(isOn)
}
