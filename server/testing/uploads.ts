import * as xlsx from '@e965/xlsx'
import type { TestUser, World } from './world.ts'

export type SheetCell = string | number | boolean | Date | null

/** A workbook of one sheet. */
export function workbookOf(rows: SheetCell[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  return xlsx.write(xlsx.utils.book_new(xlsx.utils.aoa_to_sheet(rows)), { type: 'buffer', bookType })
}

/** `fields` are text fields that precede the file. */
type How = { name?: string; field?: string; key?: string; fields?: Record<string, string> }

/** Uploads a file as a browser's form does. */
export async function upload(
  world: World,
  user: TestUser,
  path: string,
  file: Uint8Array,
  { name = 'liste.xlsx', field = 'file', key, fields = {} }: How = {},
) {
  const form = new FormData()
  for (const [title, text] of Object.entries(fields)) form.set(title, text)
  form.set(field, new File([new Uint8Array(file)], name))
  const sent = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': sent.headers.get('content-type') ?? '', ...(key && { 'idempotency-key': key }) }
  return world.post(path, user, Buffer.from(await sent.arrayBuffer()), headers)
}

/** Downloads the file of a call, with its name. */
export async function download(world: World, user: TestUser, path: string) {
  const { headers, rawPayload, statusCode } = await world.app.inject({
    url: `/api${path}`,
    headers: { authorization: `Bearer ${user.token}` },
  })
  const [, name] = /filename="([^"]+)"/.exec(String(headers['content-disposition'])) ?? []
  return { status: statusCode, media: headers['content-type'], name, bytes: rawPayload }
}
