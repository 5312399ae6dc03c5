import { z } from 'zod'
import { LINK_LIFETIME, lifetimeText } from '#contract/auth.ts'
import { accountKey, deliverable } from '#contract/turkish.ts'
import type { Tx } from '../db/transaction.ts'
import { type LetterContext, letterKind } from '../mail/letter-kind.ts'
import { isEmailConfirmed, mailAddress } from './accounts.ts'
import { createLink, isUndone } from './links.ts'
import { mayMailAddress } from './request-limits.ts'

/** Requests the confirmation of the address of an account, given by its id or by the address itself. */
export const confirmationLetter = letterKind(
  'confirmation',
  z.union([z.object({ account_id: z.uuid() }), z.object({ email: z.string() })]),
  async (facts, context) => {
    const account = await ('email' in facts
      ? ownerOf(context.db, facts.email)
      : accountOf(context.db, facts.account_id))
    if (!account?.email || !account.email_key || isEmailConfirmed(account)) return undefined
    const { id, email, email_key } = account
    // The recipient may not have requested it.
    if (!(await mayMailAddress(context.db, { mailId: context.mailId, email_key }, context.now))) return undefined
    const link = { account_id: id, email, purpose: 'confirmation', lasts: LINK_LIFETIME.confirmation } as const
    const token = await createLink(context.db, link, context.now)
    const isNew = account.confirmed_email === null
    return {
      // No unverified input of the sender, such as a name, goes to an address that may be a stranger's.
      to: { name: '', address: deliverable(email) },
      subject: 'E-posta adresinizi onaylayın',
      paragraphs: [
        isNew
          ? `${context.companyName} sipariş portalında bu adresle bir hesap açıldı. Giriş yapabilmek için e-posta adresinizi onaylayın.`
          : `${context.companyName} sipariş portalındaki bir hesabın e-posta adresi bu adres olarak değiştirildi. Kullanmaya başlamak için adresinizi onaylayın.`,
      ],
      button: { label: 'E-posta adresimi onayla', path: `/verify-email#token=${token}` },
      footnotes: [
        `Bu link ${lifetimeText(LINK_LIFETIME.confirmation)} geçerlidir.`,
        isNew
          ? 'Bu hesabı siz açmadıysanız bu mesajı dikkate almayın.'
          : 'Bu hesap size ait değilse bu mesajı dikkate almayın.',
      ],
    }
  },
)

const NEW_ACCOUNT = 'sipariş portalında bu adresle açılan hesap'

/** Sends a reset link to the last confirmed address of the account that this address belongs to. */
export const recoveryLetter = letterKind('recovery', z.object({ email: z.string() }), async ({ email }, context) => {
  const account = await ownerOf(context.db, email)
  const address = account && mailAddress(account)
  if (!address) return undefined
  const mail = { mailId: context.mailId, email_key: accountKey(address) }
  if (!(await mayMailAddress(context.db, mail, context.now))) return undefined
  // Name and username are unverified input of the user who registered, if the address was never confirmed.
  const isOwned = account.confirmed_email !== null
  const which = isOwned ? `sipariş portalındaki "${account.username}" kullanıcı adlı hesabınız` : NEW_ACCOUNT
  return {
    to: { name: isOwned ? account.name : '', address },
    subject: 'Yeni şifre belirleyin',
    paragraphs: [`${context.companyName} ${which} için yeni bir şifre istendi.`],
    button: await passwordButton(context, { id: account.id, address, lasts: LINK_LIFETIME.reset }),
    footnotes: [
      `Bu link ${lifetimeText(LINK_LIFETIME.reset)} geçerlidir ve bir kez kullanılabilir.`,
      'Yeni şifre istemediyseniz bu mesajı dikkate almayın; şifreniz değişmez.',
    ],
  }
})

/** Welcomes a customer whose account was created by the wholesaler, with a link to set the password. */
export const welcomeLetter = letterKind(
  'welcome',
  z.object({ account_id: z.uuid() }),
  async ({ account_id }, context) => {
    const account = await accountOf(context.db, account_id)
    const address = account && mailAddress(account)
    if (!address) return undefined
    return {
      to: { name: account.name, address },
      subject: `${context.companyName} sipariş portalına hoş geldiniz`,
      paragraphs: [
        `${context.companyName} sipariş portalında sizin için bir hesap açıldı. Kataloğu fiyatlarıyla görebilir, sipariş verebilir ve siparişlerinizi izleyebilirsiniz.`,
        `Kullanıcı adınız: ${account.username}`,
      ],
      button: await passwordButton(context, { id: account.id, address, lasts: LINK_LIFETIME.welcome }),
      footnotes: [
        `Bu link ${lifetimeText(LINK_LIFETIME.welcome)} geçerlidir. Süresi dolarsa giriş sayfasından yeni bir link isteyebilirsiniz.`,
      ],
    }
  },
)

