import { useState } from 'react'
import type { AllowedRole, FileCall, Schema } from '#contract/call.ts'
import { ApiError, type CallTarget, download } from '../api.ts'

/** Downloads generated files from the server, one at a time. Errors go to `onFailure`. */
export function useFileDownload(onFailure: (error: ApiError) => void) {
  const [busy, setBusy] = useState(false)
  const start = async <P extends string, W extends AllowedRole, Q extends Schema>(
    terms: FileCall<P, W, Q>,
    target: CallTarget<P, Q>,
  ) => {
    if (busy) return
    setBusy(true)
    try {
      const { blob, name } = await download(terms, target)
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

/** How long a browser may take to start saving, in milliseconds. */
const REVOKE_DELAY = 60_000

/** Saves a blob as a file under this name. */
export function save(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY)
}
