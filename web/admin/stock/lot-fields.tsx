import { useState } from 'react'
import { EXPIRY_LETTERS, MAX_LOT_CODE } from '#contract/lot-labels.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { QuestionStrip } from './lot-question.tsx'
import type { LotQuestion } from './lot-questions.ts'
import type { LineChange } from './receipt-draft.ts'
import type { ReceiptLine } from './receipt-lines.ts'

/** Selects a field with an invalid quantity, lot or date. */
export const INVALID = '[aria-invalid]'
/** Selects an empty field for a lot's code. */
export const EMPTY_CODE = 'input[data-lot-code][value=""]'

const KINDS = Object.entries(EXPIRY_LETTERS).map(([value, label]) => ({ value, label }))

type LotFieldsProps = {
  line: ReceiptLine
  fault: string | undefined
  question: LotQuestion | undefined
  onChange: (change: LineChange) => void
  /** Called when Enter leaves the last field. */
  onDone: () => void
}

/** Lot and expiry of a line, and the question about them. */
export function LotFields({ line, fault, question, onChange, onDone }: LotFieldsProps) {
  const { name, lot_tracking, expires_on, expiry_kind } = line
  return (
    <div className="grid w-full min-w-0 gap-2">
      <fieldset
        aria-label={`${name} partisi`}
        className="grid min-w-0 grid-cols-2 items-start gap-2 sm:grid-cols-[minmax(0,20rem)_6.5rem_10rem]"
      >
        <Field
          label="Parti no"
          className="max-sm:col-span-2"
          required={lot_tracking === 'required'}
          {...(fault && { error: fault })}
        >
          <CodeInput value={line.code} onCommit={code => onChange({ code })} />
        </Field>
        <Field label="Tarih türü">
          <Select
            options={KINDS}
            value={expiry_kind}
            onChange={({ target }) => onChange({ expiry_kind: target.value === 'tett' ? 'tett' : 'skt' })}
          />
        </Field>
        <Field label="Son tarih">
          <DateInput
            value={expires_on}
            settled
            enterKeyHint="done"
            onDay={day => onChange({ expires_on: day })}
            onKeyDown={event => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
              const { currentTarget } = event
              // In the next frame, when the field has been marked if its text is not a day.
              requestAnimationFrame(() => currentTarget.matches(INVALID) || onDone())
            }}
          />
        </Field>
      </fieldset>
      {question && (
        <QuestionStrip
          text={question.text}
          answers={question.answers.map(({ label, change }) => ({ label, onAnswer: () => onChange(change) }))}
        />
      )}
    </div>
  )
}

/** The code is committed when the field is left, as the questions about it depend on the whole code. */
function CodeInput({ value, onCommit }: { value: string; onCommit: (code: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const commit = () => {
    setTyped(undefined)
    const code = typed?.trim() ?? value
    if (code !== value) onCommit(code)
  }
  return (
    <TextInput
      data-lot-code
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={MAX_LOT_CODE}
      value={typed ?? value}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Escape') setTyped(undefined)
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        // Leaving the field commits the code.
        event.currentTarget.closest('fieldset')?.querySelector<HTMLElement>('[data-date]')?.focus()
      }}
    />
  )
}
