import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { CountPicture } from './count-picture.tsx'
import type { KnownLot } from './counted-lot.ts'
import type { CurrentEntry } from './current-entry.ts'
import { INVALID } from './lot-fields.tsx'
import { ANSWERS } from './lot-question.tsx'
import { ProductLine } from './product-line.tsx'

const CountLot = lazy(async () => ({ default: (await import('./count-lot.tsx')).CountLot }))

type CountEntryProps = {
  entry: CurrentEntry
  /** The lots of the product that are on hand or counted. */
  lots: readonly KnownLot[]
  /** The quantity counted so far, by all users. */
  soFar: number | undefined
  onChange: (change: Partial<Pick<CurrentEntry, 'quantity' | 'lot' | 'new_lot' | 'notes'>>) => void
  onPicture: (picture: Promise<string | null>) => void
  onAdd: () => void
  onCancel: () => void
}

/** The form for the quantity of the current product. Needs a `key` per entry to reset its focus. */
export function CountEntry({ entry, lots, soFar, onChange, onPicture, onAdd, onCancel }: CountEntryProps) {
  const { product, quantity, fault, sent } = entry
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <Card>
      <Form
        aria-label={product.name}
        className="grid-cols-1"
        onSubmit={event => {
          event.preventDefault()
          const form = event.currentTarget
          flushSync(onAdd)
          const open = form.querySelector<HTMLElement>(INVALID) ?? form.querySelector<HTMLElement>(ANSWERS)
          open?.focus()
        }}
        onKeyDown={event => {
          // One that has closed something above the form, such as the calendar of a date, is not meant for it.
          if (event.key === 'Escape' && !event.defaultPrevented) onCancel()
        }}
      >
        <ProductLine product={product}>
          {soFar !== undefined && <CountedSoFar quantity={soFar} unit={product.unit} />}
        </ProductLine>
        {sent === 'unanswered' && <Unanswered />}
        <LotOfEntry entry={entry} lots={lots} onChange={onChange} />
        <div className="grid gap-3 sm:grid-cols-[1fr_auto_auto] sm:items-start">
          <Field label="Bulunan miktar" required error={fault}>
            <NumberInput
              ref={field}
              decimals={0}
              enterKeyHint="done"
              suffix={product.unit}
              readOnly={sent !== undefined}
              value={quantity}
              onValue={typed => onChange({ quantity: typed })}
            />
          </Field>
          <Button size="large" onClick={onCancel} className="sm:mt-6">
            Vazgeç
          </Button>
          <Button
            variant="primary"
            size="large"
            type="submit"
            icon={Plus}
            busy={sent === 'sending'}
            busyText="Sayıma ekleniyor"
            className="sm:mt-6"
          >
            Sayıma ekle
          </Button>
        </div>
        <NotesAndPicture entry={entry} onChange={onChange} onPicture={onPicture} />
      </Form>
    </Card>
  )
}

const Unanswered = () => (
  <AlertStrip kind="warning" title="Cevap alınamadı">
    Yeniden ekleyin: daha önce ulaştıysa ikinci kez sayılmaz.
  </AlertStrip>
)

/** The lot of the entry, if its product has lots. */
function LotOfEntry({ entry, lots, onChange }: Pick<CountEntryProps, 'entry' | 'lots' | 'onChange'>) {
  if ((entry.product.lot_tracking ?? 'off') === 'off') return null
  return (
    <Suspense
      fallback={
        <Field label="Parti" required>
          <Select disabled placeholder="Parti seçin" />
        </Field>
      }
    >
      <CountLot entry={entry} lots={lots} onChange={onChange} />
    </Suspense>
  )
}

function CountedSoFar({ quantity, unit }: { quantity: number; unit: string }) {
  return (
    <p className="text-sm">
      Şimdiye kadar{' '}
      <strong className="font-semibold">
        {wholeText(quantity)} {unit}
      </strong>{' '}
      sayıldı; yazdığınız eklenir.
    </p>
  )
}

function NotesAndPicture({ entry, onChange, onPicture }: Pick<CountEntryProps, 'entry' | 'onChange' | 'onPicture'>) {
  const { notes, image_url, sent } = entry
  return (
    <Disclosure summary="Not veya resim ekle" className="-mx-4">
      <div className="grid gap-4">
        <Field label="Not">
          <Textarea
            rows={2}
            readOnly={sent !== undefined}
            value={notes}
            onChange={({ target }) => onChange({ notes: target.value })}
          />
        </Field>
        <div inert={sent !== undefined}>
          <CountPicture value={image_url} onPicture={onPicture} />
        </div>
      </div>
    </Disclosure>
  )
}
