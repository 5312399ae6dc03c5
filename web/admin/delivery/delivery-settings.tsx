import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { AmountOrNone } from '#checked/delivery-rules.ts'
import { changeDeliverySettings } from '#contract/delivery.ts'
import type { DeliverySettings } from '#contract/delivery-rules.ts'
import { useCommand } from '../../command.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toaster.tsx'
import { inLira } from './route-draft.ts'

/** What all routes have in common: holidays, the least amount of an order and the fee of a smaller one. */
export function DeliverySettingsCard({ settings }: { settings: DeliverySettings }) {
  const { run } = useCommand(changeDeliverySettings, {
    showError: 'alert',
    refetchWhenLost: true,
    onReply: () => toast.success('Teslimat ayarları kaydedildi'),
  })
  return (
    <Card title="Genel ayarlar">
      <div className="grid gap-3">
        <Switch
          label="Resmî tatillerde teslimat yapılmaz"
          checked={settings.closed_on_holidays}
          onChange={({ target }) => void run({ body: { closed_on_holidays: target.checked } })}
        />
        <Switch
          label="Yarım gün tatillerde (arife, 28 Ekim) teslimat yapılmaz"
          checked={settings.closed_on_half_days}
          onChange={({ target }) => void run({ body: { closed_on_half_days: target.checked } })}
        />
        <Amounts
          key={`${settings.minimum} ${settings.fee}`}
          settings={settings}
          onSave={amounts => void run({ body: amounts })}
        />
      </div>
    </Card>
  )
}

type AmountsProps = {
  settings: DeliverySettings
  onSave: (amounts: Pick<DeliverySettings, 'minimum' | 'fee'>) => void
}

/** The amounts of customers and routes that have none of their own. */
function Amounts({ settings, onSave }: AmountsProps) {
  const [minimum, setMinimum] = useState(inLira(settings.minimum))
  const [fee, setFee] = useState(inLira(settings.fee))
  const [isSent, setSent] = useState(false)
  const [checkedMinimum, checkedFee] = [minimum, fee].map(amount => z.safeParse(AmountOrNone, amount ?? null))
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (checkedMinimum?.success && checkedFee?.success)
      onSave({ minimum: checkedMinimum.data || null, fee: checkedFee.data || null })
  }
  const faultOf = (checked: typeof checkedFee) => {
    const fault = isSent ? checked?.error?.issues[0]?.message : undefined
    return fault ? { error: fault } : {}
  }
  return (
    <Form onSubmit={send} className="border-line border-t pt-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="En az sipariş tutarı (₺)" hint="KDV dahil. Boşsa alt sınır yok." {...faultOf(checkedMinimum)}>
          <NumberInput value={minimum} onValue={setMinimum} />
        </Field>
        <Field
          label="Teslimat ücreti (₺)"
          hint="Daha küçük siparişlere, KDV dahil. Boşsa daha küçük sipariş alınmaz."
          {...faultOf(checkedFee)}
        >
          <NumberInput value={fee} onValue={setFee} />
        </Field>
      </div>
      <Button type="submit" className="justify-self-end">
        Tutarları kaydet
      </Button>
    </Form>
  )
}
