import type { ComponentProps, KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'

/** A form that says its errors itself, and is sent by Ctrl/⌘-Enter from anywhere in it. */
export function Form({ className, onKeyDown, ...rest }: ComponentProps<'form'>) {
  const send = (event: KeyboardEvent<HTMLFormElement>) => {
    onKeyDown?.(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the shortcut of its fields
  return <form noValidate {...rest} onKeyDown={send} className={classNames('grid gap-4', className)} />
}
