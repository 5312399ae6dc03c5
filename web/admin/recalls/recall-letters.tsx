import { Send } from 'lucide-react'
import { useState } from 'react'
import {
  GOODS_HEADING,
  isToBeNotified,
  MAX_RECALL_MESSAGE,
  type Recall,
  type RecalledCustomer,
  type RecalledOrder,
  type RecallQuery,
  recalledGoodsText,
  sendRecallLetters,
} from '#contract/recalls.ts'
import { useCommand } from '../../command.ts'
import { useStoredForm } from '../../forms/use-stored-form.ts'
import { isText } from '../../stored-values.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { useConfirmBeforeLeaving } from '../../ui/leave-guard.ts'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toaster.tsx'

const USUAL =
  'Bu mesajda yazılı partileri geri çağırıyoruz. Teslim aldıklarınızı satmayın, kullanmayın ve bizim için ayırın; almak için sizi arayacağız.'
const NOT_SENT = 'Henüz teslim edilmeyenler size gönderilmeyecek.'

/** `setText` without a text restores the usual one. */
export type LetterText = { text: string; setText: (text?: string) => void }

/**
 * The letter of a recall as typed so far. While there are customers to notify, leaving the screen requires a
 * confirmation. When the session expires, the text is kept for the next login.
 */
export function useLetterText({ lot_id, product_id }: RecallQuery, recall: Recall | undefined): LetterText {
  const [typed, setTyped] = useState<string>()
  const usual = usualText(recall)
  const text = typed ?? usual
  const setText = (next?: string) => setTyped(next === usual ? undefined : next)
  const isNeeded = !recall || unnotifiedOf(recall).length > 0
  useConfirmBeforeLeaving(isNeeded && text !== usual, 'Müşterilere yazdığınız mesaj kaybolur.', () => setText())
  useStoredForm({
    name: `recall:${lot_id ?? product_id ?? ''}`,
    title: 'Geri çağırma mesajı',
    changed: () => (text === usual ? {} : { text }),
    restore: stored => {
      if (isText(stored.text)) setText(stored.text)
    },
  })
  return { text, setText }
}

/** The text until another is typed; it mentions goods that have not left yet only if the letter lists some. */
const usualText = (recall: Recall | undefined) =>
  recall?.orders.some(one => one.is_open && isToBeNotified(one)) ? `${USUAL} ${NOT_SENT}` : USUAL

const unnotifiedOf = ({ customers }: Recall) => customers.filter(isToBeNotified)

type RecallLettersProps = { recall: Recall; query: RecallQuery; letter: LetterText }

/** The letter to the customers of a recall, with a preview; it lists no goods of which a customer was notified before. */
export function RecallLetters({ recall, query, letter: { text, setText } }: RecallLettersProps) {
  const [asks, setAsks] = useState(false)
  const unnotified = unnotifiedOf(recall)
  const { run, pending } = useCommand(sendRecallLetters, {
    showError: ({ isUnanswered, message }) => window.alert(isUnanswered ? UNKNOWN : message),
    awaitRefetch: true,
    refetchWhenLost: true,
    onReply: ({ message }) => {
      toast.success(message)
      setAsks(false)
      setText()
    },
  })
  if (unnotified.length === 0) return null
  return (
    <Card title="Müşterileri bilgilendir">
      <form
        className="grid gap-3"
        onSubmit={event => {
          event.preventDefault()
          setAsks(true)
        }}
      >
        <Field label="Mesaj" required hint="Partiler ve siparişler her müşteriye ayrıca yazılır.">
          <Textarea
            rows={4}
            maxLength={MAX_RECALL_MESSAGE}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" icon={Send} disabled={!text.trim()} className="justify-self-start">
          Önizle ve gönder
        </Button>
      </form>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`${unnotified.length} müşteri bilgilendirilsin mi?`}
        confirm="Gönder"
        busy={pending}
        onConfirm={() => void run({ body: { ...query, text: text.trim() } })}
      >
        <p>Her birine e-posta ve bildirim gider; daha önce bildirilen ürünler mesajda yer almaz.</p>
        <LetterPreview text={text.trim()} customers={unnotified} orders={recall.orders.filter(isToBeNotified)} />
      </ConfirmDialog>
    </Card>
  )
}

const UNKNOWN = 'Cevap alınamadı: kimlerin bilgilendirildiği bağlantı gelince burada görünür'

type LetterPreviewProps = { text: string; customers: readonly RecalledCustomer[]; orders: readonly RecalledOrder[] }

/** The letter as one of its customers will read it. */
function LetterPreview({ text, customers, orders }: LetterPreviewProps) {
  const [chosen, setChosen] = useState('')
  const shown = customers.find(one => one.customer_id === chosen) ?? customers[0]
  const goods = orders.filter(one => one.customer_id === shown?.customer_id)
  return (
    <>
      <Field label="Önizlenen müşteri" className="mt-3">
        <Select
          options={customers.map(one => ({ value: one.customer_id ?? '', label: one.company_name }))}
          value={shown?.customer_id ?? ''}
          onChange={({ target }) => setChosen(target.value)}
        />
      </Field>
      <p className="mt-3 whitespace-pre-line break-words">{text}</p>
      <p className="mt-2">{GOODS_HEADING}</p>
      <ul className="mt-2 list-disc pl-5">
        {goods.map(one => (
          <GoodsLine key={`${one.order_id} ${one.lot_id}`} {...recalledGoodsText(one)} />
        ))}
      </ul>
    </>
  )
}

function GoodsLine({ text, details }: ReturnType<typeof recalledGoodsText>) {
  return (
    <li className="wrap-anywhere">
      {text}
      {details.map(detail => (
        <p key={detail} className="text-ink-soft text-sm">
          {detail}
        </p>
      ))}
    </li>
  )
}
