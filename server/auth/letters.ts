import { z } from 'zod'
import { LINK_LASTS } from '#contract/auth.ts'
import { accountKey, deliverable } from '#contract/turkish.ts'
import type { Tx } from '../db/tables.ts'
import { type Desk, letterKind } from '../mail/letters.ts'
import { isEmailVerified, mailAddress } from './accounts.ts'
import { newLink } from './links.ts'
import { mayBeMailed } from './requests.ts'

/** Asks the owner of an address to confirm it: of an account, or whoever waits for it. */
export const confirmationLetter = letterKind(
  'confirmation',
  z.union([z.object({ account_id: z.uuid() }), z.object({ email: z.string() })]),
  async (facts, desk) => {
    const account = await ('email' in facts ? ownerOf(desk.db, facts.email) : accountOf(desk.db, facts.account_id))
    if (!account?.email || !account.email_key || isEmailVerified(account)) return undefined
    const { id, email, email_key } = account
    // Whoever asked for it, its reader may never have heard of us.
    if (!(await mayBeMailed(desk.db, { mailId: desk.mailId, email_key }, desk.now))) return undefined
    const link = { account_id: id, email, purpose: 'confirmation', lasts: LINK_LASTS.confirmation } as const
    const token = await newLink(desk.db, link, desk.now)
    const isNew = account.confirmed_email === null
    return {
      // None of what somebody unknown typed is passed on to somebody who did not ask for it.
      to: { name: '', address: deliverable(email) },
      subject: 'E-posta adresinizi onaylayın',
      paragraphs: [
        isNew
          ? `${desk.companyName} sipariş portalında bu adresle bir hesap açıldı. Giriş yapabilmek için e-posta adresinizi onaylayın.`
          : `${desk.companyName} sipariş portalındaki bir hesabın e-posta adresi bu adres olarak değiştirildi. Kullanmaya başlamak için adresinizi onaylayın.`,
      ],
      button: { label: 'E-posta adresimi onayla', path: `/verify-email?token=${token}` },
      footnotes: [
        'Bu link 24 saat geçerlidir.',
        isNew
          ? 'Bu hesabı siz açmadıysanız bu mesajı dikkate almayın.'
          : 'Bu hesap size ait değilse bu mesajı dikkate almayın.',
      ],
    }
  },
)

/** Sends the owner of an address a link to set a new password. It goes to the address that was confirmed last. */
export const recoveryLetter = letterKind('recovery', z.object({ email: z.string() }), async ({ email }, desk) => {
  const account = await ownerOf(desk.db, email)
  const address = account && mailAddress(account)
  if (!address) return undefined
  const mail = { mailId: desk.mailId, email_key: accountKey(address) }
  if (!(await mayBeMailed(desk.db, mail, desk.now))) return undefined
  return {
    to: { name: account.name, address },
    subject: 'Yeni şifre belirleyin',
    paragraphs: [
      `${desk.companyName} sipariş portalındaki "${account.username}" kullanıcı adlı hesabınız için yeni bir şifre istendi.`,
    ],
    button: await passwordButton(desk, { id: account.id, address, lasts: LINK_LASTS.reset }),
    footnotes: [
      'Bu link 1 saat geçerlidir ve bir kez kullanılabilir.',
      'Yeni şifre istemediyseniz bu mesajı dikkate almayın; şifreniz değişmez.',
    ],
  }
})

/** Greets a customer whose account was opened by the wholesaler. */
export const welcomeLetter = letterKind('welcome', z.object({ account_id: z.uuid() }), async ({ account_id }, desk) => {
  const account = await accountOf(desk.db, account_id)
  const address = account && mailAddress(account)
  if (!address) return undefined
  return {
    to: { name: account.name, address },
    subject: `${desk.companyName} sipariş portalına hoş geldiniz`,
    paragraphs: [
      `${desk.companyName} sipariş portalında sizin için bir hesap açıldı. Kataloğu fiyatlarıyla görebilir, sipariş verebilir ve siparişlerinizi izleyebilirsiniz.`,
      `Kullanıcı adınız: ${account.username}`,
    ],
    button: await passwordButton(desk, { id: account.id, address, lasts: LINK_LASTS.welcome }),
    footnotes: ['Bu link 7 gün geçerlidir. Süresi dolarsa giriş sayfasından yeni bir link isteyebilirsiniz.'],
  }
})

/** Tells the address that an account had so far that it has another one now. */
export const emailChangedLetter = letterKind(
  'email changed',
  z.object({ name: z.string(), username: z.string(), told: z.string(), email: z.string(), stays: z.boolean() }),
  async ({ name, username, told, email, stays }, { companyName }) => ({
    to: { name, address: told },
    subject: 'Hesabınızın e-posta adresi değiştirildi',
    paragraphs: [
      `${companyName} sipariş portalında "${username}" kullanıcı adlı hesabınızın e-posta adresi ${email} olarak değiştirildi.`,
      ...(stays ? ['Yeni adres onaylanana kadar mesajlarınız bu adrese gelmeye devam eder.'] : []),
    ],
    button: { label: 'Giriş yap', path: '/login' },
    footnotes: ['Bu değişiklikten haberiniz yoksa lütfen şifrenizi değiştirin ve bize ulaşın.'],
  }),
)

async function passwordButton(
  { db, now }: Desk,
  { id, address, lasts }: { id: string; address: string; lasts: number },
) {
  const token = await newLink(db, { account_id: id, email: address, purpose: 'reset', lasts }, now)
  return { label: 'Şifremi belirle', path: `/reset-password?token=${token}` }
}

function accounts(db: Tx) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'username', 'email', 'email_key', 'confirmed_email', 'confirmed_email_key'])
}

const accountOf = (db: Tx, id: string) => accounts(db).where('id', '=', id).executeTakeFirst()

/** Whose address this is: who has confirmed it, else who says so. */
async function ownerOf(db: Tx, email: string) {
  const key = accountKey(email)
  const confirmed = await accounts(db).where('confirmed_email_key', '=', key).executeTakeFirst()
  return confirmed ?? accounts(db).where('email_key', '=', key).executeTakeFirst()
}
