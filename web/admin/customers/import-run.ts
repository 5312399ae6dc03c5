import { useSyncExternalStore } from 'react'
import { type CustomerImport, importCustomers } from '#contract/customer-import.ts'
import { formatNumber } from '#contract/money.ts'
import { upload } from '../../api.ts'
import { onSessionChange, session } from '../../session.ts'
import { announce } from '../../ui/announce.ts'
import { toast } from '../../ui/toaster.tsx'
import { customersMayDiffer } from './customer-change.ts'

/** An import that goes on whatever is on the screen. Its passwords are shown this once: it stays until it was looked at. */
export type ImportRun = {
  file: File
  /** Absent while it is under way. */
  result?: CustomerImport
  /** The passwords that it made are in somebody's hands. */
  isKept: boolean
}

let run: ImportRun | undefined
let isWatched = false
const listeners = new Set<() => void>()

/** The import of this window: under way, or done and not dismissed. */
export const useImportRun = () => useSyncExternalStore(listen, () => run)

/** Takes the workbook; `key` makes every try of it the same deed. What goes wrong is told by an alert. */
export async function startImport(file: File, key: string) {
  if (run) return
  const token = session()?.token
  change({ file, isKept: false })
  try {
    const result = await upload(importCustomers, { query: {}, file, key })
    // The passwords are nobody else's business.
    if (session()?.token !== token) return
    change({ file, result, isKept: newPasswords(result).length === 0 })
    const [done, description] = [`${file.name} aktarıldı`, figuresIn(result)]
    // The open dialog shows it to those who see; whoever has gone on to other things is told.
    if (isWatched) announce(`${done}: ${description}`)
    else toast.success(done, { description })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (session()?.token !== token) return
    change(undefined)
    window.alert(error.message)
  }
  customersMayDiffer()
}

/** Says whether the dialog that shows the import is open. */
export function watchImport(isOpen: boolean) {
  isWatched = isOpen
}

/** Says that somebody has the passwords in a file or on the clipboard. */
export function passwordsKept() {
  if (run) change({ ...run, isKept: true })
}

/** Throws the result away, if the person agrees to lose passwords that nobody has kept; answers whether it is gone. */
export function dismissImport(): boolean {
  const lost = run?.result && !run.isKept ? newPasswords(run.result).length : 0
  const question = `Üretilen ${formatNumber(lost)} şifre bir daha gösterilmeyecek ve henüz indirilmedi. Kapatılsın mı?`
  if (lost && !window.confirm(question)) return false
  change(undefined)
  return true
}

/** The customers whose passwords were made by the import. */
export const newPasswords = ({ imported_customers }: CustomerImport) =>
  imported_customers.flatMap(({ password, ...customer }) => (password === null ? [] : [{ ...customer, password }]))

function figuresIn({ created_count, updated_count, error_count }: CustomerImport) {
  const figures = [`${formatNumber(created_count)} yeni`, `${formatNumber(updated_count)} güncellenen`]
  return [...figures, ...(error_count ? [`${formatNumber(error_count)} hatalı satır`] : [])].join(', ')
}

function change(next: ImportRun | undefined) {
  run = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

onSessionChange(() => change(undefined))
addEventListener('beforeunload', event => run && !run.isKept && event.preventDefault())
