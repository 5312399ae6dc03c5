import { useState } from 'react'
import { downloadCatalogue } from '#contract/catalogue.ts'
import { ApiError, download } from '../api.ts'

/** Saves the priced catalogue as a PDF: all of it, or one category. What went wrong is told to `onFailure`. */
export function useCatalogueDownload(onFailure: (error: ApiError) => void) {
  const [busy, setBusy] = useState(false)
  const start = async (category?: string) => {
    if (busy) return
    setBusy(true)
    try {
      const { blob, name } = await download(downloadCatalogue, { query: { category } })
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

function save(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVING_TAKES)
}
