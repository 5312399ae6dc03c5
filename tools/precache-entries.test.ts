import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { precacheEntries } from './precache-entries.ts'

test('what is precached for good is checked, so that no other page is stored in its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-precache-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  for (const file of ['index.html', 'assets/base-1.js', 'assets/decoding-1.js'])
    await writeFile(join(folder, file), file)
  const hash = createHash('sha256').update('assets/base-1.js').digest('base64')
  expect(await precacheEntries(folder)).toEqual([
    { url: '/assets/base-1.js', revision: null, integrity: `sha256-${hash}` },
    { url: '/index.html', revision: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ])
})
