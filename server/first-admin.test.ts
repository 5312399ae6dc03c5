import { expect, test } from 'vitest'
import { firstAdmin } from './first-admin.ts'
import { readSettings } from './settings.ts'
import { makeWorld } from './testing/world.ts'

test('an ADMIN_PASSWORD that is too short stops the first start only, which names the required length', async () => {
  const world = await makeWorld()
  const settings = readSettings({ ADMIN_USERNAME: 'yonetim', ADMIN_PASSWORD: 'kısa' })
  await expect(firstAdmin(world.db, settings)).rejects.toThrow('ADMIN_PASSWORD must have at least 10 characters')
  await world.admin()
  expect(await firstAdmin(world.db, settings)).toBeUndefined()
})
