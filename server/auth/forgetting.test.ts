import { expect, test } from 'vitest'
import { deleteOldMails } from '../mail/outbox.ts'
import { makeWorld } from '../testing/world.ts'
import { forgetOldLinks } from './links.ts'
import { forgetOldRequests } from './requests.ts'

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

test('links that may still be followed, and those that expired lately, are not forgotten', async () => {
  const world = await makeWorld()
  await world.post('/auth/register', undefined, NEW)
  const [mail] = await world.mails()
  const verify = async () => {
    const token = new URL(mail?.link ?? '').searchParams.get('token')
    return (await world.post(`/auth/verify-email?token=${token}`)).json().detail
  }
  world.pass(90 * DAY)
  await forgetOldLinks(world.db, world.now())
  expect(await verify()).toContain('suresi dolmus')
  world.pass(2 * DAY)
  await forgetOldLinks(world.db, world.now())
  expect(await verify()).toBe('Gecersiz onay linki.')
})

test('mails that wait are never forgotten, sent ones after thirty days', async () => {
  const world = await makeWorld()
  await world.post('/auth/register', undefined, NEW)
  await world.mails()
  await world.post('/auth/forgot-password', undefined, { email: NEW.email })
  world.pass(31 * DAY)
  await deleteOldMails(world.db, world.now())
  expect(await world.db.selectFrom('mails').select('kind').execute()).toEqual([{ kind: 'recovery' }])
})

test('what counts within the hour counts after the sweep, too', async () => {
  const world = await makeWorld()
  await world.post('/auth/register', undefined, NEW)
  const forgot = () => world.post('/auth/forgot-password', undefined, { email: NEW.email })
  for (let i = 0; i < 3; i++) await forgot()
  expect(await world.mails()).toHaveLength(4)
  world.pass(HOUR / 2)
  await forgetOldRequests(world.db, world.now())
  for (let i = 0; i < 3; i++) await forgot()
  expect(await world.mails()).toHaveLength(1)
  for (let i = 0; i < 54; i++) await forgot()
  expect((await forgot()).status).toBe(429)
  world.pass(HOUR)
  await forgetOldRequests(world.db, world.now())
  expect(await world.db.selectFrom('counted_requests').select('id').execute()).toEqual([])
})

test('another confirmation link may be asked for sixty times an hour from one network', async () => {
  const world = await makeWorld()
  const resend = (i: number) => world.post(`/auth/resend-verification?email=kimse${i}@ornek.com.tr`)
  for (let i = 0; i < 60; i++) expect((await resend(i)).status).toBe(200)
  expect((await resend(60)).status).toBe(429)
})
