import { useId, useState } from 'react'
import { OfferPrice } from '#checked/offers.ts'
import { Quantity } from '#checked/quantity.ts'
import type { Lot } from '#contract/lots.ts'
import { kurusOf, liraOf } from '#contract/money.ts'
import { offerNameEnd } from '#contract/new-offer-names.ts'
import { type LotOffer, type Offer, offerLot } from '#contract/offers.ts'
import type { ApiError } from '../../api.ts'
import { useRowCommand } from '../../lists/row-command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { isOutcomeUnknown } from '../../open-outcome.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { expiryLabel } from './expiry-text.ts'

type OfferDialogProps = { lot: Lot; found: LotOffer; onClose: () => void }
type Faults = { [field in 'price' | 'quantity' | 'unit']?: string | undefined }

/** Sets the price of an offer and the quantity of the lot that it gets. */
export function OfferDialog(props: OfferDialogProps) {
  // The lot as it was when the dialog opened: the server checks its current state.
  const [{ lot, found }] = useState(props)
  const { onClose } = props
  const form = useId()
  const known = found.offer?.is_active ? found.offer : undefined
  const { price, setPrice, quantity, setQuantity, faults, isUnanswered, pending, save } = useOffer(
    lot,
    found,
    known,
    onClose,
  )
  const readOnly = pending || isUnanswered
  const quantityFault = faults.quantity ?? faults.unit
  return (
    <FormDialog
      open
      onClose={onClose}
      title={known ? 'Fırsatı değiştir' : 'Fırsat yap'}
      description={`${lot.product_name} · ${expiryLabel(lot)}`}
      form={form}
      isChanged={isUnanswered || price !== (known && liraOf(known.price)) || quantity !== (known && 0)}
      loss="Fırsat kaydedilmedi."
      busy={pending}
      busyText="Fırsat kaydediliyor"
      save="Kaydet"
    >
      <Form
        id={form}
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        {isUnanswered && (
          <AlertStrip kind="warning" title="Cevap alınamadı">
            Kapatmadan yeniden deneyin: daha önce ulaştıysa ikinci kez işlenmez.
          </AlertStrip>
        )}
        <Field label="Fırsat fiyatı" required {...(faults.price && { error: faults.price })}>
          <NumberInput
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this
            autoFocus
            suffix="₺"
            readOnly={readOnly}
            value={price}
            onValue={setPrice}
          />
        </Field>
        <Field
          label={known ? 'Eklenecek miktar' : 'Miktar'}
          required
          hint={`En fazla ${quantityText(found.most)} ${found.unit} ayrılabilir.`}
          {...(quantityFault && { error: quantityFault })}
        >
          <NumberInput decimals={0} suffix={found.unit} readOnly={readOnly} value={quantity} onValue={setQuantity} />
        </Field>
        <Explanation lot={lot} found={found} price={price} />
      </Form>
    </FormDialog>
  )
}

function Explanation({ lot, found, price }: { lot: Lot; found: LotOffer; price: number | undefined }) {
  const { regular_price } = found
  return (
    <>
      {price !== undefined && regular_price !== null && kurusOf(price) >= regular_price && (
        <AlertStrip kind="warning" title="Normal fiyattan düşük değil">
          Katalogda indirimli görünmez.
        </AlertStrip>
      )}
      <p>
        {regular_price !== null && (
          <>
            Normal fiyat <Money amount={regular_price} />.{' '}
          </>
        )}
        Ayrılan mal {!found.offer && lot.expires_on && `adı “${offerNameEnd(lot.expires_on)}” ile biten, `}
        barkodsuz ayrı bir üründe satılır; katalog {expiryLabel(lot)} yazar. Rafta ayrı tutun.
      </p>
    </>
  )
}

/** The input of an offer, its faults, and the command that saves it. */
function useOffer(lot: Lot, { most, unit }: LotOffer, known: Offer | undefined, onClose: () => void) {
  const [price, setPrice] = useState<number | undefined>(known && liraOf(known.price))
  const [quantity, setQuantity] = useState<number | undefined>(known && 0)
  const [faults, setFaults] = useState<Faults>({})
  const [isUnanswered, setUnanswered] = useState(false)
  const { run, pending } = useRowCommand(offerLot, {
    refetchWhenLost: true,
    showError: (error: ApiError) => {
      setUnanswered(was => isOutcomeUnknown(error, was))
      setFaults(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])))
      if (error.errors.length === 0) window.alert(error.isUnanswered ? 'Cevap alınamadı' : error.message)
    },
    onReply: ({ message }) => {
      showNextResults('products', 'lots')
      toast.success(message, { description: lot.product_name })
      onClose()
    },
  })
  const save = () => {
    const wrong = faultsOf(price, quantity, known !== undefined, most)
    setFaults(wrong)
    if (price === undefined || quantity === undefined || wrong.price || wrong.quantity) return
    const offered = kurusOf(price)
    // An unedited price is not sent: another admin may have changed it since the dialog opened.
    const body = { ...(offered !== known?.price && { price: offered }), quantity, unit }
    void run({ params: { id: lot.id }, body })
  }
  return {
    price,
    setPrice: (typed: number | undefined) => {
      setPrice(typed)
      setFaults(({ price: _, ...others }) => others)
    },
    quantity,
    setQuantity: (typed: number | undefined) => {
      setQuantity(typed)
      setFaults(({ quantity: _, ...others }) => others)
    },
    faults,
    isUnanswered,
    pending,
    save,
  }
}

function faultsOf(price: number | undefined, quantity: number | undefined, isKnown: boolean, most: number): Faults {
  return {
    price: price === undefined ? 'Fiyatı yazın' : OfferPrice.safeParse(price).error?.issues[0]?.message,
    quantity: offeredQuantityFault(quantity, isKnown, most),
  }
}

function offeredQuantityFault(quantity: number | undefined, isKnown: boolean, most: number): string | undefined {
  if (quantity === undefined) return 'Miktarı yazın'
  if (quantity > most) return `En fazla ${quantityText(most)} ayrılabilir`
  return quantity === 0 && isKnown ? undefined : Quantity.safeParse(quantity).error?.issues[0]?.message
}
