import type * as z from 'zod/mini'
import type { AllowedRole, Call, Schema } from '#contract/call.ts'
import { useRowCommand } from '../lists/row-command.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { toast } from '../ui/toaster.tsx'

type Toggled = { id: string; company_name: string; is_active: boolean }

/** The call by which an admin or a marketer changes a customer. */
type ChangeCall<Changed extends Toggled> = Call<
  '/admin/customers/:id' | '/marketer/customers/:id',
  AllowedRole,
  z.core.$ZodType<{ is_active?: boolean | undefined }>,
  Schema,
  z.core.$ZodType<{ customer: Changed }>
>

/** Makes a customer passive, which the toast can undo, or active again. `updateCached` gets the changed customer. */
export function useActiveToggle<Changed extends Toggled>(
  call: ChangeCall<Changed>,
  updateCached: (changed: Changed) => void,
) {
  const { run, pending } = useRowCommand(
    // The message when the server gives no reason.
    { ...call, failure: 'Hata' },
    {
      refetchWhenLost: true,
      showError: error => window.alert(`Durum değiştirilemedi: ${error.message}`),
      onReply: ({ customer }) => {
        updateCached(customer)
        showNextResults('customers')
        const { id, company_name: description } = customer
        if (customer.is_active) return toast.success('Müşteri aktif yapıldı', { description })
        const undo = () => void run({ params: { id }, body: { is_active: true } })
        return toast.success('Müşteri pasif yapıldı', { description, action: { label: 'Geri al', onClick: undo } })
      },
    },
  )
  const toggle = ({ id, is_active }: Pick<Toggled, 'id' | 'is_active'>) =>
    run({ params: { id }, body: { is_active: !is_active } })
  return { toggle, busy: pending }
}
