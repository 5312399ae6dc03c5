export type Tone = {
  /** In Hz. */
  pitch: number
  /** In seconds after the start of the sound. */
  at: number
  /** In seconds. */
  length: number
}

const LOUDNESS = 0.2

/** Plays tones, the last one last. Browsers keep silent until the user has pressed something in the page. */
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
