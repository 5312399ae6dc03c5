/** The measures of an A4 page, in points. All rows have the same height, so that the pages are known before drawing. */
export const PAGE = { width: 595.28, height: 841.89, left: 40, right: 555.28, top: 62, bottom: 790 }
export const WIDTH = PAGE.right - PAGE.left
export const HEIGHTS = {
  band: 132,
  fact: 17,
  contentsHead: 40,
  entry: 24,
  gap: 22,
  sectionHead: 30,
  columnHead: 17,
  row: 40,
}

/** The y of the facts on the first page, in points. */
export const FACTS_AT = HEIGHTS.band + 22

/** Consecutive rows of one section on one page. */
export type Block = { page: number; y: number; section: number; rows: number; isContinued: boolean }

export type Plan = {
  pages: number
  /** The y of the table of contents, which exists only if there are at least two sections. */
  contentsAt: number
  /** The page and y of each section's entry in the table of contents. */
  entries: { page: number; y: number }[]
  blocks: Block[]
}

/** Distributes rows over pages. A section starts on a page only if at least two of its rows fit below its heading. */
export function layOut(factCount: number, sections: { rows: number }[]): Plan {
  const entries: Plan['entries'] = []
  const blocks: Block[] = []
  const contentsAt = FACTS_AT + factCount * HEIGHTS.fact + 14
  let page = 1
  let y = contentsAt
  const turn = () => {
    page++
    y = PAGE.top
  }

  if (sections.length > 1) {
    y += HEIGHTS.contentsHead
    for (const _ of sections) {
      if (y + HEIGHTS.entry > PAGE.bottom) turn()
      entries.push({ page, y })
      y += HEIGHTS.entry
    }
    turn()
  }

  const head = HEIGHTS.sectionHead + HEIGHTS.columnHead
  for (const [section, { rows }] of sections.entries()) {
    const gap = section > 0 && y > PAGE.top ? HEIGHTS.gap : 0
    if (y + gap + head + Math.min(rows, 2) * HEIGHTS.row > PAGE.bottom) turn()
    else y += gap
    for (let left = rows; left > 0; ) {
      const fitting = Math.min(left, Math.floor((PAGE.bottom - y - head) / HEIGHTS.row))
      blocks.push({ page, y, section, rows: fitting, isContinued: left < rows })
      left -= fitting
      y += head + fitting * HEIGHTS.row
      if (left > 0) turn()
    }
  }
  return { pages: page, contentsAt, entries, blocks }
}
