import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { READER_OPTIONS } from './reader-options.ts'

// A worker that reads the barcode in each picture posted to it. Its WebAssembly is served by our own server.

const ready = prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path) },
  fireImmediately: true,
})

addEventListener('message', ({ data }: MessageEvent<ImageData>) => void read(data))

async function read(picture: ImageData) {
  try {
    await ready
    const [found] = await readBarcodes(picture, READER_OPTIONS)
    postMessage({ code: found?.text })
  } catch (error) {
    postMessage({ error: String(error) })
  }
}
