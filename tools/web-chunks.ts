import { resolve } from 'node:path'
import type { build, Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk

/** The chunks of a build of the web app. */
export function chunksOf(built: Awaited<ReturnType<typeof build>>): Chunk[] {
  if (!('output' in built)) throw new Error('the web app was not built as one')
  return built.output.filter(part => part.type === 'chunk')
}

/** The chunks that every page loads. */
export const entryChunks = (chunks: readonly Chunk[]) =>
  new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(chunk => withImports(chunks, chunk)))

/** The chunks that contain these modules of the web app, named as in `screens.ts`, and what they import. */
export const chunksFor = (chunks: readonly Chunk[], modules: readonly string[]) =>
  new Set(
    modules.flatMap(module => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(resolve('web', module)))
      if (!chunk) throw new Error(`${module} is in no file of the web app`)
      return withImports(chunks, chunk)
    }),
  )

/** The modules that `load` imports, read from its source text. */
export function importedBy(load: () => Promise<unknown>): string[] {
  const found = [...String(load).matchAll(/\bimport\("(.+?)"\)/g)].flatMap(match => match[1] ?? [])
  if (found.length === 0) throw new Error(`no import is found in ${String(load)}`)
  return found
}

function withImports(chunks: readonly Chunk[], chunk: Chunk): Chunk[] {
  const imported = chunks.filter(({ fileName }) => chunk.imports.includes(fileName))
  return [chunk, ...imported.flatMap(each => withImports(chunks, each))]
}
