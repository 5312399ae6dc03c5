import { FileCheck2, Upload, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { useFieldAttributes } from './input.ts'

type FileChooserProps = {
  file: File | undefined
  /** Called with a file of any type, chosen or dropped, which the caller validates; `undefined` when it is removed. */
  onChoose: (file: File | undefined) => void
  /** The file types offered by the system's file dialog (".xlsx,.xls"). */
  accept?: string
  /** The call to action ("Excel dosyası seçin"). */
  prompt: string
}

/** Selects one file, by the system's file dialog or by drag and drop. Connects itself to the `Field` around it. */
export function FileChooser({ file, onChoose, accept, prompt }: FileChooserProps) {
  const fieldAttributes = useFieldAttributes({})
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const choose = (chosen: File | undefined) => {
    // Reset, so that the same file can be chosen again after it was changed.
    if (input.current) input.current.value = ''
    onChoose(chosen)
  }
  const hover = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped) choose(dropped)
  }
  return (
    <div
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'relative flex min-h-24 items-center gap-3 rounded-md border border-dashed px-4 py-3 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        over ? 'bg-brand-soft' : 'bg-surface hover:bg-surface-sunken',
        over ? 'border-brand-ink' : fieldAttributes['aria-invalid'] ? 'border-danger-ink' : 'border-line-strong',
      )}
    >
      {/* Covers the whole zone, so that a click anywhere opens the file dialog. */}
      <input
        {...fieldAttributes}
        ref={input}
        type="file"
        accept={accept}
        onChange={event => event.target.files?.[0] && choose(event.target.files[0])}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {file ? (
        <>
          <FileCheck2 aria-hidden className="size-6 shrink-0 text-green-ink" />
          <output className="min-w-0 flex-1">
            <span className="block truncate font-medium">{file.name}</span>
            <span className="text-ink-soft text-sm">{sizeText(file.size)}</span>
          </output>
          <IconButton icon={X} label="Dosyayı kaldır" className="relative" onClick={() => choose(undefined)} />
        </>
      ) : (
        <>
          <Upload aria-hidden className="size-6 shrink-0 text-ink-soft" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{prompt}</span>
            <span className="text-ink-soft text-sm max-sm:hidden">veya buraya sürükleyip bırakın</span>
          </span>
        </>
      )}
    </div>
  )
}

const SIZE = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 1 })

/** A size in bytes as "12,3 MB". */
export function sizeText(bytes: number) {
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${SIZE.format(Math.ceil(kilobytes))} KB` : `${SIZE.format(kilobytes / 1024)} MB`
}
