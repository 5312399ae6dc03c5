import { expect, test } from 'vitest'
import { inTransaction } from '../db/transaction.ts'
import { tokenIn } from '../testing/link-token.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { REGISTRATION } from '../testing/registration.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { setPassword } from './accounts.ts'
import { hashPassword } from './passwords.ts'

const DAY = 24 * 60 * 60 * 1000
const ATTACKERS_ADDRESS = 'saldirgan@ornek.com.tr'

const emailOf = ({ username }: TestUser) => `${username}@ornek.com.tr`

async function mailsByAddress(world: World) {
  return Object.fromEntries((await world.mails()).map(mail => [mail.to.address, mail]))
}

/** A customer's account moved to an attacker's address, with the mails sent to both addresses. */
async function withChangedAddress({
  to = ATTACKERS_ADDRESS,
  by = 'customer',
}: {
  to?: string
  by?: 'customer' | 'marketer' | 'admin'
} = {}) {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  await world.mails()
  const change = {
    customer: () => world.put('/auth/profile', customer, { email: to, current_password: customer.password }),
    marketer: () => world.put(`/marketer/customers/${customer.id}`, marketer, { email: to }),
    admin: () => world.put(`/admin/customers/${customer.id}`, admin, { email: to }),
  }
  expect((await change[by]()).status).toBe(200)
  const mails = await mailsByAddress(world)
  return {
    world,
    admin,
    customer,
    old: emailOf(customer),
    confirm: () => world.post(`/auth/verify-email?token=${tokenIn(mails[to]?.link)}`),
    undoToken: tokenIn(mails[emailOf(customer)]?.link),
    undoMail: mails[emailOf(customer)],
  }
}

const undo = (world: World, token: string) => world.post('/auth/undo-email-change', undefined, { token })
const addressOf = async (world: World, admin: TestUser, { id }: TestUser) => {
  const { email, email_verified } = (await world.get(`/admin/customers/${id}`, admin)).json()
  return { email, email_verified }
}
const logIn = (world: World, user: Pick<TestUser, 'username' | 'password'>) =>
  world.post('/auth/login', undefined, { username: user.username, password: user.password })

test('with a stolen session the address cannot be changed without the password, whose guessing is throttled', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.mails()
  const change = (fields: object) =>
    world.put('/auth/profile', customer, { email: ATTACKERS_ADDRESS, phone: '5', ...fields })
  const missing = await change({})
  expect([missing.status, missing.json().errors]).toEqual([
    400,
    [{ field: 'current_password', message: 'Mevcut şifre zorunludur' }],
  ])
  const wrong = await change({ current_password: 'yanlış' })
  expect([wrong.status, wrong.json()]).toMatchObject([
    400,
    { code: 'wrong_password', errors: [{ field: 'current_password' }] },
  ])
  for (let i = 1; i < 10; i++) expect((await change({ current_password: `yanlış-${i}` })).status).toBe(400)
  expect((await change({ current_password: customer.password })).status).toBe(429)
  expect((await world.get('/auth/profile', customer)).json()).toMatchObject({
    email: emailOf(customer),
    phone: '0212 000 00 00',
  })
  expect(await world.mails()).toEqual([])
  const same = { email: emailOf(customer).toUpperCase(), phone: '0532 000 00 00' }
  expect((await world.put('/auth/profile', customer, same)).status).toBe(200)
})

test.each(['change', 'reset', 'an admin'] as const)(
  'a new password (%s) reverts a pending change of address; its link is invalid, even if requested again',
  async how => {
    const { world, admin, customer, old, confirm } = await withChangedAddress()
    if (how === 'change') {
      const body = { current_password: customer.password, new_password: 'bambaşka-1' }
      expect((await world.post('/auth/change-password', customer, body)).json().message).toContain(
        'Onay bekleyen e-posta değişikliği iptal edildi.',
      )
    } else if (how === 'reset') {
      await world.post('/auth/forgot-password', undefined, { email: old })
      const token = tokenIn((await mailsByAddress(world))[old]?.link)
      const body = { token, new_password: 'bambaşka-1' }
      expect((await world.post('/auth/reset-password', undefined, body)).json().message).toContain(
        'Onay bekleyen e-posta değişikliği iptal edildi.',
      )
    } else {
      const body = { password: 'bambaşka-1' }
      expect((await world.put(`/admin/customers/${customer.id}`, admin, body)).status).toBe(200)
    }
    expect(await addressOf(world, admin, customer)).toEqual({ email: old, email_verified: true })
    expect((await confirm()).status).toBe(400)
    const again = { email: ATTACKERS_ADDRESS, current_password: 'bambaşka-1' }
    const { token } = (await logIn(world, { ...customer, password: 'bambaşka-1' })).json()
    expect((await world.put('/auth/profile', { ...customer, token }, again)).status).toBe(200)
    expect((await confirm()).status).toBe(400)
    const trail = (await world.get(`/admin/audit?entity=customer&entity_id=${customer.id}`, admin))
      .json()
      .find((entry: { before?: { email?: string } }) => entry.before?.email === ATTACKERS_ADDRESS)
    expect(trail).toMatchObject({ action: 'updated', after: { email: old } })
  },
)

