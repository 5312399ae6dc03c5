import { connect } from '../db/connect.ts'
import { makeDueOrders } from '../standing-orders/due-orders.ts'

// A process that makes the orders of standing orders whenever its parent sends the time: it replies to { now } with
// { done, errors }. The parent may kill it at any moment.

const db = connect(JSON.parse(process.env.DATABASE ?? '{}'), { connections: 2 })
process.once('disconnect', () => process.exit())
process.on('message', (message: unknown) => {
  if (typeof message !== 'object' || message === null || !('now' in message)) return
  const errors: string[] = []
  const making = { now: new Date(String(message.now)), lead: 60 * 60 * 1000, maxOpenValue: undefined }
  void makeDueOrders(db, making, error => errors.push(String(error))).then(() => process.send?.({ done: true, errors }))
})
process.send?.({ ready: true })
