import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import esbuild from 'esbuild'

/** The compressed text of `start.js`, which runs in every browser. Syntax newer than ES5 is an error. */
export async function startScript(): Promise<string> {
  const { code } = await esbuild.transform(
    await readFile(join(import.meta.dirname, '../web/public/start.js'), 'utf8'),
    {
      minify: true,
      target: 'es5',
      charset: 'utf8',
    },
  )
  return code
}