test('a confirmation mail that is written while a new password reverts the address is not sent', async () => {
  const { world, customer } = await withChangedAddress()
  await world.post('/auth/resend-verification', undefined, { email: ATTACKERS_ADDRESS })
  const { written } = await inTransaction(world.db, async tx => {
    await setPassword(tx, customer.id, await hashPassword('bambaşka-1'))
    const mails = world.mails()
    await untilConnectionsWaitForLock(world, 1)
    return { written: mails }
  })
  expect(await written).toEqual([])
})

test('an admin who sets an address and a password together reverts an earlier change, not this one', async () => {
  const { world, admin, customer } = await withChangedAddress()
  const body = { email: 'yeni@ornek.com.tr', password: 'bambaşka-1' }
  expect((await world.put(`/admin/customers/${customer.id}`, admin, body)).status).toBe(200)
  expect(await addressOf(world, admin, customer)).toEqual({ email: 'yeni@ornek.com.tr', email_verified: false })
})

test.each(['with the old password', 'to the address that waited'])(
  'a change of address %s during which the password changes is refused',
  async how => {
    const { world, customer } = await withChangedAddress()
    const body = { current_password: customer.password, new_password: 'bambaşka-1' }
    const change =
      how === 'with the old password'
        ? { email: 'ikinci@ornek.com.tr', current_password: customer.password }
        : { email: ATTACKERS_ADDRESS }
    const [password, email] = await inTransaction(world.db, async tx => {
      const account = tx.selectFrom('accounts').select('id').where('id', '=', customer.id)
      await account.forUpdate().execute()
      const waiting = world.post('/auth/change-password', customer, body)
      await untilConnectionsWaitForLock(world, 1)
      const late = world.put('/auth/profile', customer, change)
      await untilConnectionsWaitForLock(world, 2)
      return [waiting, late] as const
    })
    expect([(await password).status, (await email).json().code]).toEqual([200, 'wrong_password'])
  },
)

test.each(['customer', 'marketer', 'admin'] as const)(
  'the link in the mail to the old address undoes a change by %s, even a confirmed one, and voids sessions and password',
  async by => {
    const { world, admin, customer, old, confirm, undoToken, undoMail } = await withChangedAddress({ by })
    expect(undoMail?.text).toContain('Bu ben değildim')
    expect(undoMail?.link).toContain('/undo-email#token=')
    expect((await confirm()).status).toBe(200)
    await world.post('/auth/forgot-password', undefined, { email: ATTACKERS_ADDRESS })
    const theirReset = tokenIn((await mailsByAddress(world))[ATTACKERS_ADDRESS]?.link)

    const undone = await undo(world, undoToken)
    expect([undone.status, undone.json().message]).toEqual([
      200,
      `Hesabın e-posta adresi yeniden ${old} oldu; yeni şifre belirleme linki bu adrese gönderildi`,
    ])
    expect(await addressOf(world, admin, customer)).toEqual({ email: old, email_verified: true })
    expect((await world.get('/orders', customer)).status).toBe(401)
    expect((await logIn(world, customer)).status).toBe(401)
    const reset = { token: theirReset, new_password: 'saldırgan-1' }
    expect((await world.post('/auth/reset-password', undefined, reset)).status).toBe(400)

    const mails = await mailsByAddress(world)
    expect(Object.keys(mails).sort()).toEqual([old, ATTACKERS_ADDRESS].sort())
    expect([mails[ATTACKERS_ADDRESS]?.subject, mails[ATTACKERS_ADDRESS]?.link]).toEqual([
      'Hesabınızın e-posta adresi geri alındı',
      undefined,
    ])
    const body = { token: tokenIn(mails[old]?.link), new_password: 'bambaşka-1' }
    expect((await world.post('/auth/reset-password', undefined, body)).status).toBe(200)
    expect((await logIn(world, { ...customer, password: 'bambaşka-1' })).status).toBe(200)
  },
)

