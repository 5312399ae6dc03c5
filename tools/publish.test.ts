import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publish } from './publish.ts'

async function target() {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-publish-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = async (at: string, files: readonly string[], content: string) => {
    for (const file of files) {
      await mkdir(dirname(join(at, file)), { recursive: true })
      await writeFile(join(at, file), content)
    }
  }
  return {
    write: (files: readonly string[], content: string) => write(folder, files, content),
    publish: async (files: readonly string[], content: string) => {
      await write(join(folder, 'next'), files, content)
      await publish(join(folder, 'next'), folder)
    },
    read: (file: string) => readFile(join(folder, file), 'utf8'),
    files: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
      const contents = await Promise.all(
        paths.map(async path => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
      )
      return Object.fromEntries(contents.filter(([path]) => path !== 'assets.json'))
    },
  }
}

const COMMON = ['server/main.js', 'web/index.html', 'web/sw.js', 'web/assets/font-1.woff2']

test('a build replaces the previous one, whose assets are retained until the next build', async () => {
  const dist = await target()
  // Made by an earlier version, without a list of its assets.
  await dist.write([...COMMON, 'server/chunk-1.js', 'web/assets/app-1.js'], 'first')
  await dist.publish([...COMMON, 'server/chunk-2.js', 'web/assets/app-2.js'], 'second')
  expect(await dist.files()).toEqual({
    ...Object.fromEntries(COMMON.map(file => [file, 'second'])),
    'server/chunk-2.js': 'second',
    'web/assets/app-1.js': 'first',
    'web/assets/app-2.js': 'second',
  })
  await dist.publish([...COMMON, 'web/assets/app-3.js'], 'third')
  expect(await dist.files()).toEqual({
    ...Object.fromEntries(COMMON.map(file => [file, 'third'])),
    'web/assets/app-2.js': 'second',
    'web/assets/app-3.js': 'third',
  })
})

test('the first build needs no previous one', async () => {
  const dist = await target()
  await dist.publish(COMMON, 'first')
  expect(await dist.files()).toEqual(Object.fromEntries(COMMON.map(file => [file, 'first'])))
})

test('while a build is published, the page and the assets that it names can be read at any moment', async () => {
  const dist = await target()
  const build = async (n: number) => {
    await dist.publish(['web/index.html', `web/assets/app-${n}.js`], `web/assets/app-${n}.js`)
  }
  await build(0)
  for (let n = 1; n < 30; n++) {
    let isOver = false
    const building = build(n).finally(() => (isOver = true))
    while (!isOver) expect(await dist.read(await dist.read('web/index.html'))).toBeTruthy()
    await building
  }
})
