import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { AdminProduct } from '#contract/catalogue.ts'
import { NO_EXPECTED_DAY, updateExpectedDates } from '#contract/inventory.ts'
import { formatDay } from '#contract/turkish.ts'
import { ask } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toaster.tsx'
import { productsMayDiffer } from '../product-change.ts'
import { ExpectedDay, today } from './expected-day.tsx'

type ExpectedDateDialogProps = {
  /** Those that get the day; the dialog is open while there are any. */
  products: readonly AdminProduct[] | undefined
  onClose: () => void
  onDated: () => void
}

/** Gives many products the day on which they are expected. */
export function ExpectedDateDialog({ products, onClose, onDated }: ExpectedDateDialogProps) {
  const form = useId()
  const [day, setDay] = useState('')
  const date = useMutation({
    mutationFn: (body: { product_ids: string[]; expected_stock_date: string }) => ask(updateExpectedDates, { body }),
    onSuccess: ({ updated_count }, { expected_stock_date }) => {
      toast.success(`${wholeText(updated_count)} ürüne beklenen tarih verildi`, {
        description: formatDay(expected_stock_date),
      })
      productsMayDiffer()
      setDay('')
      onDated()
    },
    onError: error => window.alert(error.message),
  })
  const close = () => {
    setDay('')
    onClose()
  }
  return (
    <FormDialog
      open={products !== undefined}
      onClose={close}
      title="Beklenen tarih ver"
      form={form}
      isChanged={day !== ''}
      loss="Seçtiğiniz tarih ürünlere verilmedi."
      busy={date.isPending}
      busyText="Tarih veriliyor"
    >
      {products && (
        <DateForm
          id={form}
          products={products}
          day={day}
          onDay={setDay}
          onSend={() => {
            if (date.isPending) return
            date.mutate({ product_ids: products.map(({ id }) => id), expected_stock_date: day })
          }}
        />
      )}
    </FormDialog>
  )
}

type DateFormProps = {
  id: string
  products: readonly AdminProduct[]
  day: string
  onDay: (day: string) => void
  onSend: () => void
}

function DateForm({ id, products, day, onDay, onSend }: DateFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const [tried, setTried] = useState(false)
  const first = today()
  const fault = faultOf(day, first)
  const send = () => {
    setTried(true)
    if (fault) input.current?.focus()
    else onSend()
  }
  return (
    <Form
      id={id}
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label="Beklenen tarih"
        required
        error={tried ? fault : undefined}
        hint="Bugün veya daha sonrası. Bu tarihle ürünler stok 0 iken de sipariş edilebilir."
      >
        <TextInput
          ref={input}
          type="date"
          min={first}
          max="2199-12-31"
          value={day}
          onChange={event => onDay(event.target.value)}
        />
      </Field>
      <div className="grid gap-1">
        <p className="font-medium text-sm">{wholeText(products.length)} ürün</p>
        <ScrollList
          label="Tarih verilecek ürünler"
          count={products.length}
          estimate={57}
          row={index => <Named product={products[index]} />}
        />
      </div>
    </Form>
  )
}

function Named({ product }: { product: AdminProduct | undefined }) {
  if (!product) return null
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block break-words font-medium">{product.name}</span>
        <span className="block truncate text-ink-soft">{product.brand}</span>
      </span>
      {product.expected_stock_date && <ExpectedDay day={product.expected_stock_date} />}
    </span>
  )
}

function faultOf(day: string, first: string) {
  if (!day) return NO_EXPECTED_DAY
  return day < first ? 'Tarih bugün veya daha sonra olmalıdır' : undefined
}
