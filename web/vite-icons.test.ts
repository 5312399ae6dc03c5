import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pathOf } from './vite-icons.ts'

const LIBRARY = join(import.meta.dirname, '../node_modules/lucide-react/dist/esm')
const SIZE = 96

test('every icon of the app looks the same as a single path', async () => {
  const different: string[] = []
  for (const file of await filesOfIcons()) {
    const { __iconData } = await import(join(LIBRARY, file))
    const shapes: [string, Record<string, string>][] = __iconData.node
    const drawn = shapes.map(([tag, attributes]) => `<${tag} ${asText(attributes)}/>`).join('')
    const [library, path] = await Promise.all([pixels(drawn), pixels(`<path d="${pathOf(shapes)}"/>`)])
    const off = library.filter((level, at) => Math.abs(level - (path[at] ?? 0)) > 64).length
    if (off > 0 || library.every(level => level === library[0])) different.push(`${file}: ${off} pixels`)
  }
  expect(different).toEqual([])
})

test('a shape that cannot be drawn as a path is refused', () => {
  expect(() => pathOf([['text', {}]])).toThrow('<text>')
})

/** The modules of all icons that the app imports. */
async function filesOfIcons(): Promise<string[]> {
  const web = await readdir(import.meta.dirname, { recursive: true })
  const sources = await Promise.all(
    web.filter(name => name.endsWith('.tsx')).map(name => readFile(join(import.meta.dirname, name), 'utf8')),
  )
  const imported = sources.flatMap(text => /import \{([^}]*)\} from 'lucide-react'/.exec(text)?.[1]?.split(',') ?? [])
  const index = await readFile(join(LIBRARY, 'lucide-react.mjs'), 'utf8')
  const names = new Set(imported.map(name => name.trim().replace(/ as .*/, '')))
  const files = [...index.matchAll(/^export \{(.*)\} from '\.\/(icons\/[\w-]+\.mjs)'/gm)].flatMap(
    ([, exported = '', file = '']) =>
      [...exported.matchAll(/default as (\w+)/g)].some(([, name = '']) => names.has(name)) ? file : [],
  )
  if (files.length < 100) throw new Error(`only ${files.length} icons were found`)
  return files
}

const asText = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')

/** The grey levels of a drawing. */
async function pixels(drawn: string): Promise<number[]> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 24 24" fill="none" stroke="black" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${drawn}</svg>`
  return [...(await sharp(Buffer.from(svg)).flatten({ background: 'white' }).greyscale().raw().toBuffer())]
}
