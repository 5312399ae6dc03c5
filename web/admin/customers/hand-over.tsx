import { type SyntheticEvent, useId, useState } from 'react'
import { handOverCustomers, type Marketer } from '#contract/marketers.ts'
import { useCommand } from '../../command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toaster.tsx'
import { marketerOptions, useMarketers } from './marketer-options.ts'

type HandOverProps = { marketer: Marketer; open: boolean; onOpenChange: (open: boolean) => void }

/** Hands all customers of a marketer over to another one, with their orders and quotes. */
export function HandOverDialog({ marketer, open, onOpenChange }: HandOverProps) {
  const form = useId()
  const marketers = useMarketers()
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<string>()
  const others = marketers.data?.filter(({ id }) => id !== marketer.id)
  const count = wholeText(marketer.customer_count)
  const { run, pending } = useCommand(handOverCustomers, {
    showError: 'alert',
    refetchWhenLost: true,
    onReply: ({ moved_customers }) => {
      toast.success(`${wholeText(moved_customers)} müşteri devredildi`)
      onOpenChange(false)
    },
  })
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const to = others?.find(({ id }) => id === chosen)
    setFault(to ? undefined : 'Lütfen bir pazarlamacı seçin')
    if (!to || pending) return
    const question = `${marketer.name} adlı pazarlamacının ${count} müşterisi ${to.name} adlı pazarlamacıya devredilsin mi?`
    if (window.confirm(question)) void run({ params: { id: marketer.id }, body: { to_marketer_id: to.id } })
  }
  return (
    <Dialog
      open={open}
      // The reply would close whichever dialog is open when it arrives.
      onOpenChange={next => pending || onOpenChange(next)}
      title="Müşterileri devret"
      description={`${marketer.name}: ${count} müşteri. Siparişleri ve teklif talepleri de yeni pazarlamacıya geçer.`}
      footer={
        <>
          <Button disabled={pending} onClick={() => onOpenChange(false)}>
            Vazgeç
          </Button>
          <Button variant="primary" type="submit" form={form} busy={pending} busyText="Müşteriler devrediliyor">
            Devret
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={send}>
        <Field label="Yeni pazarlamacı" required error={fault ?? marketers.error?.message}>
          <Select
            placeholder="Seçin"
            options={marketerOptions(others)}
            value={chosen}
            onChange={event => setChosen(event.target.value)}
          />
        </Field>
      </Form>
    </Dialog>
  )
}
