/** A rule of a stylesheet, with the preludes of the rules around it, outermost first. */
type Block = { preludes: readonly string[]; declarations: readonly (readonly [property: string, value: string])[] }

/** Functions in values that Chrome 100, Safari 15.4 or Firefox 115 lacks. */
const NEWER_VALUE = /(?<![\w-])(oklch|oklab|lch|lab|color-mix|light-dark|color|round|mod|sin|cos|anchor)\(/
const NEWER_UNIT = /\d(d|s|l)v[hw]\b|\dcq[whib]\b|\dr?lh\b/
/** Missing before Chrome 104; `transform` has the same effect. */
const NEWER_PROPERTY = /^(translate|scale|rotate)$/

/**
 * Styles that the oldest supported browsers lack, unless a condition tests for them, an earlier declaration in the same
 * block applies there instead, or they are part of an animation.
 */
export function newerStylesIn(css: string): string[] {
  const hanging = css.match(/@layer [\w ,-]+;/g) ?? []
  const newer = blocksOf(css).flatMap(({ preludes, declarations }) => {
    const selector = preludes.at(-1) ?? ''
    if (preludes.some(prelude => /^@(supports|(-webkit-)?keyframes)/.test(prelude))) return []
    const found = /:has\(/.test(selector) && /,(?![^()]*\))/.test(selector) ? [`:has() among others: ${selector}`] : []
    const applied = new Set<string>()
    for (const [property, value] of declarations) {
      const bare = value.replaceAll(/"[^"]*"|'[^']*'/g, '')
      const newer = NEWER_VALUE.exec(bare)?.[0] ?? NEWER_UNIT.exec(bare)?.[0] ?? NEWER_PROPERTY.exec(property)?.[0]
      if (newer === undefined) applied.add(property)
      else if (!(applied.has(property) || property.startsWith('--'))) found.push(`${selector} {${property}: ${value}}`)
    }
    const container = preludes.find(prelude => prelude.startsWith('@container'))
    return container && declarations.length ? [...found, `${container} ${selector}`] : found
  })
  return [...newer, ...hanging.map(layer => `${layer} without a block`)]
}

/** The rules of a stylesheet whose strings are all in quotes. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = []
  const open: { prelude: string; declarations: [string, string][] }[] = []
  let piece = ''
  const declare = () => {
    const [, property = '', value = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(piece) ?? []
    if (property) open.at(-1)?.declarations.push([property, value.trim()])
    piece = ''
  }
  for (const [token] of css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[^]/g)) {
    if (token === '{') {
      open.push({ prelude: piece.trim(), declarations: [] })
      piece = ''
    } else if (token === '}') {
      declare()
      const preludes = open.map(({ prelude }) => prelude)
      blocks.push({ preludes, declarations: open.pop()?.declarations ?? [] })
    } else if (token === ';') declare()
    else piece += token
  }
  return blocks
}
