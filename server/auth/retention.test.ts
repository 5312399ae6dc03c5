import { expect, test } from 'vitest'
import { deleteOldMails } from '../mail/outbox.ts'
import { tokenIn } from '../testing/link-token.ts'
import { makeWorld } from '../testing/world.ts'
import { deleteOldLinks } from './links.ts'
import { deleteOldRequests } from './request-limits.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const NEW = {
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'siparis@lezzet.com.tr',
  phone: '0212 000 00 00',
  address: 'Kadıköy',
  password: 'gizli-1',
}

test('valid links and recently expired ones are not deleted', async () => {
  const world = await makeWorld()
  await world.post('/auth/register', undefined, NEW)
  const [mail] = await world.mails()
  const verify = async () => {
    const token = tokenIn(mail?.link)
    return (await world.post(`/auth/verify-email?token=${token}`)).json().detail
  }
  world.pass(90 * DAY)
  await deleteOldLinks(world.db, world.now())
  expect(await verify()).toContain('suresi dolmus')
  world.pass(2 * DAY)
  await deleteOldLinks(world.db, world.now())
  expect(await verify()).toBe('Gecersiz onay linki.')
})

test('queued mails are never deleted, sent ones after thirty days', async () => {
  const world = await makeWorld()
  await world.post('/auth/register', undefined, NEW)
  await world.mails()
  await world.post('/auth/forgot-password', undefined, { email: NEW.email })
  world.pass(31 * DAY)
  await deleteOldMails(world.db, world.now())
  expect(await world.db.selectFrom('mails').select('kind').execute()).toEqual([{ kind: 'recovery' }])
})

test('requests of the last hour still count after the cleanup', async () => {
  const world = await makeWorld()
  await world.post('/auth/register', undefined, NEW)
  const forgot = () => world.post('/auth/forgot-password', undefined, { email: NEW.email })
  for (let i = 0; i < 3; i++) await forgot()
  expect(await world.mails()).toHaveLength(4)
  world.pass(HOUR / 2)
  await deleteOldRequests(world.db, world.now())
  for (let i = 0; i < 3; i++) await forgot()
  expect(await world.mails()).toHaveLength(1)
  for (let i = 0; i < 54; i++) await forgot()
  expect((await forgot()).status).toBe(429)
  world.pass(HOUR)
  await deleteOldRequests(world.db, world.now())
  expect(await world.db.selectFrom('counted_requests').select('id').execute()).toEqual([])
})

test('one network address may request sixty confirmation links per hour', async () => {
  const world = await makeWorld()
  const resend = (i: number) => world.post(`/auth/resend-verification?email=kimse${i}@ornek.com.tr`)
  for (let i = 0; i < 60; i++) expect((await resend(i)).status).toBe(200)
  expect((await resend(60)).status).toBe(429)
})