const Undo = z.object({
  account_id: z.uuid(),
  email: z.string(),
  until: z.iso.datetime(),
  /** When a change of this account's address was last undone before this change. */
  undone_at: z.nullish(z.iso.datetime()),
})

/**
 * Notifies an account's old, confirmed address of the change, with a link to undo it. Mails queued by earlier versions
 * may be to an address that was never confirmed; they have no `undo`.
 */
export const emailChangedLetter = letterKind(
  'email changed',
  z.object({
    name: z.string(),
    username: z.string(),
    /** The old address, which is notified. The name `told` is part of stored mails. */
    told: z.string(),
    email: z.string(),
    stays: z.boolean(),
    /** The restorable address and the deadline; absent if the old address was never confirmed. */
    undo: z.optional(Undo),
  }),
  async ({ name, username, told: oldAddress, email, stays, undo }, context) => {
    if (undo && (await isUndone(context.db, undo))) return undefined
    const token = undo && (await undoToken(context, undo))
    return {
      to: { name, address: oldAddress },
      subject: 'Hesabınızın e-posta adresi değiştirildi',
      paragraphs: [
        `${context.companyName} sipariş portalında "${username}" kullanıcı adlı hesabınızın e-posta adresi ${email} olarak değiştirildi.`,
        ...(stays ? ['Yeni adres onaylanana kadar mesajlarınız bu adrese gelmeye devam eder.'] : []),
        ...(token
          ? [
              'Bu değişikliği siz yapmadıysanız veya istemediyseniz aşağıdaki linkle geri alın. Hesabınız bu adrese döner, açık bütün oturumlar kapanır ve yeni bir şifre belirlersiniz.',
            ]
          : []),
      ],
      button: token
        ? { label: 'Bu ben değildim', path: `/undo-email#token=${token}` }
        : { label: 'Giriş yap', path: '/login' },
      footnotes: token
        ? [
            `Bu link değişiklikten sonra ${lifetimeText(LINK_LIFETIME.undo)} geçerlidir, yeni adres onaylanmış olsa da.`,
            'Değişikliği siz yaptıysanız bir şey yapmanıza gerek yoktur.',
          ]
        : ['Bu değişiklikten haberiniz yoksa lütfen şifrenizi değiştirin ve bize ulaşın.'],
    }
  },
)

async function undoToken({ db, now }: LetterContext, { account_id, email, until }: z.output<typeof Undo>) {
  const lasts = Date.parse(until) - now.getTime()
  return lasts > 0 ? createLink(db, { account_id, email, purpose: 'undo', lasts }, now) : undefined
}

/** Notifies a restored address that the change was undone, with a link to set a new password. */
export const emailRestoredLetter = letterKind(
  'email restored',
  z.object({ account_id: z.uuid() }),
  async ({ account_id }, context) => {
    const account = await accountOf(context.db, account_id)
    const address = account && mailAddress(account)
    if (!address) return undefined
    return {
      to: { name: account.name, address },
      subject: 'E-posta değişikliği geri alındı, yeni şifrenizi belirleyin',
      paragraphs: [
        `${context.companyName} sipariş portalındaki "${account.username}" kullanıcı adlı hesabınızın e-posta adresi yeniden bu adres oldu. Açık bütün oturumlar kapatıldı ve eski şifre geçersiz kılındı.`,
        'Giriş yapabilmek için yeni bir şifre belirleyin.',
      ],
      button: await passwordButton(context, { id: account.id, address, lasts: LINK_LIFETIME.reset }),
      footnotes: [
        `Bu link ${lifetimeText(LINK_LIFETIME.reset)} geçerlidir ve bir kez kullanılabilir. Süresi dolarsa giriş sayfasındaki "Şifremi unuttum" ile yeni bir link isteyebilirsiniz.`,
      ],
    }
  },
)

/** Notifies a confirmed new address that its account has returned to the previous one. */
export const emailRevertedLetter = letterKind(
  'email taken back',
  z.object({ name: z.string(), username: z.string(), told: z.string() }),
  async ({ name, username, told: oldAddress }, { companyName }) => ({
    to: { name, address: oldAddress },
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
  const token = await createLink(db, { account_id: id, email: address, purpose: 'reset', lasts }, now)
  return { label: 'Şifremi belirle', path: `/reset-password#token=${token}` }
}

/** The accounts, locked so that their addresses stay as they are until the link to them is stored. */
function accounts(db: Tx) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'username', 'email', 'email_key', 'confirmed_email', 'confirmed_email_key'])
    .forShare()
}

const accountOf = (db: Tx, id: string) => accounts(db).where('id', '=', id).executeTakeFirst()

/** The account that this address belongs to: the one that confirmed it, else the one that claims it. */
async function ownerOf(db: Tx, email: string) {
  const key = accountKey(email)
  const confirmed = await accounts(db).where('confirmed_email_key', '=', key).executeTakeFirst()
  return confirmed ?? accounts(db).where('email_key', '=', key).executeTakeFirst()
}
