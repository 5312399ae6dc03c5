import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/customers.ts'
import { withPasswordHash } from '../auth/passwords.ts'
import { noteRequest } from '../auth/requests.ts'
import { serve, serveList, servePrepared } from '../http/serve.ts'
import * as customers from './customers.ts'
import { readProfile, updateProfile } from './profile.ts'

export function customerRoutes(app: FastifyInstance) {
  servePrepared(app, calls.register, async ({ db, body, address, now }) => {
    await noteRequest(db, 'registration', address, now)
    const input = await withPasswordHash(body)
    return async db => {
      await customers.registerCustomer(db, input, now)
      return { message: 'Hesabınız oluşturuldu! Giriş yapabilirsiniz.' }
    }
  })
  serve(app, calls.readProfile, ({ db, actor }) => readProfile(db, actor.id))
  serve(app, calls.updateProfile, async ({ db, actor, body, now }) => {
    const { user, isMailed } = await updateProfile(db, actor.id, body, now)
    const next = isMailed ? `; onay linki ${user.email} adresine gönderildi` : ''
    return { message: `Bilgileriniz güncellendi${next}`, user }
  })

  serveList(app, calls.listCustomers, ({ db, actor, query }) => customers.listCustomers(db, actor, query))
  serve(app, calls.readCustomer, ({ db, actor, params }) => customers.readCustomer(db, actor, params.id))
  servePrepared(app, calls.createCustomer, async ({ actor, body, now }) => {
    const input = await withPasswordHash(body)
    return async db => ({ success: true as const, customer: await customers.createCustomer(db, actor, input, now) })
  })
  serveList(app, calls.listOwnCustomers, ({ db, actor, query }) => customers.listCustomers(db, actor, query))
}
