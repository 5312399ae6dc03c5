import { useState } from 'react'
import type { Warehouse } from '#contract/catalogue.ts'
import { importProducts } from '#contract/inventory.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { useCommand } from '../../command.ts'
import { randomId } from '../../random-id.ts'
import { announce } from '../../ui/announce.ts'
import { useConfirmBeforeUnload } from '../../ui/leave-guard.ts'
import { toast } from '../../ui/toaster.tsx'
import { faultOf, isAsChosen } from './import-file.tsx'
import { type Reading, stockToUpdate } from './import-reading.ts'
import { figuresText } from './import-result.tsx'
import { type Choice, useImportPreview } from './use-import-preview.ts'

/** The import of products from a workbook into a warehouse: the chosen file, its preview, and the result. */
export function useProductImport(warehouse: Warehouse, isDialogOpen: boolean) {
  const [choice, setChoice] = useState<Choice>()
  const [fault, setFault] = useState<string>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(NONE)
  const preview = useImportPreview()
  const importing = useCommand(importProducts, {
    showError: 'alert',
    onReply: (summary, { file }) => {
      const [done, description] = [`${file?.name} aktarıldı`, figuresText(summary)]
      // The open dialog shows the result and only screen readers need the announcement; otherwise a toast shows it.
      if (isDialogOpen) announce(`${done}: ${description}`)
      else toast.success(done, { description })
    },
  })
  // After a reload the result would be unknown, and importing again would create the new products twice.
  useConfirmBeforeUnload(importing.pending)
  const reset = () => {
    preview.clear()
    importing.reset()
    setFault(undefined)
    setChoice(undefined)
    setTicked(NONE)
  }
  const refuseChanged = () => {
    window.alert('Dosya seçildikten sonra değişti; lütfen yeniden seçin')
    reset()
  }
  return {
    choice,
    /** What is wrong with the chosen file. */
    fault,
    choose: (file: File | undefined) => {
      preview.resetRequest()
      setFault(file && faultOf(file))
      setChoice(file && { file, key: randomId(), warehouse })
    },
    preview,
    requestPreview: async (reading: Reading = {}) => {
      const message = choice ? faultOf(choice.file) : REFUSALS.file_missing.detail()
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
      const { file, key } = choice
      if (!(await isAsChosen(file))) return refuseChanged()
      const body = { update_stock: stockToUpdate(shown.summary, ticked) }
      await importing.run({ query: { warehouse: choice.warehouse, ...shown.reading }, body, file, key })
    },
    isImporting: importing.pending,
    /** The import got no response: it may have been made. */
    isUnanswered: importing.error !== undefined && !importing.error.isDecision,
    result: importing.reply,
    /** Starts again, without a file. */
    reset,
  }
}

export type ProductImport = ReturnType<typeof useProductImport>

const NONE: ReadonlySet<number> = new Set()
