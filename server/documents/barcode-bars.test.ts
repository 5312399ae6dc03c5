import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Bars, barsOf } from './barcode-bars.ts'

const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

const MODULE = 3
const QUIET = 12
const HEIGHT = 60

/** A picture of the bars: black and white pixels. */
function picture({ runs, modules }: Bars) {
  const width = (modules + 2 * QUIET) * MODULE
  const row = new Uint8ClampedArray(width * 4).fill(255)
  let at = QUIET
  for (const [i, run] of runs.entries()) {
    if (i % 2 === 0) for (let x = at * MODULE; x < (at + run) * MODULE; x++) row.fill(0, x * 4, x * 4 + 3)
    at += run
  }
  const data = new Uint8ClampedArray(width * HEIGHT * 4)
  for (let y = 0; y < HEIGHT; y++) data.set(row, y * row.length)
  return { data, width, height: HEIGHT, colorSpace: 'srgb' as const }
}

test.each([
  ['8690637012341', 'EAN-13'],
  ['0036000291452', 'EAN-13'],
  ['5901234123457', 'EAN-13'],
  ['4006381333931', 'EAN-13'],
  ['9780201379624', 'EAN-13'],
  ['96385074', 'EAN-8'],
  ['73513537', 'EAN-8'],
  // The check digit is wrong, so it is encoded as Code 128.
  ['8690637012345', 'Code 128'],
  ['12345678', 'Code 128'],
  ['RAF-12/b ~', 'Code 128'],
  ['0012345678', 'Code 128'],
  ['7', 'Code 128'],
])('a scanner reads %s from its bars, as %s', async (code, format) => {
  const bars = barsOf(code)
  const [found] = bars ? await readBarcodes(picture(bars), { formats: ['EAN13', 'EAN8', 'Code128'] }) : []
  expect(found?.text).toBe(code)
  expect(found?.format.replace(/[- ]/g, '')).toBe(format.replace(/[- ]/g, ''))
})

test.each(['Çay', 'x'.repeat(33), '', 'a\tb'])('%j has no bars', code => {
  expect(barsOf(code)).toBeUndefined()
})
