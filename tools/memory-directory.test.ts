import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { memoryDirectory } from './memory-directory.ts'

test('no directory is returned if there is no file system in memory, or if it is mounted with noexec', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-mounts-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const mounts = join(directory, 'mounts')
  expect(memoryDirectory(mounts)).toBeUndefined()
  for (const mount of ['tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0', 'tmpfs /run tmpfs rw 0 0']) {
    await writeFile(mounts, `/dev/vda / ext4 rw 0 0\n${mount}\n`)
    expect(memoryDirectory(mounts)).toBeUndefined()
  }
})
