import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// A worker that reads the barcode in each picture posted to it. Its WebAssembly is served by our own server.

const OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'Code128', 'Code39', 'UPCA', 'UPCE'],
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: true,
  maxNumberOfSymbols: 1,
}

const ready = prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path) },
  fireImmediately: true,
})

addEventListener('message', ({ data }: MessageEvent<ImageData>) => void read(data))

async function read(picture: ImageData) {
  try {
    await ready
    const [found] = await readBarcodes(picture, OPTIONS)
    postMessage({ code: found?.text })
  } catch (error) {
    postMessage({ fault: String(error) })
  }
}
