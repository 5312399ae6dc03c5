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

/** For `onKeyDown` of a form with many lines: Enter in a field ends the field, not the form. */
export function staysInForm(event: KeyboardEvent<HTMLFormElement>) {
  const isShortcut = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && !isShortcut && event.target instanceof HTMLInputElement) event.preventDefault()
}
