import { useRef, useState } from 'react'
import { PriceChange } from '#checked/price-changes.ts'
import { PRICE_STEPS, type PriceChange as Rule } from '#contract/price-changes.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { isText } from '../../stored-values.ts'
import { decimalText } from '../../ui/decimal-text.ts'
import { Field } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'

type Choices = { kind: Rule['kind']; isRaise: boolean; step: Rule['step'] }

const INITIAL: Choices = { kind: 'percent', isRaise: true, step: 1 }

/** How prices are to change, as typed so far; `text` is the same for the same rule. */
export type TypedRule = ReturnType<typeof usePriceRule>

/**
 * A rule by which the prices of some products change: its kind, direction, amount (percent or lira) and rounding.
 * `products` identifies them, as a rule is not typed for others.
 */
export function usePriceRule(products: string) {
  const [choices, setChoices] = useState(INITIAL)
  const [amount, setAmount] = useState<number>()
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useStoredForm({
    name: `bulk-prices:${products}`,
    title: 'Fiyatları değiştir',
    changed: () => (amount === undefined ? {} : { ...choices, amount: String(amount) }),
    restore: ({ kind, isRaise, step, amount: kept }) => {
      if (!isText(kept)) return
      setChoices({
        kind: kind === 'amount' ? 'amount' : 'percent',
        isRaise: isRaise !== false,
        step: PRICE_STEPS.find(one => one === step) ?? 1,
      })
      setAmount(Number(kept))
    },
  })
  return {
    choices,
    amount,
    fault,
    input,
    isTyped: amount !== undefined,
    text: JSON.stringify([choices, amount]),
    choose: (changed: Partial<Choices>) => {
      setFault(undefined)
      setChoices({ ...choices, ...changed })
    },
    type: (typed: number | undefined) => {
      setFault(undefined)
      setAmount(typed)
    },
    /** The rule; `undefined` if it is invalid, in which case its field shows the message and takes the focus. */
    check: (): Rule | undefined => {
      const { data, message } = ruleOf(choices, amount)
      setFault(message)
      if (message) input.current?.focus()
      return data
    },
  }
}

function ruleOf({ kind, isRaise, step }: Choices, amount: number | undefined): { data?: Rule; message?: string } {
  if (amount === undefined || Number.isNaN(amount)) return { message: 'Lütfen geçerli bir sayı girin' }
  // No negative numbers: increase or reduction is a choice of its own.
  if (amount <= 0) return { message: 'Sayı 0’dan büyük olmalıdır' }
  const { data, error } = PriceChange.safeParse({ kind, step, value: isRaise ? amount : -amount })
  return data ? { data } : { message: error?.issues[0]?.message ?? '' }
}

const KINDS = [
  { value: 'percent', label: 'Yüzde' },
  { value: 'amount', label: 'Tutar' },
] as const
const DIRECTIONS = [
  { value: 'raise', label: 'Artır' },
  { value: 'cut', label: 'İndir' },
] as const
const STEPS = [
  { value: '1', label: 'Yok' },
  { value: '5', label: '5 kuruş' },
  { value: '10', label: '10 kuruş' },
] as const

/** The fields of a rule. */
export function PriceRuleFields({ rule: { choices, amount, fault, input, choose, type } }: { rule: TypedRule }) {
  const isPercent = choices.kind === 'percent'
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4 sm:grid-cols-2">
      <Segmented
        block
        label="Yön"
        value={choices.isRaise ? 'raise' : 'cut'}
        options={DIRECTIONS}
        onChange={direction => choose({ isRaise: direction === 'raise' })}
      />
      <Segmented
        block
        label="Değişiklik türü"
        value={choices.kind}
        options={KINDS}
        onChange={kind => choose({ kind })}
      />
      <Field label={isPercent ? 'Oran' : 'Tutar'} required error={fault}>
        <NumberInput
          ref={input}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
          autoFocus
          suffix={isPercent ? '%' : '₺'}
          enterKeyHint="next"
          value={amount}
          onValue={type}
        />
      </Field>
      <div className="grid content-start gap-1">
        <span aria-hidden className="font-medium text-sm">
          Yuvarlama
        </span>
        <Segmented
          block
          label="Yuvarlama"
          value={STEPS.find(({ value }) => Number(value) === choices.step)?.value}
          options={STEPS}
          onChange={step => choose({ step: PRICE_STEPS.find(one => one === Number(step)) ?? 1 })}
        />
      </div>
    </div>
  )
}

/** A rule in words: '%10 artış, 5 kuruşa yuvarlandı'. */
export function ruleText({ kind, value, step }: Rule): string {
  const amount = decimalText(Math.abs(value) / 100, value % 100 === 0 ? 0 : 2)
  const change = `${kind === 'percent' ? `%${amount}` : `₺${amount}`} ${value > 0 ? 'artış' : 'indirim'}`
  return step === 1 ? change : `${change}, ${step} kuruşa yuvarlandı`
}
