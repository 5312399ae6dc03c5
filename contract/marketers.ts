import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { password, required } from './fields.ts'

export const Marketer = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  is_active: z.boolean(),
  customer_count: z.int(),
})
export type Marketer = z.infer<typeof Marketer>

export const NewMarketer = z.object({
  name: required('Ad soyad', 200),
  username: required('Kullanıcı adı', 64),
  password: password(),
})

export const listMarketers = list('GET /admin/marketers', {
  who: ['admin'],
  item: Marketer,
  summary: 'All marketers, by name.',
  failure: 'Pazarlamacılar yüklenemedi',
})

export const createMarketer = call('POST /admin/marketers', {
  who: ['admin'],
  body: NewMarketer,
  reply: z.object({ success: z.literal(true), marketer: Marketer }),
  creates: true,
  summary: 'Adds a marketer, who can log in at once.',
  failure: 'Pazarlamacı eklenemedi',
})
