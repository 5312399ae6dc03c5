import type { Reader } from './readers.ts'

/** Looks so often, in milliseconds: ten times a second. */
const EVERY = 100
/** So long after one code nothing counts as the next, in milliseconds. */
export const COOLDOWN = 2000

// Bars that are small or askew are seen better magnified or turned: each look tries another way.
const VIEWS = [
  { turned: 0, magnified: 1 },
  { turned: 0, magnified: 2 },
  { turned: 28, magnified: 1.4 },
  { turned: -28, magnified: 1.4 },
]

type Scanning = {
  video: HTMLVideoElement
  reader: Reader
  /** What is read before this moment (of `performance.now()`) does not count. */
  notBefore: number
  onFound: (code: string) => void
  onFault: (error: Error) => void
}

/** Reads what the camera sees until there is a code in it, and stops then. Answers how to stop it before. */
export function scan({ video, reader, notBefore, onFound, onFault }: Scanning): () => void {
  const draw = drawing(video)
  let isOver = false
  const stop = () => {
    isOver = true
    clearInterval(timer)
  }
  const look = async () => {
    if (!reader.isFree()) return
    const picture = draw()
    const code = picture && (await reader.read(picture))
    if (isOver || !code || performance.now() < notBefore) return
    stop()
    onFound(code)
  }
  const timer = setInterval(() => {
    look().catch((error: Error) => {
      if (isOver) return
      stop()
      onFault(error)
    })
  }, EVERY)
  return stop
}

/** Draws what the camera sees, each time in the next view. */
function drawing(video: HTMLVideoElement) {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let turn = 0
  return () => {
    const { videoWidth: width, videoHeight: height } = video
    const view = VIEWS[turn++ % VIEWS.length]
    if (!context || !view || width === 0) return undefined
    Object.assign(canvas, { width, height })
    context.fillStyle = 'gray'
    context.fillRect(0, 0, width, height)
    context.translate(width / 2, height / 2)
    context.rotate((view.turned * Math.PI) / 180)
    context.scale(view.magnified, view.magnified)
    context.drawImage(video, -width / 2, -height / 2)
    return context.getImageData(0, 0, width, height)
  }
}
