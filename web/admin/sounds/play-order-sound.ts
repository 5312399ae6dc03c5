import { playTones } from './play-tones.ts'

/** Plays the sound of a new order once. Browsers stay silent until the user has interacted with the page. */
export const playOrderSound = () =>
  playTones([
    { pitch: 880, at: 0, length: 0.15 },
    { pitch: 1175, at: 0.16, length: 0.15 },
  ])
