import { readFileSync } from 'node:fs'

/**
 * The version of this program, such as `1.0.0+2026-11-30.1a2b3c4d`: that of `package.json` and, if the program was
 * built in a git checkout, day and hash of its commit. The build replaces the variable by it (`tools/built-version.ts`).
 */
export const programVersion = (): string => process.env.BUILT_VERSION ?? versionOfSource()

function versionOfSource() {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
