import type { AllowedRole, FileCall, Schema } from '#contract/call.ts'
import { useAction } from '../action.ts'
import { type ApiError, type CallTarget, download } from '../api.ts'

/** Downloads generated files from the server, one at a time. */
export function useFileDownload(showError: (error: ApiError) => void) {
  const { run, pending } = useAction((fetchFile: () => ReturnType<typeof download>) => fetchFile(), {
    showError,
    onReply: ({ blob, name }) => save(blob, name),
  })
  const start = <P extends string, W extends AllowedRole, Q extends Schema>(
    call: FileCall<P, W, Q>,
    target: CallTarget<P, Q>,
  ) => run(() => download(call, target))
  return { busy: pending, start }
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
