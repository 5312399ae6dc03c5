import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { readListFile } from '#contract/order-lists.ts'
import { enteredLines } from '#contract/quick-entry.ts'
import { useAction } from '../action.ts'
import { request } from '../api.ts'
import { randomId } from '../random-id.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toaster.tsx'
import { csvLines } from './csv-lines.ts'
import { fileText } from './file-text.ts'

type ListFileButtonProps = {
  text: string
  /** Called with the lines of the file, and the text of the list when the file was chosen. */
  onRead: (read: string, before: string) => void
}

/** Chooses a file: a text file is read in the browser, a workbook by the server. */
export function ListFileButton({ text, onRead }: ListFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const read = async ({ file }: { file: File; before: string }) => {
    if (/\.csv$/i.test(file.name)) return csvLines(fileText(await file.arrayBuffer()))
    if (/\.txt$/i.test(file.name)) return enteredLines(fileText(await file.arrayBuffer()))
    return (await request(readListFile, { file, key: randomId() })).lines
  }
  const { run, pending } = useAction(read, {
    showError: 'toast',
    onReply: (lines, { before }) =>
      lines.length > 0 ? onRead(lines.join('\n'), before) : toast.warning('Dosyada satır yok'),
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Reset, so that the same file can be chosen again after it was changed.
    target.value = ''
    if (file) void run({ file, before: text })
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".xlsx,.xls,.csv,.txt"
        aria-label="Liste dosyası"
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <Button size="small" icon={Upload} busy={pending} busyText="Okunuyor" onClick={() => input.current?.click()}>
        Excel veya CSV dosyası seç
      </Button>
    </div>
  )
}
