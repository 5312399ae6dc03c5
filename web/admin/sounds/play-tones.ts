export type Tone = {
  /** In Hz. */
  pitch: number
  /** In seconds after the start of the sound. */
  at: number
  /** In seconds. */
  length: number
}

const LOUDNESS = 0.2

/**
 * Plays tones. The last of the list must also be the last to end. Browsers stay silent until the user has interacted
 * with the page.
 */
export function playTones(tones: readonly Tone[]) {
  const context = new AudioContext()
  for (const [i, { pitch, at, length }] of tones.entries()) {
    const tone = new OscillatorNode(context, { frequency: pitch })
    const loudness = new GainNode(context, { gain: LOUDNESS })
    tone.connect(loudness).connect(context.destination)
    tone.start(context.currentTime + at)
    tone.stop(context.currentTime + at + length)
    // Browsers limit the number of open contexts.
    if (i === tones.length - 1) tone.onended = () => void context.close()
  }
}
