import type { ComponentProps } from 'react'
import { TextInput } from './text-input.tsx'

/** An e-mail field, without automatic capitalization or spell checking. */
export function EmailInput(props: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  return <TextInput type="email" autoCapitalize="none" spellCheck={false} {...props} />
}
