import type { ComponentProps } from 'react'
import { TextInput } from '../ui/text-input.tsx'

/** The field for a code of the authenticator app. Letters are allowed, as it also accepts a recovery code. */
export function CodeInput(props: ComponentProps<typeof TextInput>) {
  return <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={40} {...props} />
}
