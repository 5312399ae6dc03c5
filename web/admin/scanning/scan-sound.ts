import { createStore } from '../../ui/store.ts'
import { playTones } from '../play-tones.ts'

const PLACE = 'scan-sound'

/** Whether scans sound in this browser; on until a user switches it off. */
export const scanSound = createStore(localStorage.getItem(PLACE) !== 'off')

/** Switches the sound of scans on or off, for this browser; switched on, it is heard once. */
export function switchScanSound(isOn: boolean) {
  if (isOn) localStorage.removeItem(PLACE)
  else localStorage.setItem(PLACE, 'off')
  scanSound.set(isOn)
  soundScan('found')
}

/** One high tone for a product, one of middle height for a scan that is looked up later, two low ones for neither. */
const SOUNDS = {
  found: [{ pitch: 1568, at: 0, length: 0.08 }],
  kept: [{ pitch: 784, at: 0, length: 0.12 }],
  unknown: [
    { pitch: 233, at: 0, length: 0.14 },
    { pitch: 196, at: 0.18, length: 0.22 },
  ],
}

/** Sounds what became of a scan, unless the sound is off. */
export function soundScan(outcome: keyof typeof SOUNDS) {
  if (scanSound.get() && typeof AudioContext === 'function') playTones(SOUNDS[outcome])
}
