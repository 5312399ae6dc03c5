import type { Sending } from '../outbox/sender.ts'

/** Sends the rows of an outbox that are due now, one after the other, at most a thousand. */
export async function sendDue<Item extends { id: string }, Sent extends { id: string }>({
  claim,
  send,
  recordSent,
}: Sending<Item, Sent>) {
  for (let most = 1000; most > 0; most--) {
    const item = await claim(undefined, [])
    if (!item) return
    const sent = await send(item)
    if (sent) await recordSent(sent)
  }
}
