import type { ComponentProps } from 'react'
import { TextInput } from '../ui/text-input.tsx'

/** The field of a code of the authenticator app. Letters are allowed, as a recovery code may take its place. */
export function CodeInput(props: ComponentProps<typeof TextInput>) {
  return <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={40} {...props} />
}
