import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { INPUT_LOOKS, useFieldAttributes } from './input.ts'

/** A multi-line text field; grows with its content where the browser supports it. */
export function Textarea({ className, rows = 3, ...own }: ComponentProps<'textarea'>) {
  const attributes = useFieldAttributes(own)
  return (
    <textarea
      {...attributes}
      rows={rows}
      className={classNames(INPUT_LOOKS, 'field-sizing-content max-h-80 min-h-20 px-3 py-2', className)}
    />
  )
}
