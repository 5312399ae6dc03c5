import { parentPort } from 'node:worker_threads'
import { getDocument, OPS, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

// The thread in which PDFs are read; see pdf.ts.

export type ReadCommand = { id: number; bytes: Uint8Array }
export type ReadReply = { id: number; pdf?: Pdf; error?: string }

export type Pdf = Awaited<ReturnType<typeof readPdf>>

parentPort?.on('message', ({ id, bytes }: ReadCommand) => {
  readPdf(bytes).then(
    pdf => parentPort?.postMessage({ id, pdf } satisfies ReadReply),
    error => parentPort?.postMessage({ id, error: String(error) } satisfies ReadReply),
  )
})

/** A page of a PDF: its words with their positions, in points from the top left. */
export type PdfPage = {
  text: string
  words: { text: string; x: number; y: number; width: number; size: number }[]
  /** The target pages of the links on this page, from top to bottom. */
  links: number[]
  /** The pictures on this page, with their sizes in pixels. */
  pictures: [number, number][]
  /** How many squares are drawn that are small enough to be ticked. */
  boxes: number
  /** The colours of its text and lines, such as `#000000`. */
  inks: string[]
}

async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: bytes, isEvalSupported: false, useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  try {
    const pages: PdfPage[] = []
    for (let number = 1; number <= document.numPages; number++) pages.push(await readPage(document, number))
    const outline = await Promise.all(
      ((await document.getOutline()) ?? []).map(async ({ title, dest }) => ({
        title,
        page: await pageOf(document, dest),
      })),
    )
    return { pages, outline, about: await aboutOf(document) }
  } finally {
    await task.destroy()
  }
}

async function readPage(document: PDFDocumentProxy, number: number): Promise<PdfPage> {
  const page = await document.getPage(number)
  const [, , , height = 0] = page.view
  const { items } = await page.getTextContent()
  const words = items.flatMap(item => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [size, , , , x, y] = item.transform.map(Number)
    return [{ text: item.str, x: x!, y: height - y!, width: item.width, size: Math.round(size! * 10) / 10 }]
  })
  const annotations: { subtype: string; dest?: string }[] = await page.getAnnotations()
  const links = annotations.filter(({ subtype, dest }) => subtype === 'Link' && dest)
  return {
    words,
    text: words
      .map(word => word.text)
      .join(' ')
      .replace(/\s+/g, ' '),
    links: await Promise.all(links.map(({ dest }) => pageOf(document, dest))),
    ...(await drawingOf(page)),
  }
}

async function pageOf(document: PDFDocumentProxy, dest: string | unknown[] | null | undefined): Promise<number> {
  const explicit: unknown[] | null = typeof dest === 'string' ? await document.getDestination(dest) : (dest ?? null)
  const reference = explicit?.[0]
  if (typeof reference !== 'object' || reference === null || !('num' in reference) || !('gen' in reference))
    throw new Error(`a link leads nowhere: ${JSON.stringify(dest)}`)
  return (await document.getPageIndex({ num: Number(reference.num), gen: Number(reference.gen) })) + 1
}

async function drawingOf(page: PDFPageProxy): Promise<Pick<PdfPage, 'pictures' | 'boxes' | 'inks'>> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictures: [number, number][] = []
  const inks = new Set<string>()
  let boxes = 0
  for (const [i, operation] of fnArray.entries()) {
    const [first, second, third]: unknown[] = argsArray[i] ?? []
    if (operation === OPS.paintImageXObject) pictures.push([Number(second), Number(third)])
    if (operation === OPS.setFillRGBColor || operation === OPS.setStrokeRGBColor) inks.add(String(first))
    if (operation === OPS.constructPath && isBox(third)) boxes++
  }
  return { pictures, boxes, inks: [...inks] }
}

/** Whether the bounds of a path are those of a square of less than 20 points. */
function isBox(bounds: unknown) {
  if (!(bounds instanceof Float32Array)) return false
  const [left = 0, top = 0, right = 0, bottom = 0] = bounds
  return right - left > 5 && right - left < 20 && Math.abs(right - left - (bottom - top)) < 0.1
}

async function aboutOf(document: PDFDocumentProxy) {
  const { info } = await document.getMetadata()
  const metadata = new Map<string, unknown>(Object.entries(info))
  return { language: metadata.get('Language'), title: metadata.get('Title'), author: metadata.get('Author') }
}
