import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version of a program that is built in this folder: `1.0.0+2026-11-30.1a2b3c4d`, with day and hash of the commit.
 * Where git or the history is missing, as in a container, BUILD_COMMIT can name them; otherwise they are left out.
 */
export function builtVersion(folder: string, environment = process.env): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const commit = commitOf(folder) || environment.BUILD_COMMIT
  return commit ? `${version}+${commit}` : String(version)
}

/** What esbuild replaces in the server, which has no other way to know its version once `dist/` has a newer one. */
export const versionDefinition = (folder: string) => ({
  'process.env.BUILT_VERSION': JSON.stringify(builtVersion(folder)),
})

function commitOf(folder: string) {
  try {
    // With `--git-dir`, as git would otherwise also find the repository of a folder above this one.
    const args = [`--git-dir=${join(folder, '.git')}`, 'log', '-1', '--format=%cs.%h']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}
