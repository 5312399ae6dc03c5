/** Reads barcodes in pictures. While it is not free, callers skip pictures: there is no queue. */
export type Reader = {
  isFree: () => boolean
  /** The barcode in the picture, if one can be read. Throws if the reader could not be loaded. */
  read: (picture: ImageData) => Promise<string | undefined>
  close: () => void
}

const WORKERS = 2
const NATIVE_FORMATS = ['ean_13', 'ean_8', 'code_128', 'code_39', 'upc_a', 'upc_e']

/** The browser's `BarcodeDetector` if it supports all six formats, otherwise WebAssembly workers. */
export async function openReader(): Promise<Reader> {
  const Native = window.BarcodeDetector
  const known = await Native?.getSupportedFormats().catch((): string[] => [])
  const isWhole = known && NATIVE_FORMATS.every(format => known.includes(format))
  return Native && isWhole ? nativeReader(new Native({ formats: NATIVE_FORMATS })) : workers()
}

/** A pool of workers, each reading one picture at a time. */
function workers(): Reader {
  const all = Array.from({ length: WORKERS }, startWorker)
  return {
    isFree: () => all.some(worker => worker.isFree()),
    read: async picture => all.find(worker => worker.isFree())?.read(picture),
    close: () => {
      for (const worker of all) worker.close()
    },
  }
}

type Answer = { code?: string; fault?: string }

function startWorker(): Reader {
  const worker = new Worker(new URL('./decoding.ts', import.meta.url), { type: 'module' })
  let answer: ((answer: Answer) => void) | undefined
  const told = (what: Answer) => {
    answer?.(what)
    answer = undefined
  }
  let isLost = false
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => told(data))
  // The worker's script could not be loaded, possibly before the first picture was sent.
  worker.addEventListener('error', ({ message }) => {
    isLost = true
    told({ fault: message || 'lost' })
  })
  return {
    isFree: () => answer === undefined,
    async read(picture) {
      if (isLost) throw new Error(LOST)
      const { code, fault } = await new Promise<Answer>(resolve => {
        answer = resolve
        worker.postMessage(picture, [picture.data.buffer])
      })
      if (fault) throw new Error(LOST, { cause: fault })
      return code
    },
    close: () => worker.terminate(),
  }
}

const LOST = 'barkod okuyucu yüklenemedi'

function nativeReader(detector: BarcodeDetector): Reader {
  let isBusy = false
  return {
    isFree: () => !isBusy,
    async read(picture) {
      isBusy = true
      try {
        const [found] = await detector.detect(picture)
        return found?.rawValue
      } finally {
        isBusy = false
      }
    },
    close: () => {},
  }
}

/** The part of the Shape Detection API used here; TypeScript has no types for it. */
type BarcodeDetector = { detect: (picture: ImageData) => Promise<{ rawValue: string }[]> }

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: string[] }): BarcodeDetector
      getSupportedFormats: () => Promise<string[]>
    }
  }
}
