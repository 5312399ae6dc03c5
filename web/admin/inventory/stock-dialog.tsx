import { useId } from 'react'
import type { AdminProduct } from '#contract/products.ts'
import { Details } from '../../ui/details.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { StockFields } from '../stock/stock-card.tsx'
import { useStockCorrection } from '../stock/use-stock-correction.ts'

/** Sets the stock on hand of a product of the list, as the stock tab's corrections do. */
export function StockDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const form = useId()
  const correction = useStockCorrection({ product, onSaving: () => undefined, onDone: onClose })
  const { displayed, isChanged, loss, pending, save } = correction
  const { unit, warehouse, stock_quantity, reserved_quantity } = displayed
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Stoğu düzelt"
      description={`${displayed.name} · ${warehouse}`}
      form={form}
      isChanged={isChanged}
      loss={loss}
      busy={pending}
      busyText="Stok güncelleniyor"
      save="Stoğu güncelle"
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <Details
          details={[
            { label: 'Eldeki', value: `${quantityText(stock_quantity)} ${unit}` },
            { label: 'Ayrılan', value: `${quantityText(reserved_quantity)} ${unit}` },
          ]}
        />
        <StockFields correction={correction} />
      </Form>
    </FormDialog>
  )
}
