// Two short tones: in Hz and seconds.
const TONES = [
  { pitch: 880, at: 0 },
  { pitch: 1175, at: 0.16 },
]
const LENGTH = 0.15
const LOUDNESS = 0.2

/** Sounds once. Browsers keep silent until the user has pressed something in the page. */
export function playOrderSound() {
  const context = new AudioContext()
  for (const { pitch, at } of TONES) {
    const tone = new OscillatorNode(context, { frequency: pitch })
    const loudness = new GainNode(context, { gain: LOUDNESS })
    tone.connect(loudness).connect(context.destination)
    tone.start(context.currentTime + at)
    tone.stop(context.currentTime + at + LENGTH)
    // Browsers limit the number of open contexts.
    if (at > 0) tone.onended = () => void context.close()
  }
}
