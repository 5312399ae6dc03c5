import { lazy, Suspense, useState } from 'react'
import { readCustomer } from '#contract/customers.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { SideSheet } from '../../ui/dialog.tsx'
import { useLeaveUnsaved } from '../../ui/leave-unsaved.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'

// Loaded when it is opened from a menu.
const CustomerNotes = lazy(async () => ({
  default: (await import('../../customers/customer-notes.tsx')).CustomerNotes,
}))

/** A sheet beside the list with the notes about a customer, which may be outside the loaded part of the list. */
export function NotesSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useCallQuery(readCustomer, { params: { id } })
  const { data: customer, error } = query
  const [text, setText] = useState('')
  const isChanged = text.trim() !== ''
  const unsaved = useLeaveUnsaved({ isChanged, loss: 'Eklemediğiniz not kaybolur.', onLeave: onClose })
  return (
    <>
      <SideSheet open onOpenChange={unsaved.leave} title={customer ? `Notlar: ${customer.company_name}` : 'Notlar'}>
        {customer ? (
          <Suspense fallback={<LoadingRows rows={2} />}>
            <CustomerNotes customerId={id} companyName={customer.company_name} text={text} setText={setText} />
          </Suspense>
        ) : error ? (
          <Failed query={query} error={error} />
        ) : (
          <LoadingRows rows={2} />
        )}
      </SideSheet>
      {unsaved.question}
    </>
  )
}
