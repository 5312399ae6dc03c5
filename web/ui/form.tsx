import type { ComponentProps, KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'

/** A form with its own error messages, submitted by Ctrl/⌘-Enter from any field. */
export function Form({ className, onKeyDown, ...rest }: ComponentProps<'form'>) {
  const submitOnShortcut = (event: KeyboardEvent<HTMLFormElement>) => {
    onKeyDown?.(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut bubbles to it from its fields
    <form
      noValidate
      {...rest}
      onKeyDown={submitOnShortcut}
      className={classNames('grid grid-cols-1 gap-4', className)}
    />
  )
}

/** For `onKeyDown` of a form with many lines: Enter confirms the field without submitting the form. */
export function keepEnterInForm(event: KeyboardEvent<HTMLFormElement>) {
  const isShortcut = event.ctrlKey || event.metaKey
  if (event.key === 'Enter' && !isShortcut && event.target instanceof HTMLInputElement) event.preventDefault()
}
