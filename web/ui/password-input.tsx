import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { INPUT_LOOKS, useFieldAttributes } from './input.ts'

/** A password field with a button to show it. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordInput({ className, ...own }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const attributes = useFieldAttributes(own)
  return (
    <span className={classNames('relative flex min-w-0 items-center', className)}>
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...attributes}
        type={shown ? 'text' : 'password'}
        className={classNames(INPUT_LOOKS, 'h-control pr-12 pl-3')}
      />
      <span className="absolute right-0">
        <IconButton
          className="ring-inside"
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Şifreyi gizle' : 'Şifreyi göster'}
          onClick={() => setShown(!shown)}
        />
      </span>
    </span>
  )
}
