import { store } from '../../ui/storage.ts'
import { createStore } from '../../ui/store.ts'
import { playTones } from '../sounds/play-tones.ts'

const STORAGE_KEY = 'scan-sound'

/** Whether scans sound in this browser; on until a user switches it off. */
export const scanSound = createStore(localStorage.getItem(STORAGE_KEY) !== 'off')

/**
 * Switches the sound of scans on or off for this browser; if its storage is full, only until the page is left. Plays
 * the sound once when it is switched on.
 */
export function switchScanSound(isOn: boolean) {
  if (isOn) localStorage.removeItem(STORAGE_KEY)
  else store(STORAGE_KEY, 'off')
  scanSound.set(isOn)
  soundScan('found')
}

/** One high tone for a product, one of middle pitch for a scan that is looked up later, two low ones for a failure. */
const SOUNDS = {
  found: [{ pitch: 1568, at: 0, length: 0.08 }],
  stored: [{ pitch: 784, at: 0, length: 0.12 }],
  unknown: [
    { pitch: 233, at: 0, length: 0.14 },
    { pitch: 196, at: 0.18, length: 0.22 },
  ],
}

/** Plays the sound of a scan's outcome, unless the sound is off. */
export function soundScan(outcome: keyof typeof SOUNDS) {
  if (scanSound.get() && typeof AudioContext === 'function') playTones(SOUNDS[outcome])
}
