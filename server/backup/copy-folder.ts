import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupImpossible, draftOf, type FreeSpace, leavingRoom, newFile, putInPlace } from './backup.ts'
import { checkBackup, hasCode } from './format.ts'
import { missingCopyFolderMessage, slowCopyMessage, unresponsiveCopyFolderMessage } from './messages.ts'

const HOUR = 60 * 60 * 1000

/** How long a copy may take, in milliseconds: hours, since the line to a share may be slow. */
const COPY_LIMIT = 4 * HOUR

/** How long looking for the folder may take, and ending a copy when the process stops, in milliseconds. */
const LOOK_LIMIT = 10_000
const STOP_LIMIT = 5_000

type Options = {
  startTimer?: typeof startTimer
  createFile?: (path: string) => Writable
  freeSpace?: FreeSpace | undefined
}

export class CopyFolderMissing extends BackupImpossible {}

/**
 * The access of one process to the folder for copies. On a share that hangs, a file operation does not end even if it
 * is aborted, and occupies one of the few threads that also check passwords. So the process stops waiting for it after
 * a time limit, and does nothing else in the folder until it ends.
 */
export class CopyFolder {
  readonly #startTimer: typeof startTimer
  readonly #createFile: (path: string) => Writable
  readonly #freeSpace: FreeSpace | undefined
  #isOccupied = false

  constructor(options: Options = {}) {
    this.#startTimer = options.startTimer ?? startTimer
    this.#createFile = options.createFile ?? newFile
    this.#freeSpace = options.freeSpace
  }

  /**
   * Whether a file operation there has not ended. A process that calls `process.exit` then does not end before it does.
   */
  get isOccupied(): boolean {
    return this.#isOccupied
  }

  /** Whether there is no such folder; without a name nothing is missing. */
  async isMissing(folder: string | undefined): Promise<boolean> {
    if (folder === undefined) return false
    const tooLong = unresponsiveCopyFolderMessage(folder)
    return this.#run(folder, { limit: LOOK_LIMIT, tooLong }, () => isMissing(folder))
  }

  /** Runs a copy and what makes room for it, within a time limit. */
  async use(folder: string, stopping: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<void>) {
    const tooLong = slowCopyMessage(folder, COPY_LIMIT / HOUR)
    await this.#run(folder, { limit: COPY_LIMIT, tooLong, stopping }, work)
  }

  /**
   * Copies a backup to the folder, reads it back there and checks it. The folder is never made: without its mounted
   * share it would be on the disk of the backups, which the copy is to survive.
   */
  async copy(file: string, folder: string, signal: AbortSignal) {
    if (await isMissing(folder)) throw new CopyFolderMissing(missingCopyFolderMessage(folder))
    const target = join(folder, basename(file))
    const draft = draftOf(target)
    try {
      const written = this.#createFile(draft)
      const closed = new Promise<void>(resolve => written.once('close', () => resolve()))
      const passing = leavingRoom(folder, this.#freeSpace)
      try {
        await pipeline(createReadStream(file), passing, written, { signal })
      } finally {
        // An aborted pipeline may reject while the file is still being opened.
        await closed
      }
      await checkBackup(draft, signal)
      await putInPlace(draft, target)
    } finally {
      await rm(draft, { force: true })
    }
  }

  async #run<T>(
    folder: string,
    { limit, tooLong, stopping }: { limit: number; tooLong: string; stopping?: AbortSignal | undefined },
    work: (signal: AbortSignal) => Promise<T>,
  ) {
    stopping?.throwIfAborted()
    const unresponsive = new BackupImpossible(unresponsiveCopyFolderMessage(folder))
    if (this.#isOccupied) throw unresponsive
    this.#isOccupied = true
    const ending = new AbortController()
    const running = work(ending.signal).finally(() => {
      this.#isOccupied = false
    })
    const timers: (() => void)[] = []
    let stop: () => void = () => undefined
    const givenUp = new Promise<never>((_, reject) => {
      timers.push(
        this.#startTimer(limit, () => {
          reject(new BackupImpossible(tooLong))
          ending.abort()
        }),
      )
      stop = () => {
        ending.abort()
        timers.push(this.#startTimer(STOP_LIMIT, () => reject(unresponsive)))
      }
    })
    stopping?.addEventListener('abort', stop)
    try {
      return await Promise.race([running, givenUp])
    } finally {
      stopping?.removeEventListener('abort', stop)
      for (const end of timers) end()
    }
  }
}

/** Calls a function after so many milliseconds, unless the returned function is called before. */
function startTimer(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}

async function isMissing(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => false,
    (error: unknown) => {
      if (hasCode(error, 'ENOENT')) return true
      throw error
    },
  )
}
