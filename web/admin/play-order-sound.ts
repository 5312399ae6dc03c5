import { playTones } from './play-tones.ts'

/** Sounds once. Browsers keep silent until the user has pressed something in the page. */
export const playOrderSound = () =>
  playTones([
    { pitch: 880, at: 0, length: 0.15 },
    { pitch: 1175, at: 0.16, length: 0.15 },
  ])
