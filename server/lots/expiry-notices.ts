import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { URGENT_DAYS } from '#contract/lots.ts'
import { formatMoney, formatNumber, type Kurus } from '#contract/money.ts'
import { daysLater, istanbulClock, istanbulDay } from '#contract/turkish.ts'
import { repeatedly } from '../db/repeatedly.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import { notify } from '../notifications/notifications.ts'
import { EXPIRY } from './lists.ts'

// In the morning admins are notified of lots on hand that expire within a week or have expired.

/**
 * The hours in Istanbul between which the notification of a day is made, so that a restart in the morning does not skip
 * it.
 */
const [FROM, UNTIL] = ['06:00', '12:00']
/** How often a process checks, in milliseconds. */
const INTERVAL = 5 * 60_000

type Context = { db: Pool; clock: () => Date; log: Pick<FastifyBaseLogger, 'error'> }

/** Notifies admins every morning until stopped. Several processes may do so on one database. */
export const startExpiryNotices = ({ db, clock, log }: Context) =>
  repeatedly(() => sendExpiryNotices(db, clock()), INTERVAL, log)

/**
 * Notifies, between six and noon and once a day, each active admin of the lots on hand that expire within
 * `URGENT_DAYS` or have expired. Without such lots nothing is sent.
 */
export async function sendExpiryNotices(db: Pool, now: Date) {
  const time = istanbulClock(now)
  if (time < FROM || time >= UNTIL) return
  await inTransaction(db, async tx => {
    const once = `lot-expiry:${istanbulDay(now)}`
    const admins = await adminsWithout(tx, once)
    if (admins.length === 0) return
    const { expiring, expired, blocked, value } = await expiringLots(tx, now)
    if (expiring + expired === 0) return
    const title = titleOf(expiring, expired)
    const body = `${blocked > 0 ? `Son tüketim tarihi geçen ${formatNumber(blocked)} parti satışa kapatıldı. ` : ''}Eldeki malın bugünkü fiyatlarla değeri ${formatMoney(value)}. Hangileri olduğunu görmek için dokunun.`
    const notification = { kind: 'lot_expiry', title, body, link: LINK, once } as const
    await notify(
      tx,
      admins.map(account_id => ({ ...notification, account_id })),
      now,
    )
  })
}

const LINK = `/admin/dashboard?tab=inventory&view=lots&warehouse=all&days=${URGENT_DAYS}`

/** '5 partinin tarihi 7 gün içinde doluyor, 2 partinin tarihi geçti' */
function titleOf(expiring: number, expired: number) {
  const parts = [
    expiring > 0 && `${formatNumber(expiring)} partinin tarihi ${URGENT_DAYS} gün içinde doluyor`,
    expired > 0 && `${formatNumber(expired)} partinin tarihi geçti`,
  ]
  return parts.filter(Boolean).join(', ')
}

/**
 * The active admins that have not got this notification, so that another process, or this one after a crash, does not
 * send it again.
 */
async function adminsWithout(tx: Tx, once: string): Promise<string[]> {
  const admins = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where(sql<boolean>`not exists (select from notifications where account_id = accounts.id and once = ${once})`)
    .execute()
  return admins.map(({ id }) => id)
}

function expiringLots(tx: Tx, now: Date) {
  const today = istanbulDay(now)
  return tx
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'product_id')
    .select([
      sql<number>`count(*) filter (where expires_on >= ${today}::date)`.as('expiring'),
      sql<number>`count(*) filter (where expires_on < ${today}::date)`.as('expired'),
      // Those that the portal has blocked (page 094).
      sql<number>`count(*) filter (where expires_on < ${today}::date and blocked_at is not null and blocked_by_admin_name is null)`.as(
        'blocked',
      ),
      sql<Kurus>`coalesce(sum(on_hand * price), 0)`.as('value'),
    ])
    .where('on_hand', '>', 0)
    .where(EXPIRY, '<=', daysLater(today, URGENT_DAYS))
    .executeTakeFirstOrThrow()
}
