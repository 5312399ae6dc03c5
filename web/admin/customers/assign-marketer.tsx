import { useId, useRef, useState } from 'react'
import { updateCustomer } from '#contract/customer-changes.ts'
import { type Customer, NO_MARKETER } from '#contract/customers.ts'
import { useAction } from '../../action.ts'
import { request, requestError } from '../../api.ts'
import { onSessionChange } from '../../current-session.ts'
import { changeEach, type Outcome } from '../../lists/change-each.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { invalidate } from '../../queries.ts'
import { noteUser } from '../../same-user.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useConfirmBeforeUnload } from '../../ui/leave-guard.ts'
import { wholeText } from '../../ui/number-text.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toaster.tsx'
import { marketerOptions, useMarketers } from './marketer-options.ts'

type AssignMarketerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The chosen customers. */
  ids: readonly string[]
  /** The customers in the list, with the marketers that it shows. */
  customers: readonly Customer[]
  /** The marketers that customers outside the list had when they were selected, by customer. */
  seen: ReadonlyMap<string, string | null>
  /** Called with the ids of the customers that were not assigned, and of those among them that others have changed. */
  onDone: (unassigned: string[], changed: string[]) => void
}

const NO_MARKETER_OPTION = { value: NO_MARKETER, label: 'Pazarlamacısı olmasın' }

/** Assigns the chosen customers to a marketer, or to none, one by one. */
export function AssignMarketerDialog({ open, onOpenChange, ids, customers, seen, onDone }: AssignMarketerProps) {
  const form = useId()
  const marketers = useMarketers()
  const [chosen, setChosen] = useState('')
  const [fault, setFault] = useState<string>()
  const close = () => {
    setChosen('')
    setFault(undefined)
    onOpenChange(false)
  }
  const { run, done, isBusy, stop } = useAssignment(ids, customers, seen, (unassigned, changed) => {
    close()
    onDone(unassigned, changed)
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
      description={`${wholeText(ids.length)} müşteri seçildi. Siparişleri ve teklifleri de yeni pazarlamacıya görünür.`}
      footer={
        <>
          <Button onClick={isBusy ? stop : close}>{isBusy ? 'Durdur' : 'Vazgeç'}</Button>
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
          <ProgressBar
            label={`${wholeText(done)} / ${wholeText(ids.length)} müşteri`}
            value={(100 * done) / Math.max(1, ids.length)}
          />
        )}
      </Form>
    </Dialog>
  )
}

/**
 * `run` assigns the customers to a marketer, and calls `onEnd` with the ids of those that were not assigned, such as
 * one whose marketer is no longer that in the list, or at the selection. `stop` and the end of the session end the run
 * after the requests in flight.
 */
function useAssignment(
  ids: readonly string[],
  customers: readonly Customer[],
  seen: AssignMarketerProps['seen'],
  onEnd: AssignMarketerProps['onDone'],
) {
  const [done, setDone] = useState(0)
  const stopping = useRef<AbortController>(undefined)
  const assignAll = async (assigned_marketer_id: string | null) => {
    setDone(0)
    const isSameUser = noteUser()
    const stopped = new AbortController()
    stopping.current = stopped
    const unsubscribe = onSessionChange(() => stopped.abort())
    const listed = customers.map(customer => [customer.id, customer.assigned_marketer_id] as const)
    const shown = new Map([...seen, ...listed])
    const changed: string[] = []
    const outcome = await changeEach(
      ids.map(id => ({ id, body: { assigned_marketer_id, seen: { assigned_marketer_id: shown.get(id) } } })),
      ({ id, body }) =>
        request(updateCustomer, { params: { id }, body }).catch(reason => {
          if (requestError(reason).is(updateCustomer, 'customer_changed')) changed.push(id)
          throw reason
        }),
      { onDone: setDone, signal: stopped.signal },
    ).finally(unsubscribe)
    if (!isSameUser()) return
    showNextResults('customers')
    void invalidate(updateCustomer.invalidates)
    const unassigned = [...outcome.refused.map(({ id }) => id), ...outcome.untried]
    onEnd(unassigned, changed)
    const assignedCount = ids.length - unassigned.length
    if (assignedCount) toast.success(`${wholeText(assignedCount)} müşterinin pazarlamacısı değişti`)
    if (unassigned.length) window.alert(outcomeMessage(outcome))
  }
  const { run, pending } = useAction(assignAll, { showError: 'alert' })
  useConfirmBeforeUnload(pending)
  return { run, done, isBusy: pending, stop: () => stopping.current?.abort() }
}

function outcomeMessage({ refused, untried }: Outcome) {
  const reasons = new Set(refused.map(({ why }) => why))
  return [
    ...(refused.length > 0 ? [`${wholeText(refused.length)} müşteri değiştirilemedi; seçili kaldı.`] : []),
    ...reasons,
    ...(untried.length > 0 ? [`${wholeText(untried.length)} müşteriye sıra gelmedi; değişmedi, seçili kaldı.`] : []),
  ].join('\n')
}
