import { lazy, Suspense, useState } from 'react'
import type { Customer } from '#contract/customers.ts'
import { SideSheet } from '../../ui/dialog.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'

// Opened from a menu: loaded then.
const CustomerNotes = lazy(async () => ({
  default: (await import('../../customers/customer-notes.tsx')).CustomerNotes,
}))

/** The notes about a customer beside the list: `open` shows them. */
export function useNotes({ id, company_name }: Pick<Customer, 'id' | 'company_name'>) {
  const [isOpen, setOpen] = useState<boolean>()
  const sheet = isOpen !== undefined && (
    <SideSheet open={isOpen} onOpenChange={setOpen} title={`Notlar: ${company_name}`}>
      <Suspense fallback={<LoadingRows rows={2} />}>
        <CustomerNotes customerId={id} />
      </Suspense>
    </SideSheet>
  )
  return { open: () => setOpen(true), sheet }
}
