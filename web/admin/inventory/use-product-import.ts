import { useState } from 'react'
import { type ImportSummary, importProducts } from '#contract/inventory.ts'
import type { Warehouse } from '#contract/products.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { useCommand } from '../../command.ts'
import { FILE_CHANGED, isAsChosen, workbookFault } from '../../files/workbook-file.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { randomId } from '../../random-id.ts'
import { announce } from '../../ui/announce.ts'
import { useConfirmBeforeUnload } from '../../ui/leave-guard.ts'
import { toast } from '../../ui/toaster.tsx'
import { type Reading, stockToUpdate } from './import-reading.ts'
import { figuresText, type Result } from './import-result.tsx'
import { findImport, useMarkSeen, useOpenImports } from './open-imports.ts'
import { type Choice, useImportPreview } from './use-import-preview.ts'

/**
 * The import of products from a workbook into a warehouse: the chosen file, its preview, and the import as the server
 * stores it, which continues when this window is closed.
 */
export function useProductImport(warehouse: Warehouse, isDialogOpen: boolean) {
  const [choice, setChoice] = useState<Choice>()
  const [fault, setFault] = useState<string>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(NONE)
  const preview = useImportPreview()
  const sending = useSending(choice, { isDialogOpen, onFinishedUnseen: () => forget() })
  const forget = () => {
    preview.clear()
    sending.forget()
    setFault(undefined)
    setChoice(undefined)
    setTicked(NONE)
  }
  const reset = () => {
    sending.markSeen()
    forget()
  }
  const refuseChanged = () => {
    window.alert(FILE_CHANGED)
    reset()
  }
  return {
    ...sending,
    choice,
    /** What is wrong with the chosen file. */
    fault,
    choose: (file: File | undefined) => {
      preview.resetRequest()
      setFault(file && workbookFault(file))
      setChoice(file && { file, key: randomId(), warehouse })
    },
    preview,
    requestPreview: async (reading: Reading = {}) => {
      const message = choice ? workbookFault(choice.file) : REFUSALS.file_missing.detail()
      setFault(message)
      if (choice && !message) await preview.request(choice, reading, refuseChanged)
    },
    /** The rows whose stock is imported although it moved after the export. */
    ticked,
    setTicked,
    /** Imports the chosen file as it was previewed. */
    begin: async () => {
      const { shown } = preview
      if (!choice || !shown) return
      if (!(await isAsChosen(choice.file))) return refuseChanged()
      await sending.send(choice, shown.reading, stockToUpdate(shown.summary, ticked))
    },
    /** Starts again, without a file. */
    reset,
  }
}

type SendingOptions = {
  isDialogOpen: boolean
  /** Called when an import has finished while the dialog was closed. */
  onFinishedUnseen: () => void
}

/** Sends the import of the chosen file and follows its progress, even after its response was lost. */
function useSending(choice: Choice | undefined, { isDialogOpen, onFinishedUnseen }: SendingOptions) {
  const importing = useCommand(importProducts, {
    showError: async (error, { key }) => {
      const sent = error.isUnanswered ? await findImport(key) : null
      if (sent === undefined) window.alert(UNKNOWN)
      // An import that is running or has finished needs no alert: the screen shows it.
      else if (sent?.state !== 'running' && sent?.state !== 'finished') window.alert(error.message)
    },
    onReply: ({ created, updated, errors }, { file }) => {
      const done = `${file?.name} aktarıldı`
      const description = figuresText({ created, updated, refused: rowsIn(errors) })
      // The open dialog shows the result and only screen readers need the announcement; otherwise a toast shows it,
      // and the inventory until it has been seen.
      if (isDialogOpen) {
        showNextResults('products')
        return announce(`${done}: ${description}`)
      }
      toast.success(done, { description })
      onFinishedUnseen()
    },
    // The import may be running, or have finished.
    refetchWhenLost: true,
    // The result that is shown is the stored import.
    awaitRefetch: true,
  })
  const runs = useOpenImports(importing.pending)
  const markSeen = useMarkSeen()
  const run = choice && runs.find(({ key }) => key === choice.key)
  const finished = run?.state === 'finished' ? run : undefined
  const isImporting = run?.state === 'running' || (importing.pending && !finished)
  // Only until the server has the file: from then on the import continues when this window is closed.
  useConfirmBeforeUnload(importing.pending && !run)
  return {
    send: ({ file, key, warehouse }: Choice, reading: Reading, update_stock: string | undefined) =>
      importing.run({ query: { warehouse, ...reading }, body: { update_stock }, file, key }),
    isImporting,
    /** The import got no response: it may have been made. */
    isUnanswered: importing.error?.isUnanswered === true && !run,
    /** All imports that are running or whose result has not been seen, and that of the chosen file among them. */
    runs,
    run,
    /** The result as it is stored, or, if that could not be fetched, as the response states it. */
    result: isImporting ? undefined : (finished ?? (importing.reply && resultOf(importing.reply))),
    markSeen: () => run && markSeen(run),
    forget: importing.reset,
  }
}

export type ProductImport = ReturnType<typeof useProductImport>

const UNKNOWN = 'Cevap alınamadı: dosyanın aktarılıp aktarılmadığı bağlantı gelince burada görünür'

const NONE: ReadonlySet<number> = new Set()

const resultOf = ({ created, updated, errors, warnings = [] }: ImportSummary): Result => ({
  created,
  updated,
  refused: rowsIn(errors),
  errors,
  warnings,
})

/** How many rows the messages of an import are about: each begins with its row. */
const rowsIn = (errors: readonly string[]) => new Set(errors.map(message => message.split(':')[0])).size
