import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** Files of a build whose names contain a hash of their content; the other files refer to them by these names. */
const HASHED = /^(web\/assets\/|server\/chunk-)/
const ASSET = /^web\/assets\//

/** The files that refer to all other files of the web app. */
const SERVICE_WORKER = /^web\/sw\.js/

/** The file in which a build lists its own assets, apart from those that it retains of the previous one. */
const OWN_ASSETS = 'assets.json'

/**
 * Replaces the previous build by a complete new one, file by file: a portal that serves the previous one finds each
 * file at any moment, in its old or its new version. The assets of the previous build are retained until the next one,
 * since pages that were loaded before still fetch them. `build` is a folder on the same file system, and is removed.
 */
export async function publish(build: string, target: string) {
  const files = await filesIn(build)
  const previous = await ownAssets(target)
  const named = files.filter(file => !HASHED.test(file) && !SERVICE_WORKER.test(file))
  // Each file is moved after the files that it refers to.
  const ordered = [
    ...files.filter(file => HASHED.test(file)),
    ...named,
    ...files.filter(file => SERVICE_WORKER.test(file)),
  ]
  for (const file of ordered) {
    await mkdir(dirname(join(target, file)), { recursive: true })
    await rename(join(build, file), join(target, file))
  }
  await writeFile(join(target, OWN_ASSETS), JSON.stringify(files.filter(file => ASSET.test(file))))
  await rm(build, { recursive: true })
  const retained = new Set([OWN_ASSETS, ...files, ...previous])
  for (const file of await filesIn(target)) if (!retained.has(file)) await rm(join(target, file))
}

/** The paths of all files in a folder and its subfolders, with slashes. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
}

/** The assets of the published build itself: those in its list, or all if it was made by a version without lists. */
async function ownAssets(target: string): Promise<unknown[]> {
  const list = await readFile(join(target, OWN_ASSETS), 'utf8').catch(() => undefined)
  if (list !== undefined) return JSON.parse(list)
  const files = await filesIn(target).catch(() => [])
  return files.filter(file => ASSET.test(file))
}
