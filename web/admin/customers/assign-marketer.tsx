import { useId, useState } from 'react'
import { NO_MARKETER, updateCustomer } from '#contract/customers.ts'
import { formatNumber } from '#contract/money.ts'
import { useAction } from '../../action.ts'
import { request, requestError } from '../../api.ts'
import { invalidate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toaster.tsx'
import { marketerOptions, useMarketers } from './marketer-options.ts'

type AssignMarketerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The chosen customers. */
  ids: readonly string[]
  /** Called with the ids of the customers that could not be assigned. */
  onDone: (refused: string[]) => void
}

const NO_MARKETER_OPTION = { value: NO_MARKETER, label: 'Pazarlamacısı olmasın' }

/** Assigns the chosen customers to a marketer, or to none, one request after the other. */
export function AssignMarketerDialog({ open, onOpenChange, ids, onDone }: AssignMarketerProps) {
  const form = useId()
  const marketers = useMarketers()
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<string>()
  const close = () => {
    setChosen('')
    setFault(undefined)
    onOpenChange(false)
  }
  const { run, done, isBusy } = useAssignment(ids, refused => {
    close()
    onDone(refused)
  })
  const assign = () => {
    setFault(chosen ? undefined : 'Lütfen bir pazarlamacı seçin')
    if (chosen) void run(chosen === NO_MARKETER ? null : chosen)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={() => !isBusy && close()}
      title="Pazarlamacı ata"
      description={`${formatNumber(ids.length)} müşteri seçildi. Siparişleri ve teklifleri de yeni pazarlamacıya görünür.`}
      footer={
        <>
          <Button disabled={isBusy} onClick={close}>
            Vazgeç
          </Button>
          <Button variant="primary" type="submit" form={form} busy={isBusy} busyText="Pazarlamacı atanıyor">
            Ata
          </Button>
        </>
      }
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          assign()
        }}
      >
        <Field label="Pazarlamacı" required error={fault ?? marketers.error?.message}>
          <Select
            placeholder="Seçin"
            disabled={isBusy}
            options={[...(marketerOptions(marketers.data) ?? []), NO_MARKETER_OPTION]}
            value={chosen}
            onChange={event => setChosen(event.target.value)}
          />
        </Field>
        {isBusy && (
          <ProgressBar label={`${done} / ${ids.length} müşteri`} value={(100 * done) / Math.max(1, ids.length)} />
        )}
      </Form>
    </Dialog>
  )
}

type Refused = { id: string; why: string }

/** `run` assigns the customers to a marketer, and calls `onEnd` with the ids of those that could not be assigned. */
function useAssignment(ids: readonly string[], onEnd: (refused: string[]) => void) {
  const [done, setDone] = useState(0)
  const assignAll = async (assigned_marketer_id: string | null) => {
    setDone(0)
    const refused: Refused[] = []
    for (const [place, id] of ids.entries()) {
      await request(updateCustomer, { params: { id }, body: { assigned_marketer_id } }).catch((error: unknown) =>
        refused.push({ id, why: requestError(error).message }),
      )
      setDone(place + 1)
    }
    void invalidate(updateCustomer.invalidates)
    onEnd(refused.map(({ id }) => id))
    const assignedCount = ids.length - refused.length
    if (assignedCount) toast.success(`${formatNumber(assignedCount)} müşterinin pazarlamacısı değişti`)
    if (refused.length) window.alert(refusalMessage(refused))
  }
  const { run, pending } = useAction(assignAll, { showError: 'alert' })
  return { run, done, isBusy: pending }
}

function refusalMessage(refused: readonly Refused[]) {
  const reasons = new Set(refused.map(({ why }) => why))
  return `${formatNumber(refused.length)} müşteri değiştirilemedi; seçili kaldı.\n${[...reasons].join('\n')}`
}
