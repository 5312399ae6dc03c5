import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Schema } from '#contract/call.ts'

/** An answer that is written already, as its schema has it. */
export class SerializedReply {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ITEMS_AT_ONCE = 250

/** Writes an answer of which one field is a long list: a part at a time, so that nobody else has to wait for it. */
export async function serializeInParts<S extends Schema, I extends Schema>(
  rest: { schema: S; value: z.output<S> },
  list: { field: string; item: I; values: z.output<I>[] },
): Promise<SerializedReply> {
  const parts: string[] = []
  for (let i = 0; i < list.values.length; i += ITEMS_AT_ONCE) {
    parts.push(
      list.values
        .slice(i, i + ITEMS_AT_ONCE)
        .map(value => JSON.stringify(z.encode(list.item, value)))
        .join(','),
    )
    await setImmediate()
  }
  const whole = JSON.stringify(z.encode(rest.schema, rest.value))
  return new SerializedReply(`${whole.slice(0, -1)},${JSON.stringify(list.field)}:[${parts.join(',')}]}`)
}
