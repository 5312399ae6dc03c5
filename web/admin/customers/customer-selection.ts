import { useState } from 'react'
import { type Customer, selectCustomers } from '#contract/customers.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { useListSelection } from '../../lists/list-selection.ts'
import type { useCustomerFilter } from './customer-filters.tsx'

type Filter = ReturnType<typeof useCustomerFilter>

/** The customers that are selected in the list with this filter. */
export function useCustomerSelection({ query, sorted }: Filter, customers: readonly Customer[]) {
  const list = JSON.stringify(sorted)
  const { chosen, choose, drop, chooseWhole } = useListSelection(list, customers)
  const [seen, setSeen] = useState<ReadonlyMap<string, string | null>>(new Map())
  const select = (_: { list: string }) => request(selectCustomers, { query: { ...query, with: 'marketer' } })
  const { run, pending } = useAction(select, {
    showError: 'alert',
    onReply: (reply, variables) => {
      // The server of an earlier version replies with ids.
      const selected = reply.filter(one => typeof one !== 'string')
      setSeen(new Map(selected.map(one => [one.id, one.assigned_marketer_id])))
      chooseWhole(
        variables.list,
        reply.map(one => (typeof one === 'string' ? one : one.id)),
      )
    },
  })
  return {
    chosen,
    choose,
    drop,
    /** The marketers that customers had when the whole list was selected, by customer. */
    seen,
    /** Forgets them for customers of which the user has been told that they have changed. */
    forget: (ids: readonly string[]) => {
      const forgotten = new Set(ids)
      setSeen(new Map([...seen].filter(([id]) => !forgotten.has(id))))
    },
    selectWhole: () => void run({ list }),
    isSelecting: pending,
  }
}
