import { type FormEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { Price } from '#checked/money.ts'
import { formatMoney, type Kurus } from '#contract/money.ts'
import { agreePrice } from '../cart/agreed-prices.ts'
import { ConfirmPrices } from '../orders/confirm-prices.tsx'
import { differenceText, isDoubtful } from '../orders/price-guard.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useConfirmBeforeLeaving } from '../ui/leave-guard.ts'
import { useLeaveUnsaved } from '../ui/leave-unsaved.tsx'
import { NumberInput } from '../ui/number-input.tsx'

type AgreedPriceDialogProps = { line: CartLine; customer_id: string; open: boolean; onClose: () => void }

/** The dialog that sets an agreed price, instead of the list price, for a line of the cart. */
export function AgreedPriceDialog({ line, customer_id, open, onClose }: AgreedPriceDialogProps) {
  const { product_id, product_name, unit } = line
  const list = line.list_price ?? line.price
  const form = useId()
  const price = useTypedPrice(line)
  const [isAsking, setAsking] = useState(false)
  const unsaved = useLeaveUnsaved({ isChanged: price.isChanged, loss: LOSS, onLeave: onClose })
  useConfirmBeforeLeaving(open && price.isChanged, LOSS, onClose)
  const agree = (agreed: Kurus | undefined) => {
    agreePrice(customer_id, line, agreed === list ? undefined : agreed)
    onClose()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (price.value === undefined) price.check()
    else if (isDoubtful(price.value, list)) setAsking(true)
    else agree(price.value)
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={unsaved.leave}
        title="Anlaşılan fiyat"
        description={product_name}
        footer={
          <>
            <Button onClick={unsaved.leave}>Vazgeç</Button>
            {line.list_price !== undefined && <Button onClick={() => agree(undefined)}>Liste fiyatına dön</Button>}
            <Button variant="primary" type="submit" form={form}>
              Kaydet
            </Button>
          </>
        }
      >
        <Form id={form} onSubmit={save}>
          <Field
            label={`Birim fiyatı (${unit}, KDV hariç)`}
            hint={<Hint price={price.value} list={list} />}
            {...(price.error && { error: price.error })}
          >
            <NumberInput suffix="₺" value={price.typed} onValue={price.type} />
          </Field>
        </Form>
      </Dialog>
      {unsaved.question}
      <ConfirmPrices
        prices={
          isAsking && price.value !== undefined ? [{ product_id, product_name, price: price.value, usual: list }] : []
        }
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          agree(price.value)
        }}
      />
    </>
  )
}

const LOSS = 'Yazdığınız fiyat kaybolur.'

function Hint({ price, list }: { price: Kurus | undefined; list: Kurus }) {
  const difference = price === undefined ? '' : differenceText(price, list)
  return (
    <>
      Liste fiyatı {formatMoney(list)}
      {difference && `; bu fiyat ${difference}`}. Yalnızca bu siparişte geçerlidir.
    </>
  )
}

/**
 * The typed price in lira, or the line's until one is typed; `value` is the same in kuruş, undefined while it is
 * invalid.
 */
function useTypedPrice({ price }: CartLine) {
  const [edited, setEdited] = useState<{ typed: number | undefined }>()
  const typed = edited ? edited.typed : price / 100
  const [error, setError] = useState<string>()
  const parsed = z.safeParse(Price, typed)
  return {
    typed,
    error,
    value: parsed.data,
    isChanged: typed !== price / 100,
    type: (value: number | undefined) => {
      setEdited({ typed: value })
      setError(undefined)
    },
    check: () => setError(parsed.error?.issues[0]?.message),
  }
}
