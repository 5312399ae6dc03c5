import type { FastifyInstance } from 'fastify'
import { updateCustomer } from '#contract/customer-changes.ts'
import * as noteCalls from '#contract/customer-notes.ts'
import * as calls from '#contract/customers.ts'
import { hashAccountPassword } from '../auth/passwords.ts'
import { countRequest } from '../auth/request-limits.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'
import type { Actor, Origin } from '../http/context.ts'
import { serve, serveList, servePrepared } from '../http/serve.ts'
import { notifyReactivated } from '../orders/arrivals.ts'
import { deleteOrdersOf } from '../orders/deletion.ts'
import { archiveOrdersOf } from '../privacy/archive.ts'
import { pseudonymizeCustomer } from '../privacy/erasure.ts'
import { recordAcknowledgement, requireAcknowledgement } from '../privacy/notice.ts'
import { deleteQuotesOf } from '../quotes/quotes.ts'
import type { Settings } from '../settings.ts'
import { applyChange, prepareChange } from './changes.ts'
import * as customers from './customers.ts'
import { deleteCustomer, lockForDeletion } from './deletion.ts'
import { addNote, deleteNote, listNotes } from './notes.ts'
import { readProfile, updateProfile } from './profile.ts'
import { selectCustomers } from './selection.ts'
import { usualProducts } from './usual-products.ts'

export function customerRoutes(app: FastifyInstance, { privacyNotice: notice, archiveYears }: Settings) {
  const { db: pool } = app.context

  servePrepared(app, calls.register, async ({ db, body, network, now }) => {
    await countRequest(db, 'registration', network, now)
    requireAcknowledgement(notice, body.privacy_version)
    const input = await hashAccountPassword('customer', body)
    return async db => {
      await inTransaction(db, async tx => {
        const id = await customers.registerCustomer(tx, input, now)
        if (notice) await recordAcknowledgement(tx, id, notice, now)
      })
      return { message: 'Hesabınız oluşturuldu! Giriş yapabilirsiniz.' }
    }
  })
  serve(app, calls.readProfile, ({ db, actor }) => readProfile(db, actor.id))
  serve(app, calls.updateProfile, async ({ actor, token, network, body, now, origin }) => {
    const user = await updateProfile(pool, { actor, token, network, now, origin }, body)
    // Also if the same address is saved again, for instance after a lost reply: its link has been sent already.
    const isAwaiting = body.email !== undefined && !user.email_verified
    const next = isAwaiting ? `; onay linki ${user.email} adresine gönderildi` : ''
    return { message: `Bilgileriniz güncellendi${next}`, user }
  })

  serveList(app, calls.listCustomers, ({ db, actor, query }) => customers.listCustomers(db, actor, query))
  serve(app, calls.selectCustomers, ({ db, actor, query }) => selectCustomers(db, actor, query))
  serve(app, calls.readCustomer, ({ db, actor, params }) => customers.readCustomer(db, actor, params.id))
  servePrepared(app, calls.createCustomer, async ({ actor, body, now }) => {
    const input = await hashAccountPassword('customer', body)
    return async db => ({ success: true as const, customer: await customers.createCustomer(db, actor, input, now) })
  })
  serve(app, updateCustomer, ({ actor, params, body, now, origin }) =>
    changeAndRead(pool, { actor, now, origin }, params.id, body),
  )
  serve(app, calls.deleteCustomer, async ({ db, actor, params: { id }, now }) => ({
    success: true as const,
    deleted_orders: await inTransaction(db, async tx => {
      await lockForDeletion(tx, actor, id)
      await deleteQuotesOf(tx, id)
      await archiveOrdersOf(tx, id, archiveYears, now)
      const orders = await deleteOrdersOf(tx, id, { actor, now })
      await deleteCustomer(tx, { actor, now }, id, orders)
      await pseudonymizeCustomer(tx, id, now)
      return orders.ids.length
    }),
  }))

  serveList(app, calls.listOwnCustomers, ({ db, actor, query }) => customers.listCustomers(db, actor, query))
  serve(app, calls.readOwnCustomer, ({ db, actor, params }) => customers.readCustomer(db, actor, params.id))
  serve(app, calls.listUsualProducts, ({ db, actor, params, now }) => usualProducts(db, actor, params.id, now))
  serve(app, calls.updateOwnCustomer, ({ actor, params, body, now, origin }) =>
    changeAndRead(pool, { actor, now, origin }, params.id, body),
  )

  serve(app, noteCalls.listCustomerNotes, ({ db, actor, params }) => listNotes(db, actor, params.id))
  serve(app, noteCalls.addCustomerNote, ({ db, actor, params, body, now }) =>
    addNote(db, { actor, now }, params.id, body.text),
  )
  serve(app, noteCalls.deleteCustomerNote, async ({ db, actor, params, now }) => {
    await deleteNote(db, { actor, now }, params.id)
    return { success: true as const }
  })
}

async function changeAndRead(
  db: Pool,
  by: { actor: Actor; now: Date; origin: Origin },
  id: string,
  change: Parameters<typeof prepareChange>[3],
) {
  const prepared = await prepareChange(db, by, id, change)
  await inTransaction(db, async tx => {
    const before = await applyChange(tx, by, id, prepared)
    // Goods that the customer watches may have arrived while it was passive. In the same transaction, as a repetition
    // of the request would find it active already.
    if (change.is_active && !before.is_active) await notifyReactivated(tx, id, by.now)
  })
  return { success: true as const, customer: await customers.readCustomer(db, by.actor, id) }
}
