import type { ReactNode } from 'react'
import { readOwnCustomer } from '#contract/customers.ts'
import { isPending } from '#contract/order-status.ts'
import { readCustomersOrder } from '#contract/staff-orders.ts'
import { DataAge } from '../lists/offline-data-note.tsx'
import {
  type Change,
  type CustomerDraft,
  dataOf,
  fieldsIn,
  type RevisionDraft,
  revisedContentOf,
} from '../pwa/change-draft.ts'
import { useCallQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { CustomerValues } from './customer-values.tsx'
import { DifferenceList } from './difference-list.tsx'
import { statusLabel } from './order-status.tsx'
import { dayText, differencesOf, mergedContent, untakenSentences } from './revision-merge.ts'

type ConflictProps<Draft> = {
  change: Draft
  /** Sends the change again, based on the current state. */
  onKeep: (change: Change) => void
  /** The other actions, shown before the button that keeps the change. */
  others: ReactNode
}

/**
 * A refused revision of an order that has changed since: shows the differences, with a button to save it nevertheless.
 */
export function RevisionConflict({ change, onKeep, others }: ConflictProps<RevisionDraft>) {
  const query = useCallQuery(readCustomersOrder, { params: { id: change.order_id } })
  const order = query.data
  if (!order) return <Actions>{others}</Actions>
  if (!isPending(order))
    return (
      <Unsavable others={others}>
        Sipariş artık beklemede değil ({statusLabel(order.status)}); bu revizyon kaydedilemez.
      </Unsavable>
    )
  const now = revisedContentOf(order)
  const merged = mergedContent(change, now)
  if (!merged)
    return (
      <Unsavable others={others}>İki revizyon birlikte siparişte ürün bırakmıyor; bu revizyon kaydedilemez.</Unsavable>
    )
  const differences = differencesOf(now, merged)
  const hasChanges = differences.length > 0 || merged.day !== now.day || merged.notes !== now.notes
  return (
    <div className="grid gap-3">
      <DataAge what="sipariş" query={query} />
      {untakenSentences(change, now).map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      {hasChanges ? (
        <DifferenceList differences={differences} names={{ now: 'Şimdi', mine: 'Sizinki' }} />
      ) : (
        <p>Bu revizyonda kaydedilecek bir değişiklik kalmadı.</p>
      )}
      {merged.day !== now.day && (
        <p>
          Teslimat, şimdi: {dayText(now)}; sizinki: {dayText(merged)}
        </p>
      )}
      {merged.notes !== now.notes && (
        <p>
          Not, şimdi: {now.notes || 'yok'}; sizinki: {merged.notes || 'yok'}
        </p>
      )}
      <Actions>
        {others}
        {hasChanges && (
          <Keep
            onClick={() => onKeep({ ...change, revision_count: order.revision_count, before: now, after: merged })}
          />
        )}
      </Actions>
    </div>
  )
}

/**
 * A refused change of a customer that was changed since: shows the differences, with a button to save it nevertheless.
 */
export function CustomerConflict({ change, onKeep, others }: ConflictProps<CustomerDraft>) {
  const query = useCallQuery(readOwnCustomer, { params: { id: change.customer.id } })
  const customer = query.data
  if (!customer) return <Actions>{others}</Actions>
  const fields = fieldsIn(change.change)
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-medium">Şimdi kayıtlı olan</p>
        <CustomerValues values={customer} fields={fields} />
      </div>
      <div>
        <p className="font-medium">Sizinki</p>
        <CustomerValues values={change.change} fields={fields} />
      </div>
      <Actions>
        {others}
        <Keep onClick={() => onKeep({ ...change, seen: dataOf(customer, fields) })} />
      </Actions>
    </div>
  )
}

function Unsavable({ others, children }: { others: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <p>{children}</p>
      <Actions>{others}</Actions>
    </div>
  )
}

/** The buttons below a refused change; the one that confirms is last. */
export const Actions = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap gap-2">{children}</div>

const Keep = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" onClick={onClick}>
    Benimkini kaydet
  </Button>
)
