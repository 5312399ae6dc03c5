import { useEffect, useRef } from 'react'
import { TextInput, type TextInputProps } from './text-input.tsx'

/**
 * A `TextInput` for a date. While nothing is typed it has the attribute `data-empty`, because WebKit draws today's date
 * in an empty one (`theme.css`).
 */
export function DateInput({ onBlur, ...props }: Omit<TextInputProps, 'type' | 'icon' | 'suffix' | 'onInput'>) {
  const wrapper = useRef<HTMLSpanElement>(null)
  const mark = () => {
    const input = wrapper.current?.querySelector('input')
    // A date that is typed in part has no value either.
    input?.toggleAttribute('data-empty', input.value === '' && !input.validity.badInput)
  }
  useEffect(mark)
  return (
    <span ref={wrapper} className="contents">
      <TextInput
        {...props}
        type="date"
        onInput={mark}
        onBlur={event => {
          mark()
          onBlur?.(event)
        }}
      />
    </span>
  )
}
