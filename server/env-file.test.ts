import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { examine } from './doctor/doctor.ts'
import { readEnvFile } from './env-file.ts'

test('a file of settings may be absent, but not unreadable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-env-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  readEnvFile(join(folder, 'none'))
  await writeFile(join(folder, '.env'), 'TOPTAN_ENV_FILE_TEST=1\n')
  onTestFinished(() => void delete process.env.TOPTAN_ENV_FILE_TEST)
  readEnvFile(join(folder, '.env'))
  expect(process.env.TOPTAN_ENV_FILE_TEST).toBe('1')
  // A container's engine makes a folder of a file that it mounts and that does not exist.
  expect(() => readEnvFile(folder)).toThrow(`${folder} cannot be read`)
  const found = await examine({ environment: {}, clock: () => new Date(), envFile: folder })
  expect(found).toContainEqual({ level: 'FAIL', sentence: expect.stringContaining(`${folder} cannot be read`) })
})
