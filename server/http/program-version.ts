import { readFile } from 'node:fs/promises'

/** The version in the program's `package.json`. */
export async function programVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
