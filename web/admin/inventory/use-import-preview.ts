import { useRef, useState } from 'react'
import { importProducts } from '#contract/inventory.ts'
import type { Warehouse } from '#contract/products.ts'
import { useAction } from '../../action.ts'
import { type ApiError, request } from '../../api.ts'
import { isAsChosen } from '../../files/workbook-file.ts'
import { announce } from '../../ui/announce.ts'
import type { Reading, ShownPreview } from './import-reading.ts'
import { figuresOf, figuresText } from './import-result.tsx'

/** A chosen file with the idempotency key that all attempts to import it share. */
export type Choice = { file: File; key: string; warehouse: Warehouse }

/** The preview of the chosen file, requested again for each change of the reading options. */
export function useImportPreview() {
  const [shown, setShown] = useState<ShownPreview>()
  // The options being previewed are shown immediately, before the new preview arrives.
  const [pendingReading, setPendingReading] = useState<Reading>()
  const abort = useRef<AbortController>(undefined)
  const { run, reset, pending, error } = useAction(
    ({ file, warehouse, reading, signal }: Choice & { reading: Reading; signal: AbortSignal }) =>
      request(importProducts, { query: { warehouse, preview: '1', ...reading }, file, signal }),
    {
      showError: failure => isMisplaced(failure) || window.alert(failure.message),
      onReply: (summary, { reading }) => {
        setShown(before => ({ summary, reading, firstRow: summary.first_row ?? before?.firstRow }))
        announce(`Önizleme hazır: ${figuresText(figuresOf(summary))}`)
      },
    },
  )
  return {
    shown,
    pendingReading,
    pending,
    /** The error of a file whose columns are in the wrong order. */
    misplaced: error && isMisplaced(error) ? error : undefined,
    /** Previews the file with the reading options; calls `onChanged` if the file was changed after it was chosen. */
    request: async (choice: Choice, reading: Reading, onChanged: () => void) => {
      abort.current?.abort()
      abort.current = new AbortController()
      const { signal } = abort.current
      reset()
      setPendingReading(reading)
      try {
        const isUnchanged = await isAsChosen(choice.file)
        // Other options were chosen while the file was checked.
        if (signal.aborted) return
        if (isUnchanged) await run({ ...choice, reading, signal })
        else onChanged()
      } catch (failure) {
        if (!signal.aborted) throw failure
      } finally {
        setPendingReading(latest => (latest === reading ? undefined : latest))
      }
    },
    /** Forgets the last request and its error; the shown preview stays. */
    resetRequest: reset,
    /** Aborts the request and removes the preview. */
    clear: () => {
      abort.current?.abort()
      reset()
      setShown(undefined)
    },
  }
}

/** Whether the columns are in the wrong order, but can be mapped by their headings. */
const isMisplaced = (error: ApiError) => error.is(importProducts, 'workbook_headings_misplaced')
