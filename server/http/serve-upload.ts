import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type AllowedRole, type Call, MAX_WORKBOOK_BYTES, Nothing, type Schema } from '#contract/call.ts'
import type { Database } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'
import { check } from './check.ts'
import { readForm, type Upload } from './multipart.ts'
import type { SerializedReply } from './serialized-reply.ts'
import { addRoute, type HandlerInput, poolOf, readInput, replyOnce } from './serve.ts'

export type { Upload } from './multipart.ts'

/** Called when a request has ended, with the error if it failed. */
type AtEnd = (error: unknown) => Promise<void>

/** What the handler of an upload gets in addition to the input of every handler. */
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
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = readInput({ ...call, body: Nothing }, request)
    const { file, fields } = await readForm(request)
    const body = check(call.body, fields)
    const hasFields = Object.keys(fields).length > 0
    const payload = hasFields ? Buffer.concat([file.bytes, Buffer.from(JSON.stringify(fields))]) : file.bytes
    const { 'idempotency-key': header } = request.headers
    const key = typeof header === 'string' ? header : undefined
    const atEnds: AtEnd[] = []
    const atEnd = (work: AtEnd) => void atEnds.push(work)
    const prepared = () => prepare({ ...input, body, db: poolOf(app, call), file, key, atEnd })
    let failure: unknown
    try {
      return await replyOnce(app, call, request, reply, { payload, prepare: prepared, isSlow: true })
    } catch (error) {
      failure = error
      throw error
    } finally {
      for (const work of atEnds) await work(failure)
    }
  }
  app.context.endpoints.push(call)
  // Not for the whole app, as every request of other endpoints would run the plugin's hooks.
  void app.register(async uploads => {
    uploads.removeContentTypeParser(FORM)
    await uploads.register(multipart, { limits: LIMITS })
    addRoute(uploads, call, handle)
  })
}

const FORM = 'multipart/form-data'
const LIMITS = { fileSize: MAX_WORKBOOK_BYTES, files: 1, fields: 10 }

/** Lets endpoints that take no file ignore a form, rather than refuse its media type. */
export function ignoreForms(app: FastifyInstance) {
  app.addContentTypeParser(FORM, (_request, _payload, done) => done(null))
}
