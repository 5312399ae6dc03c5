import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Schema } from '#contract/call.ts'

/** A reply that is serialized already, in the form of its schema. */
export class SerializedReply {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const BATCH_SIZE = 250

/**
 * Serializes a reply of which one field is a long list, in batches, so that other requests are not blocked for long.
 */
export async function serializeInParts<S extends Schema, I extends Schema>(
  rest: { schema: S; value: z.output<S> },
  list: { field: string; item: I; values: z.output<I>[] },
): Promise<SerializedReply> {
  const parts: string[] = []
  for (let i = 0; i < list.values.length; i += BATCH_SIZE) {
    parts.push(
      list.values
        .slice(i, i + BATCH_SIZE)
        .map(value => JSON.stringify(z.encode(list.item, value)))
        .join(','),
    )
    await setImmediate()
  }
  const whole = JSON.stringify(z.encode(rest.schema, rest.value))
  return new SerializedReply(`${whole.slice(0, -1)},${JSON.stringify(list.field)}:[${parts.join(',')}]}`)
}
