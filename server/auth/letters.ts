import { z } from 'zod'
import { LINK_LASTS } from '#contract/auth.ts'
import { accountKey, deliverable } from '#contract/turkish.ts'
import type { Tx } from '../db/tables.ts'
import { type LetterContext, letterKind } from '../mail/letters.ts'
import { isEmailVerified, mailAddress } from './accounts.ts'
import { isUndone, newLink } from './links.ts'
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

const Undo = z.object({
  account_id: z.uuid(),
  email: z.string(),
  until: z.iso.datetime(),
  /** When a change of this account's address was last undone before this one was made. */
  undone_at: z.nullish(z.iso.datetime()),
})

/** Tells the address that an account had so far that it has another one now, and lets it undo that. */
export const emailChangedLetter = letterKind(
  'email changed',
  z.object({
    name: z.string(),
    username: z.string(),
    told: z.string(),
    email: z.string(),
    stays: z.boolean(),
    /** To which address the account can return, and until when; not where the address was never confirmed. */
    undo: z.optional(Undo),
  }),
  async ({ name, username, told, email, stays, undo }, desk) => {
    if (undo && (await isUndone(desk.db, undo))) return undefined
    const token = undo && (await undoToken(desk, undo))
    return {
      to: { name, address: told },
      subject: 'Hesabınızın e-posta adresi değiştirildi',
      paragraphs: [
        `${desk.companyName} sipariş portalında "${username}" kullanıcı adlı hesabınızın e-posta adresi ${email} olarak değiştirildi.`,
        ...(stays ? ['Yeni adres onaylanana kadar mesajlarınız bu adrese gelmeye devam eder.'] : []),
        ...(token
          ? [
              'Bu değişikliği siz yapmadıysanız veya istemediyseniz aşağıdaki linkle geri alın. Hesabınız bu adrese döner, açık bütün oturumlar kapanır ve yeni bir şifre belirlersiniz.',
            ]
          : []),
      ],
      button: token
        ? { label: 'Bu ben değildim', path: `/undo-email?token=${token}` }
        : { label: 'Giriş yap', path: '/login' },
      footnotes: token
        ? [
            'Bu link değişiklikten sonra 7 gün geçerlidir, yeni adres onaylanmış olsa da.',
            'Değişikliği siz yaptıysanız bir şey yapmanıza gerek yoktur.',
          ]
        : ['Bu değişiklikten haberiniz yoksa lütfen şifrenizi değiştirin ve bize ulaşın.'],
    }
  },
)

async function undoToken({ db, now }: LetterContext, { account_id, email, until }: z.output<typeof Undo>) {
  const lasts = Date.parse(until) - now.getTime()
  return lasts > 0 ? newLink(db, { account_id, email, purpose: 'undo', lasts }, now) : undefined
}

/** Tells the owner of an account that has returned to its address, and sends a link to set a new password. */
export const emailRestoredLetter = letterKind(
  'email restored',
  z.object({ account_id: z.uuid() }),
  async ({ account_id }, desk) => {
    const account = await accountOf(desk.db, account_id)
    const address = account && mailAddress(account)
    if (!address) return undefined
    return {
      to: { name: account.name, address },
      subject: 'E-posta değişikliği geri alındı, yeni şifrenizi belirleyin',
      paragraphs: [
        `${desk.companyName} sipariş portalındaki "${account.username}" kullanıcı adlı hesabınızın e-posta adresi yeniden bu adres oldu. Açık bütün oturumlar kapatıldı ve eski şifre geçersiz kılındı.`,
        'Giriş yapabilmek için yeni bir şifre belirleyin.',
      ],
      button: await passwordButton(desk, { id: account.id, address, lasts: LINK_LASTS.reset }),
      footnotes: [
        'Bu link 1 saat geçerlidir ve bir kez kullanılabilir. Süresi dolarsa giriş sayfasındaki "Şifremi unuttum" ile yeni bir link isteyebilirsiniz.',
      ],
    }
  },
)

/** Tells an address that was confirmed that its account has returned to the one before. */
export const emailTakenBackLetter = letterKind(
  'email taken back',
  z.object({ name: z.string(), username: z.string(), told: z.string() }),
  async ({ name, username, told }, { companyName }) => ({
    to: { name, address: told },
    subject: 'Hesabınızın e-posta adresi geri alındı',
    paragraphs: [
      `${companyName} sipariş portalında "${username}" kullanıcı adlı hesabın e-posta adresi, önceki adrese gönderilen linkle geri alındı. Bu adrese artık mesaj gönderilmeyecek.`,
    ],
    footnotes: ['Bu hesap size aitse ve geri alma isteğiniz dışında yapıldıysa lütfen bize ulaşın.'],
  }),
)

async function passwordButton(
  { db, now }: LetterContext,
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
