import type { ReaderOptions } from 'zxing-wasm/reader'

/** The kinds of barcodes that are searched in a picture of the camera, and how thoroughly. */
export const READER_OPTIONS: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'Code128', 'Code39', 'UPCA', 'UPCE', 'DataMatrix'],
  // Keeps the separators of GS1 codes. Brackets around the identifiers, as in 'HRI', may also occur in a lot's code.
  textMode: 'Plain',
  tryHarder: true,
  tryRotate: true,
  tryInvert: false,
  tryDownscale: true,
  maxNumberOfSymbols: 1,
}
