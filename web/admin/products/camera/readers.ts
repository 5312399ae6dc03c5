/** Reads barcodes in pictures. While it is not free, callers skip pictures: there is no queue. */
export type Reader = {
  isFree: () => boolean
  /** The barcode in the picture, if one can be read. Throws if the reader could not be loaded. */
  read: (picture: ImageData) => Promise<string | undefined>
  close: () => void
}

const WORKERS = 2
const NATIVE_FORMATS = ['ean_13', 'ean_8', 'code_128', 'code_39', 'upc_a', 'upc_e', 'data_matrix']

/** The browser's `BarcodeDetector` if it supports all formats, otherwise WebAssembly workers. */
export async function openReader(): Promise<Reader> {
  const Native = window.BarcodeDetector
  const known = await Native?.getSupportedFormats().catch((): string[] => [])
  const supportsAll = known && NATIVE_FORMATS.every(format => known.includes(format))
  return Native && supportsAll ? nativeReader(new Native({ formats: NATIVE_FORMATS })) : workerReader()
}

/** A pool of workers, each reading one picture at a time. */
function workerReader(): Reader {
  const all = Array.from({ length: WORKERS }, startWorker)
  return {
    isFree: () => all.some(worker => worker.isFree()),
    read: async picture => all.find(worker => worker.isFree())?.read(picture),
    close: () => {
      for (const worker of all) worker.close()
    },
  }
}

type WorkerReply = { code?: string; error?: string }

function startWorker(): Reader {
  const worker = new Worker(new URL('./decoding.ts', import.meta.url), { type: 'module' })
  let resolveReply: ((reply: WorkerReply) => void) | undefined
  const settle = (reply: WorkerReply) => {
    resolveReply?.(reply)
    resolveReply = undefined
  }
  let hasFailed = false
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => settle(data))
  // The worker's script could not be loaded, possibly before the first picture was sent.
  worker.addEventListener('error', ({ message }) => {
    hasFailed = true
    settle({ error: message || 'lost' })
  })
  return {
    isFree: () => resolveReply === undefined,
    async read(picture) {
      if (hasFailed) throw new Error(LOAD_FAILURE)
      const { code, error } = await new Promise<WorkerReply>(resolve => {
        resolveReply = resolve
        worker.postMessage(picture, [picture.data.buffer])
      })
      if (error) throw new Error(LOAD_FAILURE, { cause: error })
      return code
    },
    close: () => worker.terminate(),
  }
}

const LOAD_FAILURE = 'barkod okuyucu yüklenemedi'

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
