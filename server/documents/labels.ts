import { inWorker } from './worker.ts'

/** Labels on sheets of A4 with 3 × 8 labels of 70 × 37 mm. */
export type Labels = {
  /** The language of the text, as a BCP 47 tag. */
  language: string
  publisher: string
  title: string
  /** The creation date in the file's metadata. */
  made: Date
  labels: Label[]
}

/** `code` is encoded in the bars, `digits` is printed below them; without a code only the text is printed. */
export type Label = { title: string; subtitle: string; code: string | null; digits: string }

const SECONDS = 60
const MEGABYTES = 256

/** Draws labels as a PDF in a worker thread and returns it in pieces. Throws if that fails or takes a minute. */
export const drawLabels = (labels: Labels): Promise<Uint8Array[]> =>
  inWorker<'draw', Uint8Array, Uint8Array[]>(
    {
      program: 'labels-worker',
      input: labels,
      seconds: SECONDS,
      memory: { maxOldGenerationSizeMb: MEGABYTES },
    },
    async request => [await request('draw')],
  )
