import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import esbuild from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { builtVersion, versionDefinition } from './built-version.ts'

const hasGit = spawnSync('git', ['--version']).status === 0

function folderWithPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'built-version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }')
  return folder
}

/** Makes the folder a repository with one commit of that day, and returns the short hash of the commit. */
function commitOn(day: string, folder: string) {
  const env = { PATH: process.env.PATH, GIT_COMMITTER_DATE: `${day}T12:00:00Z`, GIT_CONFIG_GLOBAL: '/dev/null' }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  const author = ['-c', 'user.name=Ali', '-c', 'user.email=ali@ornek.com.tr']
  git(...author, 'commit', '--quiet', '--allow-empty', '--message=Begin')
  return git('log', '-1', '--format=%h')
}

test.skipIf(!hasGit)(
  'a built version names day and hash of the commit, whatever an earlier build left in the shell',
  () => {
    const folder = folderWithPackage()
    const hash = commitOn('2026-03-05', folder)
    expect(builtVersion(folder, { BUILD_COMMIT: '2026-01-01.1a2b3c4' })).toBe(`1.2.3+2026-03-05.${hash}`)
  },
)

test.skipIf(!hasGit)(
  'without a history of its own it names what BUILD_COMMIT says, or only the version of the package',
  () => {
    const outer = folderWithPackage()
    commitOn('2026-03-05', outer)
    const folder = join(outer, 'unpacked')
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.4" }')
    expect(builtVersion(folder, { BUILD_COMMIT: '' })).toBe('1.2.4')
    expect(builtVersion(folder, { BUILD_COMMIT: '2026-03-05.1a2b3c4' })).toBe('1.2.4+2026-03-05.1a2b3c4')
  },
)

test.skipIf(!hasGit)('a built program keeps its version whatever is on disk later', async () => {
  const folder = folderWithPackage()
  const hash = commitOn('2026-03-05', folder)
  const program = join(folder, 'dist/server/version.mjs')
  await esbuild.build({
    entryPoints: [join(import.meta.dirname, '../server/http/program-version.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: versionDefinition(folder),
  })
  const { programVersion } = await import(pathToFileURL(program).href)
  writeFileSync(join(folder, 'package.json'), '{ "version": "2.0.0" }')
  expect(programVersion()).toBe(`1.2.3+2026-03-05.${hash}`)
})
