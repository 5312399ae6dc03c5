import { type CustomerImport, importCustomers } from '#contract/customer-import.ts'
import { request, requestError } from '../../api.ts'
import { onSessionChange, session } from '../../current-session.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { isOutcomeUnknown } from '../../open-outcome.ts'
import { invalidate } from '../../queries.ts'
import { sendAgainIfLost } from '../../send-again.ts'
import { announce } from '../../ui/announce.ts'
import { wholeText } from '../../ui/number-text.ts'
import { createStore } from '../../ui/store.ts'
import { toast } from '../../ui/toaster.tsx'

/** An import, independent of the open screen. Its passwords are shown only once: it is held until it is dismissed. */
export type ImportRun = {
  file: File
  /** Absent while the import is running. */
  result?: CustomerImport
  /** The generated passwords were downloaded or copied, or there are none. */
  arePasswordsSaved: boolean
  /** The import created customers, and the response with the passwords that it may have generated was lost. */
  arePasswordsLost?: boolean
}

const run = createStore<ImportRun | undefined>(undefined)
let isDialogOpen = false

/** This window's import: running, or finished and not dismissed. */
export const useImportRun = run.use

/**
 * Imports the workbook under the idempotency key `key`, and again if the first attempt gets no response. Errors are
 * shown as an alert. Resolves to whether the outcome is unknown; `wasUnanswered` is whether it was so before.
 */
export async function startImport(file: File, key: string, wasUnanswered: boolean): Promise<boolean> {
  if (run.get()) return wasUnanswered
  const token = session()?.token
  run.set({ file, arePasswordsSaved: false })
  let attempts = wasUnanswered ? 1 : 0
  let isUnanswered = false
  try {
    const result = await sendAgainIfLost(() => {
      attempts += 1
      return request(importCustomers, { query: {}, file, key })
    })
    // Another user has logged in since then and must not see the passwords.
    if (session()?.token !== token) return false
    const hasPasswords = newPasswords(result).length > 0
    const arePasswordsLost = attempts > 1 && result.created_count > 0 && !hasPasswords
    run.set({ file, result, arePasswordsSaved: !hasPasswords, arePasswordsLost })
    const [done, description] = [`${file.name} aktarıldı`, figuresIn(result)]
    // The open dialog shows the result and only screen readers need the announcement; otherwise a toast shows it.
    if (isDialogOpen) announce(`${done}: ${description}`)
    else toast.success(done, { description })
  } catch (error) {
    const failure = requestError(error)
    if (session()?.token !== token) return false
    isUnanswered = isOutcomeUnknown(failure, attempts > 1)
    run.set(undefined)
    window.alert(failure.message)
  }
  showNextResults('customers')
  void invalidate(importCustomers.invalidates)
  return isUnanswered
}

/** Records whether the dialog that shows the import is open. */
export function setImportDialogOpen(isOpen: boolean) {
  isDialogOpen = isOpen
}

/** Records that the passwords were downloaded or copied. */
export function markPasswordsSaved() {
  const present = run.get()
  if (present) run.set({ ...present, arePasswordsSaved: true })
}

/** Discards the result, after confirmation if unsaved passwords would be lost; returns whether it was discarded. */
export function dismissImport(): boolean {
  const present = run.get()
  const lost = present?.result && !present.arePasswordsSaved ? newPasswords(present.result).length : 0
  const question = `Üretilen ${wholeText(lost)} şifre bir daha gösterilmeyecek ve henüz indirilmedi. Kapatılsın mı?`
  if (lost && !window.confirm(question)) return false
  run.set(undefined)
  return true
}

/** The imported customers whose passwords were generated. */
export const newPasswords = ({ imported_customers }: CustomerImport) =>
  imported_customers.flatMap(({ password, ...customer }) => (password === null ? [] : [{ ...customer, password }]))

function figuresIn({ created_count, updated_count, unchanged_count = 0, error_count }: CustomerImport) {
  const figures = [`${wholeText(created_count)} yeni`, `${wholeText(updated_count - unchanged_count)} güncellenen`]
  return [...figures, ...(error_count ? [`${wholeText(error_count)} hatalı satır`] : [])].join(', ')
}

onSessionChange(() => run.set(undefined))
addEventListener('beforeunload', event => run.get()?.arePasswordsSaved === false && event.preventDefault())
