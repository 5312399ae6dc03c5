import { FileDown } from 'lucide-react'
import type { AllowedRole, FileCall, Schema } from '#contract/call.ts'
import type { CallTarget } from '../api.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { useFileDownload } from './file-download.ts'

type DownloadButtonProps<P extends string, W extends AllowedRole, Q extends Schema> = {
  call: FileCall<P, W, Q>
  where: CallTarget<P, Q>
  busyText: string
} & Pick<ButtonProps, 'icon' | 'className' | 'children'>

/** Downloads a file that the server generates; an error is shown as an alert. */
export function DownloadButton<P extends string, W extends AllowedRole, Q extends Schema>({
  call,
  where,
  icon = FileDown,
  ...button
}: DownloadButtonProps<P, W, Q>) {
  const { busy, start } = useFileDownload(error => window.alert(error.message))
  return <Button {...button} icon={icon} busy={busy} onClick={() => void start(call, where)} />
}
