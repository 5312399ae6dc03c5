import { useEffect, useRef } from 'react'
import { type ImportRun, listOpenImports, markImportSeen } from '#contract/import-runs.ts'
import { importProducts } from '#contract/inventory.ts'
import { request } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { invalidate, useCallQuery } from '../../queries.ts'

const POLL_INTERVAL = 1_000
const NO_IMPORTS: readonly ImportRun[] = []

/**
 * The imports of products that are running, in any window, and those of this admin with an unseen result. `isSending`
 * is whether this window has just sent one.
 */
export function useOpenImports(isSending: boolean): readonly ImportRun[] {
  const { data: runs = NO_IMPORTS } = useCallQuery(listOpenImports, QUERY)
  const isRunning = runs.some(({ state }) => state === 'running')
  useCallQuery(listOpenImports, { ...QUERY, every: POLL_INTERVAL, enabled: isSending || isRunning })
  // An import of another window or admin has finished: show its products.
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning && !isSending) void invalidate(importProducts.invalidates)
    wasRunning.current = isRunning
  }, [isRunning, isSending])
  return runs
}

/** The import that was sent with this key: null if the server has none, undefined if the server cannot be reached. */
export async function findImport(key: string | undefined): Promise<ImportRun | null | undefined> {
  const runs = await request(listOpenImports, QUERY).catch(() => undefined)
  return runs && (runs.find(run => run.key === key) ?? null)
}

const QUERY = { query: { kind: 'products' } } as const

/** Marks the result of an import as seen, which removes it from the screen. */
export function useMarkSeen() {
  // No alert: a result that could not be marked is shown again.
  const { run } = useCommand(markImportSeen, { showError: 'inline' })
  return (seen: ImportRun) => {
    if (seen.is_own && !seen.is_seen && seen.state !== 'running') void run({ params: { id: seen.id } })
  }
}
