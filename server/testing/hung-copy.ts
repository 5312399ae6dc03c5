import { createWriteStream } from 'node:fs'
import { CopyFolder } from '../backup/copy-folder.ts'
import { startNightlyBackups } from '../backup/nightly.ts'
import { connect } from '../db/connect.ts'
import { endProcess } from '../stopping.ts'

// A process that copies a backup onto a share that hangs, for which a FIFO that nothing reads stands: opening it does
// not end. It sends a message when the copy begins, and stops on SIGTERM.

const direct = JSON.parse(process.env.DATABASE ?? '{}')
const log = { info: () => undefined, error: (error: unknown) => process.stderr.write(`${String(error)}\n`) }
const copies = new CopyFolder({
  createFile(path) {
    process.send?.({ begins: path })
    return createWriteStream(process.env.FIFO ?? '')
  },
  // Time passes fast, so that the test need not wait.
  startTimer(milliseconds, call) {
    const timer = setTimeout(call, milliseconds / 100)
    return () => clearTimeout(timer)
  },
})
const db = connect(direct, { connections: 2 })
const backups = JSON.parse(process.env.BACKUPS ?? '{}')
const job = startNightlyBackups({ db, direct, backups, clock: () => new Date(), log, copies })
process.once('SIGTERM', () => void endProcess(job.stop(), log, job.isHung))
