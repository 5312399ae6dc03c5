import { Minus, Plus } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { announce } from './announce.ts'
import { classNames } from './class-names.ts'
import { numberFrom, quantityFault, wholeText } from './number-text.ts'
import { useSelectAll } from './select-all.ts'

type QuantityStepperProps = {
  value: number
  /** Called with a whole number between `min` and `max`, when it differs from `value`. */
  onCommit: (quantity: number) => void
  /** What is counted ("Ezine peyniri miktarı"). */
  label: string
  min?: number
  max?: number
  /** Called when more than `max` was entered, and no more than any order may have; `max` is committed as well. */
  onTooMany?: (wanted: number) => void
  /** The quantity for text that is not a number; by default the quantity is unchanged. */
  emptyMeans?: number
  /** Validates a typed number, `NaN` for none; by default fractions and numbers above `max` are rejected. */
  faultOf?: (typed: number) => string | undefined
  /**
   * Called with the error on Enter or blur, and with `undefined` once it is corrected. Invalid input remains as typed.
   */
  onFault: (fault: string | undefined) => void
  /** The text being typed, if the caller keeps it, and the function that receives it; `undefined` once committed. */
  typed?: string | undefined
  onTyped?: (typed: string | undefined) => void
  /** Called after Enter has committed the number. */
  onEnter?: () => void
  /** Enter moves to another field; on-screen keyboards label the Enter key accordingly. */
  hasNext?: boolean
  /** Without the buttons, for narrow rows. */
  bare?: boolean
  /** Shown beside the number: ADET, KG. */
  unit?: string
  disabled?: boolean
  block?: boolean
  className?: string
}

/** Minus, the number, plus. Typed text is committed on Enter or blur; arrow keys step. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { label, unit, disabled, block, bare, hasNext, className } = props
  const { field, step, isLeast, isMost } = useTypedQuantity(props)
  const selectAll = useSelectAll()
  return (
    <fieldset
      aria-label={label}
      disabled={disabled}
      className={classNames(
        'framed inline-flex h-11 min-w-0 items-stretch overflow-clip rounded-md bg-surface',
        !unit && 'sm:pointer-fine:h-control',
        block ? 'w-full' : 'w-40',
        className,
      )}
    >
      {!bare && <StepButton label="Azalt" icon={Minus} disabled={isLeast} onPress={() => step(-1)} />}
      <span
        className={classNames('@container relative flex min-w-0 flex-1 items-center', !bare && 'border-line border-x')}
      >
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint={hasNext ? 'next' : 'done'}
          aria-label={unit ? `${label} (${unit})` : label}
          {...selectAll}
          {...field}
          className={classNames(
            'ring-inside h-full w-full min-w-0 bg-transparent text-center font-medium disabled:text-ink-faint',
            sizeOf(field.value),
            unit && 'pb-4',
          )}
        />
        {unit && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-x-0 bottom-1 truncate text-center text-ink-soft text-xs"
          >
            {unit}
          </span>
        )}
      </span>
      {!bare && <StepButton label="Artır" icon={Plus} disabled={isMost} onPress={() => step(1)} />}
    </fieldset>
  )
}

/** Long numbers are as large as fits, so that even 1.000.000 is not cut in the narrowest field. */
const sizeOf = ({ length }: string) => (length > 5 ? 'fitted-number' : 'px-1 text-body')

/** The props of the number field, the function that the buttons call, and whether a limit is reached. */
function useTypedQuantity(props: QuantityStepperProps) {
  const { value, onCommit, min = 1, max = MAX_QUANTITY, onTooMany, emptyMeans = value, onFault, unit = '' } = props
  // With `onTooMany`, numbers above `max` are corrected rather than rejected, unless no order can have them: a barcode.
  const faultOf = props.faultOf ?? (wanted => quantityFault(wanted, onTooMany ? MAX_QUANTITY : max))
  const [own, setOwn] = useState<string>()
  const [typed, setTyped] = props.onTyped ? [props.typed, props.onTyped] : [own, setOwn]
  const number = typed === undefined ? undefined : numberFrom(typed)
  const faultIn = (text: string) => faultOf(numberFrom(text) ?? Number.NaN)
  const fault = typed === undefined ? undefined : faultIn(typed)
  const reset = () => {
    setTyped(undefined)
    onFault(undefined)
  }
  const commit = (wanted: number) => {
    reset()
    if (wanted > max) onTooMany?.(wanted)
    const quantity = Math.max(min, Math.min(max, wanted))
    if (quantity !== value) onCommit(quantity)
    return quantity
  }
  const commitTyped = () => {
    if (fault !== undefined) onFault(fault)
    else if (typed !== undefined) commit(number ?? emptyMeans)
  }
  /** What the buttons and the arrow keys count from. */
  const present = fault === undefined ? (number ?? value) : value
  const step = (by: number) => announce(`${wholeText(commit(present + by))} ${unit}`.trim())
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (event.key === 'Escape') reset()
    if (event.key !== 'Enter' && by === undefined) return
    // The shortcut that submits the form also submits the number just typed.
    if (by === undefined && (event.ctrlKey || event.metaKey)) return flushSync(commitTyped)
    // Inside a form, Enter commits the number without submitting the form.
    event.preventDefault()
    event.stopPropagation()
    if (by !== undefined) return step(by)
    flushSync(commitTyped)
    if (fault === undefined && !event.repeat) props.onEnter?.()
  }
  const field = {
    'aria-invalid': fault !== undefined || undefined,
    // The message is shown elsewhere; a screen reader also reads it with the field.
    'aria-description': fault,
    value: typed ?? wholeText(value),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setTyped(target.value)
      if (faultIn(target.value) === undefined) onFault(undefined)
    },
    onBlur: commitTyped,
    onKeyDown: keyDown,
  }
  return { field, step, isLeast: present <= min, isMost: !onTooMany && present >= max }
}

function StepButton(props: { label: string; icon: typeof Plus; disabled: boolean; onPress: () => void }) {
  const { label, icon: Icon, disabled, onPress } = props
  const press = ({ currentTarget: button, detail }: MouseEvent<HTMLButtonElement>) => {
    flushSync(onPress)
    // A button that is disabled loses the focus, which it has if it was pressed by a key.
    if (detail === 0 && button.disabled) button.closest('fieldset')?.querySelector('input')?.focus()
  }
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      // A blur of the field would commit the typed number before this press counts from it.
      onPointerDown={event => event.preventDefault()}
      onClick={press}
      className="ring-inside grid w-11 shrink-0 place-items-center text-ink-soft transition-colors hover:bg-surface-sunken hover:text-ink active:bg-surface-pressed disabled:cursor-not-allowed disabled:text-line-strong sm:pointer-fine:w-9"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  )
}
