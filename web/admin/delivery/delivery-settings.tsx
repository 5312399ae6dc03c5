import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { AmountOrNone } from '#checked/delivery-rules.ts'
import { changeDeliverySettings } from '#contract/delivery.ts'
import type { DeliverySettings } from '#contract/delivery-rules.ts'
import { useCommand } from '../../command.ts'
import { ConflictNote } from '../../forms/conflict-note.tsx'
import { StoredNumber } from '../../forms/stored-number.ts'
import type { Conflicts } from '../../forms/use-conflicts.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { fieldsOf } from '../../stored-values.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toaster.tsx'
import { useClosedDaysWarning } from './closed-day-warning.ts'
import { amountText, liraOrNone } from './route-draft.ts'

/** The settings of all routes: holidays, the minimum of an order and the fee of a smaller one. */
export function DeliverySettingsCard({ settings }: { settings: DeliverySettings }) {
  return (
    <Card title="Genel ayarlar">
      <div className="grid gap-3">
        <Rule name="closed_on_holidays" label="Resmî tatillerde teslimat yapılmaz" settings={settings} />
        <Rule
          name="closed_on_half_days"
          label="Yarım gün tatillerde (arife, 28 Ekim) teslimat yapılmaz"
          settings={settings}
        />
        <Amounts settings={settings} />
      </div>
    </Card>
  )
}

/** Each setting is saved by a command of its own, so that a change does not wait for another one in flight. */
function useSettingsCommand(onReply?: (saved: DeliverySettings) => void) {
  return useCommand(changeDeliverySettings, {
    showError: 'alert',
    refetchWhenLost: true,
    awaitRefetch: true,
    onReply: saved => {
      toast.success('Teslimat ayarları kaydedildi')
      onReply?.(saved)
    },
  })
}

type RuleProps = { name: 'closed_on_holidays' | 'closed_on_half_days'; label: string; settings: DeliverySettings }

/** A switch, which shows the new value while it is being saved. */
function Rule({ name, label, settings }: RuleProps) {
  const [chosen, setChosen] = useState(false)
  const { run, pending } = useSettingsCommand()
  const warn = useClosedDaysWarning()
  const save = async (isOn: boolean) => {
    setChosen(isOn)
    const saved = await run({ body: { [name]: isOn } })
    const isHalf = name === 'closed_on_half_days'
    if (isOn && saved) await warn(day => day.holiday !== null && day.is_half_day === isHalf, null)
  }
  return (
    <Switch
      label={label}
      checked={pending ? chosen : settings[name]}
      busy={pending}
      onChange={({ target }) => void save(target.checked)}
    />
  )
}

/** The amounts of customers and routes without their own. */
function Amounts({ settings }: { settings: DeliverySettings }) {
  const form = useRef<HTMLFormElement>(null)
  const { typed, setTyped, conflicts } = useTypedAmounts(settings, name =>
    form.current?.querySelector<HTMLElement>(`[data-field=${name}]`)?.focus(),
  )
  const [isSent, setSent] = useState(false)
  const { run, pending } = useSettingsCommand(saved => setTyped(typedOf(saved)))
  const checkedMinimum = z.safeParse(AmountOrNone, typed.minimum ?? null)
  const checkedFee = z.safeParse(AmountOrNone, typed.fee ?? null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!checkedMinimum.success || !checkedFee.success) return
    // Only the edited fields: another admin's change of the others may not have been fetched yet.
    const saved = typedOf(settings)
    const body = {
      ...(typed.minimum !== saved.minimum && { minimum: checkedMinimum.data ?? null }),
      ...(typed.fee !== saved.fee && { fee: checkedFee.data ?? null }),
    }
    void run({ body })
  }
  const fieldOf = (name: Amount, hint: string, checked: typeof checkedFee) => {
    const fault = isSent ? checked.error?.issues[0]?.message : undefined
    const conflict = conflicts.get(name)
    return (
      <Field
        label={`${LABELS[name]} (₺)`}
        hint={conflict ? <ConflictNote label={LABELS[name]} {...conflict} /> : hint}
        {...(fault && { error: fault })}
      >
        <NumberInput
          data-field={name}
          readOnly={pending}
          value={typed[name]}
          onValue={lira => setTyped({ ...typed, [name]: lira })}
        />
      </Field>
    )
  }
  return (
    <Form ref={form} onSubmit={send} className="border-line border-t pt-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {fieldOf('minimum', 'KDV dahil. Boşsa alt sınır yok.', checkedMinimum)}
        {fieldOf(
          'fee',
          'Daha küçük siparişlere, KDV dahil. 0 ise ücretsiz, boşsa daha küçük sipariş kabul edilmez.',
          checkedFee,
        )}
      </div>
      <Button type="submit" busy={pending} busyText="Tutarlar kaydediliyor" className="justify-self-end">
        Tutarları kaydet
      </Button>
    </Form>
  )
}

