import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { Batch } from '../db/batch.ts'
import { makeWorld } from '../testing/world.ts'

test('an order takes two round trips to the database', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const ids = await world.products([{ on_hand: 10 }, { on_hand: 10 }])
  const place = async (key: string) => {
    const items = ids.map(product_id => ({ product_id, quantity: 1 }))
    const reply = await world.post('/orders', customer, { items }, { 'idempotency-key': key })
    expect(reply.status).toBe(201)
  }
  await place('first')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await place('second')
  const sent = query.mock.calls.map(([message], i) => ({ client: query.mock.contexts[i], message: message as unknown }))
  query.mockRestore()
  const textsOf = (message: unknown) =>
    message instanceof Batch ? message.statements.map(({ text }) => text) : [String(message)]
  const order = sent.find(({ message }) => textsOf(message).some(text => text.includes('insert into orders')))
  // The screens of the first order may be notified by the same connection.
  const transaction = sent
    .filter(({ client }) => client === order?.client)
    .map(({ message }) => textsOf(message))
    .filter(texts => !texts[0]?.includes('pg_notify'))
  expect(transaction).toHaveLength(2)
  expect(transaction[0]?.[0]).toBe('begin')
  expect(transaction[1]?.at(-1)).toBe('commit')
})
