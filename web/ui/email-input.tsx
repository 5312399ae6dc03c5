import { type ComponentProps, useEffect, useState } from 'react'
import { announce } from './announce.ts'
import { TextInput } from './text-input.tsx'

/**
 * An e-mail field, without automatic capitalization or spell checking. A note below it lists letters that exist only in
 * Turkish, as they are usually typing mistakes.
 */
export function EmailInput({ onInput, ...props }: Omit<ComponentProps<typeof TextInput>, 'type'>) {
  const [note, setNote] = useState<string>()
  useEffect(() => {
    if (note) announce(note)
  }, [note])
  return (
    <>
      <TextInput
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        onInput={event => {
          setNote(noteOn(event.currentTarget.value))
          onInput?.(event)
        }}
      />
      {note && <p className="text-ink-soft text-sm">{note}</p>}
    </>
  )
}

/** The note about Turkish letters in an address; undefined if it has none. */
function noteOn(address: string): string | undefined {
  const letters = [...new Set(address.match(/[çğıöşüÇĞİÖŞÜ]/g))]
  if (letters.some(letter => !/[ıİ]/.test(letter)))
    return `Adreste ${letters.map(letter => `“${letter}”`).join(', ')} var; e-posta adreslerinde Türkçe harf olmaz.`
  // The contract's `deliverable()` replaces the letter when a mail is sent.
  if (letters[0]) return `Adreste “${letters[0]}” harfi var; e-postalar adresin “i” ile yazılmış hâline gönderilir.`
  // Chromium and WebKit convert the part after the @ to punycode.
  return /[@.]xn--/.test(address)
    ? 'Adresin @ işaretinden sonrasında “ı”, “ş” gibi bir harf var; alan adlarında genellikle Türkçe harf olmaz.'
    : undefined
}
