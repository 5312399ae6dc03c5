import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { EntryMatcher } from '../contract/entry-matcher.ts'
import { enteredLines } from '../contract/quick-entry.ts'
import { sampleCatalogue } from '../server/testing/sample-catalogue.ts'

/**
 * Measures in ms how long it takes to match 200 lines of a pasted list with 50,000 products, and to index these
 * products; for comparison also the time for folding all names in the same run.
 */

const PRODUCTS = 50_000
const LINES = 200
const RUNS = 9

const sample = sampleCatalogue()
const products = Array.from({ length: PRODUCTS }, (_, i) => {
  const like = sample[i % sample.length]!
  const series = Math.floor(i / sample.length)
  return {
    ...like,
    id: String(i),
    name: series ? `${like.name} Seri ${series}` : like.name,
    barcode: `${8690000000000 + i}`,
  }
})
const answers = readFileSync(new URL('../server/sample/quick-entry-answers.tsv', import.meta.url), 'utf8')
const lines = enteredLines(answers).map(row => row.split('\t')[0] ?? '')
const text = Array.from({ length: LINES }, (_, i) => lines[i % lines.length]).join('\n')

const times = { names: [] as number[], prepare: [] as number[], lines: [] as number[] }
const timed = <T>(into: number[], work: () => T): T => {
  const begun = performance.now()
  const result = work()
  into.push(performance.now() - begun)
  return result
}
for (let run = 0; run < RUNS; run += 1) {
  timed(times.names, () => products.map(({ name }) => name.normalize('NFKD').toLowerCase()))
  const matcher = timed(times.prepare, () => new EntryMatcher(products))
  timed(times.lines, () => enteredLines(text).map(line => matcher.match(line, { bought: new Set() })))
}
const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
for (const [what, values] of Object.entries(times)) console.log(`${what.padEnd(8)} ${median(values).toFixed(1)} ms`)