/**
 * The amounts as typed. Another admin's change does not replace an edited one; `conflicts` names it, until the user has
 * chosen, and `focus` then focuses the field. Edited ones are kept when the session expires, unless another admin
 * changes them before they are restored.
 */
function useTypedAmounts(settings: DeliverySettings, focus: (name: Amount) => void) {
  const { minimum, fee } = settings
  const [seen, setSeen] = useState({ minimum, fee })
  const saved = typedOf(settings)
  const [typed, setTyped] = useState(saved)
  /** The saved amounts over which those that are edited were typed. */
  const [typedOver, setTypedOver] = useState(saved)
  if (seen.minimum !== minimum || seen.fee !== fee) {
    const before = typedOf(seen)
    const isEdited = (name: Amount) => typed[name] !== before[name] && typed[name] !== saved[name]
    const keptIf = (amounts: typeof saved) => ({
      minimum: isEdited('minimum') ? amounts.minimum : saved.minimum,
      fee: isEdited('fee') ? amounts.fee : saved.fee,
    })
    setSeen({ minimum, fee })
    setTyped(keptIf(typed))
    setTypedOver(keptIf(typedOver))
  }
  const conflictAt = (name: Amount) => {
    const settle = () => {
      setTypedOver({ ...typedOver, [name]: saved[name] })
      focus(name)
    }
    const takeTheirs = () => {
      setTyped({ ...typed, [name]: saved[name] })
      settle()
    }
    return { theirs: amountText(saved[name]), decide: { takeTheirs, keepMine: settle } }
  }
  const overtaken = AMOUNTS.filter(name => typed[name] !== saved[name] && typedOver[name] !== saved[name])
  const conflicts: Conflicts<Amount> = new Map(overtaken.map(name => [name, conflictAt(name)]))
  useStoredForm({
    name: 'delivery-amounts',
    title: 'Teslimat tutarları',
    changed: () => {
      const edited = AMOUNTS.filter(name => typed[name] !== saved[name])
      const storedOf = (amounts: typeof typed) => Object.fromEntries(edited.map(name => [name, amounts[name] ?? '']))
      return edited.length > 0 ? { ...storedOf(typed), seen: storedOf(typedOver) } : {}
    },
    restore: stored => {
      const seen = fieldsOf(stored.seen)
      const numberIn = (fields: typeof seen, name: Amount) => StoredNumber.safeParse(fields[name]).data
      const kept = AMOUNTS.filter(name => name in stored && numberIn(stored, name) !== saved[name])
      const overtaken = kept.filter(name => name in seen && numberIn(seen, name) !== saved[name])
      for (const name of overtaken)
        toast.warning(`${LABELS[name]} bu arada değişti: ${amountText(saved[name])}`, {
          description: `Yazdığınız geri getirilmedi: ${amountText(numberIn(stored, name))}`,
        })
      const restored = kept.filter(name => !overtaken.includes(name))
      setTyped({ ...typed, ...Object.fromEntries(restored.map(name => [name, numberIn(stored, name)])) })
      return restored.length > 0
    },
  })
  return { typed, setTyped, conflicts }
}

const AMOUNTS = ['minimum', 'fee'] as const
type Amount = (typeof AMOUNTS)[number]

const LABELS: Record<Amount, string> = { minimum: 'En az sipariş tutarı', fee: 'Teslimat ücreti' }

/** The amounts as fields show them: in lira. */
const typedOf = ({ minimum, fee }: Pick<DeliverySettings, Amount>): Record<Amount, number | undefined> => ({
  minimum: liraOrNone(minimum),
  fee: liraOrNone(fee),
})
