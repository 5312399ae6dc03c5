import { expect, onTestFinished, test } from 'vitest'
import type { LiveTopic } from '#contract/notifications.ts'
import { announce } from '../db/listen.ts'
import { makeWorld } from '../testing/world.ts'
import { startLive } from './live.ts'

test('what a process of a later version announces does not end one that does not know it', async () => {
  const world = await makeWorld()
  const { actor } = await world.admin()
  const live = startLive(world.database)
  onTestFinished(() => live.close())
  const heard: LiveTopic[] = []
  await live.subscribe(actor, topic => heard.push(topic))
  const announcements = ['of-a-later-version', 'orders'].map(topic => JSON.stringify({ topic, roles: ['admin'] }))
  await announce(world.db, 'toptan_live', announcements)
  await expect.poll(() => heard).toEqual(['orders'])
})
