import { useState } from 'react'
import type { AllowedRole, FileCall, Schema } from '#contract/call.ts'
import { ApiError, download, type Where } from '../api.ts'

/** Saves a file that the server makes, one at a time. What went wrong is told to `onFailure`. */
export function useFileDownload(onFailure: (error: ApiError) => void) {
  const [busy, setBusy] = useState(false)
  const start = async <P extends string, W extends AllowedRole, Q extends Schema>(
    terms: FileCall<P, W, Q>,
    where: Where<P, Q>,
  ) => {
    if (busy) return
    setBusy(true)
    try {
      const { blob, name } = await download(terms, where)
      save(blob, name)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, start }
}

/** So long, in milliseconds, a browser may take to begin with saving. */
const SAVING_TAKES = 60_000

/** Has the browser save what is at hand under a name. */
export function save(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVING_TAKES)
}