test('an unconfirmed change can also be undone; undoing it twice is the same as once', async () => {
  const { world, admin, customer, old, confirm, undoToken } = await withChangedAddress()
  const twice = await Promise.all([undo(world, undoToken), undo(world, undoToken)])
  expect(twice.map(response => response.status)).toEqual([200, 200])
  expect((await confirm()).status).toBe(400)
  expect(Object.keys(await mailsByAddress(world))).toEqual([old])
  expect(await world.mails()).toEqual([])
  expect(await addressOf(world, admin, customer)).toEqual({ email: old, email_verified: true })
})

test('the link is valid for seven days from the change; an expired or unknown one is refused', async () => {
  const { world, admin, customer, confirm, undoToken } = await withChangedAddress()
  await confirm()
  world.pass(7 * DAY)
  const { token } = (await world.post('/admin/login', undefined, admin)).json()
  for (const link of [undoToken, 'uydurma']) {
    const late = await undo(world, link)
    expect([late.status, late.json().code]).toEqual([400, 'undo_link_invalid'])
  }
  expect(await addressOf(world, { ...admin, token }, customer)).toEqual({
    email: ATTACKERS_ADDRESS,
    email_verified: true,
  })
})

test('of two changes the link of the first undoes both; that of the second never restores the attacker’s address', async () => {
  const { world, admin, customer, old, confirm, undoToken } = await withChangedAddress()
  await confirm()
  const next = { email: 'ikinci@ornek.com.tr', current_password: customer.password }
  expect((await world.put('/auth/profile', customer, next)).status).toBe(200)
  const second = await mailsByAddress(world)
  await world.post(`/auth/verify-email?token=${tokenIn(second['ikinci@ornek.com.tr']?.link)}`)
  world.pass(1000)
  expect((await undo(world, undoToken)).status).toBe(200)
  expect((await undo(world, tokenIn(second[ATTACKERS_ADDRESS]?.link))).json().code).toBe('undo_link_invalid')
  expect(await addressOf(world, admin, customer)).toEqual({ email: old, email_verified: true })
})

test('a delayed mail contains no link that restores the attacker’s address once everything was undone', async () => {
  const { world, admin, customer, old, confirm, undoToken } = await withChangedAddress()
  await confirm()
  const move = (user: TestUser, email: string) =>
    world.put('/auth/profile', user, { email, current_password: user.password })
  expect((await move(customer, 'ikinci@ornek.com.tr')).status).toBe(200)
  expect((await undo(world, undoToken)).status).toBe(200)
  const late = await world.mails()
  expect(late.filter(({ to, link }) => to.address === ATTACKERS_ADDRESS && link)).toEqual([])

  // A later change by the owner gets an undo link again.
  const reset = tokenIn(late.find(({ to }) => to.address === old)?.link)
  await world.post('/auth/reset-password', undefined, { token: reset, new_password: 'bambaşka-1' })
  const owner = { ...customer, password: 'bambaşka-1' }
  const { token } = (await logIn(world, owner)).json()
  expect((await move({ ...owner, token }, 'yeni@ornek.com.tr')).status).toBe(200)
  const again = await mailsByAddress(world)
  expect((await undo(world, tokenIn(again[old]?.link))).status).toBe(200)
  expect(await addressOf(world, admin, customer)).toEqual({ email: old, email_verified: true })
})

test('while a change can be undone, no other account can take the old address', async () => {
  const { world, admin, customer, old, confirm, undoToken } = await withChangedAddress()
  await confirm()
  const other = await world.customer()
  const move = () => world.put('/auth/profile', other, { email: old, current_password: other.password })
  expect([(await move()).status, (await move()).json().code]).toEqual([409, 'email_taken'])
  const registration = { ...REGISTRATION, email: old }
  expect((await world.post('/auth/register', undefined, registration)).json().code).toBe('email_taken')
  expect((await undo(world, undoToken)).status).toBe(200)
  expect(await addressOf(world, admin, customer)).toEqual({ email: old, email_verified: true })
})
