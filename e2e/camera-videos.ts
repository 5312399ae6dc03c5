import { open, readFile } from 'node:fs/promises'

/** How a code is held before the camera. */
export type Condition = {
  /** Pixels per module. */
  module: number
  /** Degrees. */
  turned?: number
  /** The number of modules over which each edge is blurred. */
  blur?: number
  /** The largest random deviation of a pixel, of 255. */
  noise?: number
  /** The contrast between black and white on a dark picture, 0 to 1. */
  contrast?: number
}

const WIDTH = 640
const HEIGHT = 480
const FRAMES = 12
const PER_SECOND = 12
const QUIET = 10
const BARS_HEIGHT = 130
/** The height of the label above and below a code, in pixels. */
const MARGIN = 12

/**
 * Draws a clip of a code that is held before a camera: it moves all the time, and every pixel is noisy. `modules` are
 * one row of bars, or the rows of a matrix. The file is a raw video (Y4M), which Chromium plays in a loop in place of a
 * camera.
 */
export async function drawClip(path: string, modules: string | readonly string[], condition: Condition) {
  const file = await open(path, 'w')
  try {
    await file.write(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1\n`)
    const grey = new Uint8Array((WIDTH * HEIGHT) / 2).fill(128)
    const code = typeof modules === 'string' ? bars(modules) : matrix(modules)
    const random = randomness()
    for (let frame = 0; frame < FRAMES; frame++) {
      await file.write('FRAME\n')
      await file.write(picture(code, frame, condition, random))
      await file.write(grey)
    }
  } finally {
    await file.close()
  }
}

/** The pictures of a clip as a page gets them, in RGBA. */
export async function picturesIn(path: string): Promise<ImageData[]> {
  const clip = await readFile(path)
  const pictures: ImageData[] = []
  const size = WIDTH * HEIGHT
  for (let at = clip.indexOf('FRAME\n'); at !== -1; at = clip.indexOf('FRAME\n', at + 6 + (size * 3) / 2)) {
    const data = new Uint8ClampedArray(size * 4)
    for (let pixel = 0; pixel < size; pixel++) {
      const grey = clip[at + 6 + pixel] ?? 0
      data[pixel * 4] = grey
      data[pixel * 4 + 1] = grey
      data[pixel * 4 + 2] = grey
      data[pixel * 4 + 3] = 255
    }
    pictures.push({ data, width: WIDTH, height: HEIGHT, colorSpace: 'srgb' })
  }
  return pictures
}

type Ink = (from: number, to: number) => number

/** The size of a code in modules, and the black share of a square in it, given by its centre and half its side. */
type Code = {
  length: number
  height: number | undefined
  ink: (across: number, down: number, half: number) => number
}

function bars(modules: string): Code {
  const inks = inksOf(modules)
  return { length: modules.length, height: undefined, ink: (across, _down, half) => inks(across - half, across + half) }
}

function matrix(rows: readonly string[]): Code {
  const inks = rows.map(inksOf)
  return {
    length: rows[0]?.length ?? 0,
    height: rows.length,
    ink: (across, down, half) => inks[Math.floor(down)]?.(across - half, across + half) ?? 0,
  }
}

/** The black share, 0 to 1, of the part of the code between two positions in modules. */
function inksOf(modules: string): Ink {
  const before = [0]
  for (const module of modules) before.push((before.at(-1) ?? 0) + Number(module))
  const until = (place: number) => {
    const at = Math.max(0, Math.min(modules.length, place))
    const whole = Math.floor(at)
    return (before[whole] ?? 0) + (at - whole) * Number(modules[whole] ?? 0)
  }
  return (from, to) => (until(to) - until(from)) / (to - from)
}

function picture(code: Code, frame: number, condition: Condition, random: () => number) {
  const { module, turned = 0, blur = 0, noise = 10, contrast = 1 } = condition
  const pixels = new Uint8Array(WIDTH * HEIGHT)
  const turn = (frame / FRAMES) * 2 * Math.PI
  const [middleX, middleY] = [WIDTH / 2 + 8 * Math.sin(turn), HEIGHT / 2 + 6 * Math.cos(turn)]
  const angle = ((turned + 1.5 * Math.sin(turn)) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const half = (1 / module + blur) / 2
  const { length, ink } = code
  const height = code.height ?? BARS_HEIGHT / module
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const [right, down] = [x - middleX, y - middleY]
      const across = (right * cos + down * sin) / module + length / 2
      const along = (down * cos - right * sin) / module + height / 2
      const isLabel =
        across > -QUIET && across < length + QUIET && along > -MARGIN / module && along < height + MARGIN / module
      const isBars = isLabel && along >= 0 && along < height
      const light = isBars ? 235 - 215 * ink(across, along, half) : isLabel ? 235 : 120
      pixels[y * WIDTH + x] = Math.max(0, Math.min(255, light * contrast + noise * random()))
    }
  return pixels
}

/** Numbers from -1 to 1, the same in each run. */
function randomness() {
  let state = 1
  return () => {
    state = (state * 48271) % 2147483647
    return (state / 2147483647) * 2 - 1
  }
}
