import type { ComponentProps } from 'react'
import { TextInput } from './text-input.tsx'

/** An e-mail address: no telephone begins it with a capital or finds it misspelt. */
export function EmailInput(props: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  return <TextInput type="email" autoCapitalize="none" spellCheck={false} {...props} />
}
