import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

/**
 * The format of a backup: gzipped SQL text as `pg_dump --data-only` writes it, a first line that identifies it, and a
 * last line with the number and the checksum of every table's rows. A file without the last line is incomplete.
 */
export const FORMAT = 1

const HEADER_PREFIX = '-- Toptan backup '
const MANIFEST_PREFIX = '-- Toptan manifest '

const Header = z.object({
  format: z.number(),
  /** The last migration of the database. */
  schema: z.string(),
  /** The version of the program that wrote the file. */
  program: z.string(),
  created_at: z.iso.datetime(),
})
export type Header = z.output<typeof Header>

const Manifest = Header.extend({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  /** The last value that each sequence has given, by the column that it belongs to. */
  sequences: z.array(z.object({ table: z.string(), column: z.string(), value: z.number() })),
})
export type Manifest = z.output<typeof Manifest>

/** A table's part of a backup: the names as quoted for SQL, and its rows in COPY format, to be read before the next. */
export type Section = { table: string; columns: string; rows: AsyncIterable<Buffer> }

/** The file is not a complete backup, or does not exist; the message states the reason. */
export class DamagedBackup extends Error {}

export const firstLine = (header: Header) => `${HEADER_PREFIX}${JSON.stringify(header)}\n`
export const lastLine = (manifest: Manifest) => `${MANIFEST_PREFIX}${JSON.stringify(manifest)}\n`
export const sectionStart = (table: string, columns: string) => `\nCOPY ${table} (${columns}) FROM stdin;\n`
export const SECTION_END = '\\.\n'

/** Counts rows and computes their checksum; `result` can be called once. */
export class Tally {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(rows: Buffer) {
    this.#hash.update(rows)
    for (let at = rows.indexOf(LINE_END); at !== -1; at = rows.indexOf(LINE_END, at + 1)) this.#rows++
  }

  /** The same rows, which are added as they are read. */
  async *of(rows: AsyncIterable<Buffer>) {
    for await (const chunk of rows) {
      this.add(chunk)
      yield chunk
    }
  }

  result() {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/**
 * Reads a backup and checks that the rows of each table are those of its manifest. Throws `DamagedBackup` if they
 * differ, or if the file is not a complete backup.
 */
export async function checkBackup(file: string, signal?: AbortSignal): Promise<Manifest> {
  const found: Manifest['tables'] = {}
  const count = async ({ table, rows }: Section) => {
    const tally = new Tally()
    for await (const chunk of rows) tally.add(chunk)
    found[table] = tally.result()
  }
  const manifest = await readBackup(file, count, signal)
  const names = new Set([...Object.keys(found), ...Object.keys(manifest.tables)])
  for (const name of names) {
    const [counted, expected] = [found[name], manifest.tables[name]]
    if (counted?.rows !== expected?.rows || counted?.sha256 !== expected?.sha256)
      throw new DamagedBackup(`${file} is damaged: the rows of ${name} are not those that were written.`)
  }
  return manifest
}

/** Reads a backup from its beginning to its end, table by table, and returns its manifest. */
export async function readBackup(
  file: string,
  onSection: (section: Section) => Promise<void>,
  signal?: AbortSignal,
): Promise<Manifest> {
  const compressed = createReadStream(file, { signal })
  const text = createGunzip({ chunkSize: 256 * 1024 })
  compressed.on('error', error => text.destroy(error))
  const lines = new Lines(compressed.pipe(text))
  try {
    const header = Header.safeParse(json((await lines.next()) ?? '', HEADER_PREFIX)).data
    if (!header) throw new DamagedBackup(`${file} is not a backup of Toptan.`)
    if (header.format !== FORMAT)
      throw new DamagedBackup(`${file} has the format ${header.format}; this program reads ${FORMAT}.`)
    for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
      const [, table, columns] = /^COPY ((?:"[^"]*")+|\S+) \((.*)\) FROM stdin;$/.exec(line) ?? []
      if (table && columns) await onSection({ table, columns, rows: lines.rows() })
      const manifest = Manifest.safeParse(json(line, MANIFEST_PREFIX)).data
      if (manifest) {
        if ((await lines.next()) !== undefined)
          throw new DamagedBackup(`${file} is damaged: something follows its end.`)
        return manifest
      }
    }
    throw new DamagedBackup(`${file} is incomplete: its last line is missing.`)
  } catch (error) {
    if (hasCode(error, 'Z_')) throw new DamagedBackup(`${file} is damaged or incomplete: ${error.message}.`)
    throw hasCode(error, 'ENOENT') ? new DamagedBackup(`${file} cannot be read: ${error.message}.`) : error
  } finally {
    compressed.destroy()
    text.destroy()
  }
}

function json(line: string, start: string): unknown {
  if (!line.startsWith(start)) return undefined
  try {
    return JSON.parse(line.slice(start.length))
  } catch {
    return undefined
  }
}

/** Whether it is an error of the system or a library whose code begins like this. */
export const hasCode = (error: unknown, start: string): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith(start)

const LINE_END = 0x0a
const END_OF_ROWS = Buffer.from(`\n${SECTION_END}`)

/** A text that is read line by line, or many rows at a time. */
class Lines {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(text: AsyncIterable<Buffer>) {
    this.#chunks = text[Symbol.asyncIterator]()
  }

  async next(): Promise<string | undefined> {
    let end = this.#rest.indexOf(LINE_END)
    while (end === -1) {
      const searched = this.#rest.length
      if (!(await this.#more())) return undefined
      end = this.#rest.indexOf(LINE_END, searched)
    }
    const line = this.#rest.toString('utf8', 0, end)
    this.#rest = this.#rest.subarray(end + 1)
    return line
  }

  /** Whole lines until the one that ends a table's rows. No row looks like it, since COPY doubles backslashes. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const isOver = this.#rest.subarray(0, SECTION_END.length).equals(END_OF_ROWS.subarray(1))
      const end = isOver ? 0 : this.#rest.indexOf(END_OF_ROWS) + 1
      const length = isOver || end > 0 ? end : this.#rest.lastIndexOf(LINE_END) + 1
      if (length > 0) yield this.#rest.subarray(0, length)
      this.#rest = this.#rest.subarray(length)
      if (isOver || end > 0) {
        this.#rest = this.#rest.subarray(SECTION_END.length)
        return
      }
      // If the text ends here, it has no last line either, which the caller reports.
      if (!(await this.#more())) return
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done) return false
    this.#rest = this.#rest.length ? Buffer.concat([this.#rest, value]) : value
    return true
  }
}
