import type { Reader } from './readers.ts'

/** Interval between two pictures, in milliseconds. */
const SCAN_INTERVAL = 100
/** Time after a barcode during which no other is accepted, in milliseconds. */
export const COOLDOWN = 2000
/** `COOLDOWN` of a continuous scan. */
export const CONTINUOUS_COOLDOWN = COOLDOWN / 2
/** Time during which a continuous scan ignores the code that it has read last, in milliseconds. */
export const SAME_CODE_IGNORED = 2 * COOLDOWN

// Small or tilted barcodes are easier to read magnified or rotated: each picture uses the next transformation.
const TRANSFORMATIONS = [
  { turned: 0, magnified: 1 },
  { turned: 0, magnified: 2 },
  { turned: 28, magnified: 1.4 },
  { turned: -28, magnified: 1.4 },
]

type Scanning = {
  video: HTMLVideoElement
  reader: Reader
  /** Barcodes read before this time (of `performance.now()`) are ignored. */
  notBefore: number
  /** Called with the whole code that was read. */
  onFound: (code: string) => void
  onError: (error: Error) => void
}

/** Scans the camera's picture until a barcode is read. Returns a function that stops scanning earlier. */
export function scan({ video, reader, notBefore, onFound, onError }: Scanning): () => void {
  const draw = frameGrabber(video)
  let isOver = false
  const stop = () => {
    isOver = true
    clearInterval(timer)
  }
  const readFrame = async () => {
    if (!reader.isFree()) return
    const picture = draw()
    const code = picture && (await reader.read(picture))
    if (isOver || !code || performance.now() < notBefore) return
    stop()
    onFound(code)
  }
  const timer = setInterval(() => {
    readFrame().catch((error: Error) => {
      if (isOver) return
      stop()
      onError(error)
    })
  }, SCAN_INTERVAL)
  return stop
}

/** Returns a function that captures the camera's picture, each time with the next transformation. */
function frameGrabber(video: HTMLVideoElement) {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  let frame = 0
  return () => {
    const { videoWidth: width, videoHeight: height } = video
    const transformation = TRANSFORMATIONS[frame++ % TRANSFORMATIONS.length]
    if (!context || !transformation || width === 0) return undefined
    Object.assign(canvas, { width, height })
    context.fillStyle = 'gray'
    context.fillRect(0, 0, width, height)
    context.translate(width / 2, height / 2)
    context.rotate((transformation.turned * Math.PI) / 180)
    context.scale(transformation.magnified, transformation.magnified)
    context.drawImage(video, -width / 2, -height / 2)
    return context.getImageData(0, 0, width, height)
  }
}
