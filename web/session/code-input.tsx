import type { ComponentProps } from 'react'
import { MAX_CODE } from '#contract/staff-login.ts'
import { TextInput } from '../ui/text-input.tsx'

/** The field for a code of the authenticator app. Letters are allowed, as it also accepts a recovery code. */
export function CodeInput(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={MAX_CODE} {...props} />
  )
}
