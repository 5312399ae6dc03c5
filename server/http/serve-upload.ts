import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type AllowedRole, type Call, Nothing, type Schema } from '#contract/call.ts'
import type { Database } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'
import { check } from './check.ts'
import { readForm, type Upload } from './multipart.ts'
import type { SerializedReply } from './serialized-reply.ts'
import { type HandlerInput, readInput, registerEndpoint, replyOnce } from './serve.ts'

export type { Upload } from './multipart.ts'

/** Called when a request has ended, with the error if it failed. */
type AtEnd = (error: unknown) => Promise<void>

/** The input of an upload endpoint's handler besides that of every handler. */
export type UploadInput = {
  file: Upload
  /** The `Idempotency-Key`. */
  key: string | undefined
  /** Registers work for the end of the request, whether it succeeds or fails. It must not throw. */
  atEnd: (work: AtEnd) => void
}

/**
 * Registers an upload endpoint: the file is the multipart field `file`, and the text fields before it are the call's
 * body. The slow part (parsing the file) runs before the transaction; the function that `prepare` resolves to runs in
 * the transaction of the idempotency key. If `prepare` resolves to a serialized reply, that is sent and no key is
 * stored.
 */
export function serveUpload<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(
  app: FastifyInstance,
  call: Call<P, W, B, Q, R>,
  prepare: (
    input: HandlerInput<P, W, B, Q, Pool> & UploadInput,
  ) => Promise<((db: Database) => Promise<z.output<R>>) | SerializedReply>,
) {
  registerEndpoint(app, call, async (request, reply) => {
    const input = readInput({ ...call, body: Nothing }, request)
    const { file, fields } = await readForm(request)
    const body = check(call.body, fields)
    const hasFields = Object.keys(fields).length > 0
    const payload = hasFields ? Buffer.concat([file.bytes, Buffer.from(JSON.stringify(fields))]) : file.bytes
    const { 'idempotency-key': header } = request.headers
    const key = typeof header === 'string' ? header : undefined
    const atEnds: AtEnd[] = []
    const atEnd = (work: AtEnd) => void atEnds.push(work)
    const prepared = () => prepare({ ...input, body, db: app.context.db, file, key, atEnd })
    let failure: unknown
    try {
      return await replyOnce(app, call, request, reply, { payload, prepare: prepared, isSlow: true })
    } catch (error) {
      failure = error
      throw error
    } finally {
      for (const work of atEnds) await work(failure)
    }
  })
}
