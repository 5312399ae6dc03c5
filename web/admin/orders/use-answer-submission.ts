import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { listProducts } from '#contract/catalogue.ts'
import { answerQuote, type NewAnswer, type Quote } from '#contract/quotes.ts'
import { type ApiError, request } from '../../api.ts'
import { useCommand } from '../../command.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { invalidate } from '../../queries.ts'
import { type ShortLine, shortLines } from '../../quotes/acceptance.ts'
import { dayFault } from '../../ui/day-text.ts'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { type AnswerDraft, type AnswerLine, answerOf, type LineFaults, type ProductsToday } from './answer-draft.ts'
import { doubtAtField, doubtfulPrices, questionAboutPrices } from './answer-prices.ts'

/** The faults of an answer's lines, by line id, and the fault of its last day of validity. */
type Faults = { lines: ReadonlyMap<string, LineFaults>; day?: string | undefined }
const NONE: Faults = { lines: new Map() }

type AnswerSubmission = {
  quote: Quote
  draft: AnswerDraft
  products: ProductsToday
  form: RefObject<HTMLFormElement | null>
  onBusy: (busy: boolean) => void
  onSent: (sent: AnswerDraft) => void
}

/** Sends the draft as the quote's answer. The first field at fault, found here or by the server, takes the focus. */
export function useAnswerSubmission({ quote, draft, products, form, onBusy, onSent }: AnswerSubmission) {
  const [faults, setFaults] = useState(NONE)
  const { run, pending } = useCommand(answerQuote, {
    showError: 'alert',
    refetchWhenLost: true,
    onReply: ({ user_company }) => {
      toast.success('Teklif gönderildi', { description: user_company })
    },
  })
  const showFaults = (found: Faults, sentence?: string) => {
    // Rendered before the alert, which blocks the page, opens, so that the fields can take the focus again.
    flushSync(() => {
      onBusy(false)
      setFaults(found)
    })
    if (sentence) window.alert(sentence)
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  const isAsking = useRef(false)
  const submit = async () => {
    if (pending || isAsking.current) return
    const { body, sent, faults: lineFaults, why } = answerOf(draft, products)
    if (!body) {
      const [first] = draft.lines
      const empty =
        why && lineFaults.size === 0 && first ? new Map([[first.id, { product: 'Ürün seçin' }]]) : lineFaults
      const day = draft.valid_until ? dayFault(draft.valid_until) : 'Teklifin son gününü girin'
      return showFaults({ lines: empty, day }, lineFaults.size ? undefined : why)
    }
    const doubtful = doubtfulPrices(body.items, { sent, quote, products })
    if (doubtful.length > 0 && !window.confirm(questionAboutPrices(doubtful)))
      return showFaults({ lines: new Map(doubtful.map(price => [price.line, { price: doubtAtField(price) }])) })
    setFaults(NONE)
    onBusy(true)
    isAsking.current = true
    const short = await linesAboveStock(body.items).finally(() => {
      isAsking.current = false
    })
    const [first] = short
    if (first && !window.confirm(questionAbout(short))) {
      const line = sent.find(({ product }) => product?.id === first.item.product_id)
      return showFaults({ lines: new Map(line && [[line.id, { quantity: faultOf(first) }]]) })
    }
    const reply = await run({ params: { id: quote.id }, body }, error => {
      // The unit of a product may be another one than the form shows.
      if (error.errors.length > 0) void invalidate(listProducts.resources)
      showFaults(faultsIn(error, sent), error.message)
    })
    // The draft as it was sent: it may have been changed since.
    if (reply) onSent(draft)
    onBusy(false)
    showNextResults('quotes')
  }
  const clearFaultsOf = (id: string) =>
    setFaults({ ...faults, lines: new Map([...faults.lines].filter(([faulty]) => faulty !== id)) })
  return { faults, clearFaultsOf, submit }
}

type Short = ShortLine<NewAnswer['items'][number]> & { name: string; unit: string }

/**
 * The lines that offer more than can be sold now, without those in another unit than their product's, which the server
 * refuses; none if that cannot be fetched, as the server accepts such lines.
 */
async function linesAboveStock(items: NewAnswer['items']): Promise<Short[]> {
  const ids = items.map(({ product_id }) => product_id).join(',')
  const products = await request(listProducts, { query: { ids } }).catch(() => [])
  const byId = new Map(products.map(product => [product.id, product]))
  return shortLines(items, byId).flatMap(line => {
    const product = byId.get(line.item.product_id)
    return product && product.unit === line.item.unit ? [{ ...line, name: product.name, unit: product.unit }] : []
  })
}

const questionAbout = (short: Short[]) =>
  [
    'Satılabilir stoktan fazlasını teklif ediyorsunuz:',
    ...short.map(({ item, name, unit, left }) =>
      left > 0
        ? `• ${name}: teklif ${wholeText(item.quantity)} ${unit}, satılabilir ${wholeText(left)} ${unit}`
        : `• ${name}: teklif ${wholeText(item.quantity)} ${unit}, stokta yok`,
    ),
    'Müşteri, stok yetene kadar bu miktarla kabul edemez. Yine de gönderilsin mi?',
  ].join('\n')

const faultOf = ({ left, unit }: Short) => (left > 0 ? `En fazla ${wholeText(left)} ${unit} satılabilir` : 'Stokta yok')

/** Maps the server's errors, which name lines by their index in the request, to the ids of the lines. */
function faultsIn({ errors }: ApiError, sent: readonly AnswerLine[]): Faults {
  const lines = new Map<string, LineFaults>()
  for (const { field, message } of errors) {
    const [, place, part = 'product'] = /^items\.(\d+)(?:\.(\w+))?/.exec(field) ?? []
    const line = place === undefined ? undefined : sent[Number(place)]
    if (line) lines.set(line.id, { ...lines.get(line.id), [part]: message })
  }
  return { lines, day: errors.find(({ field }) => field === 'valid_until')?.message }
}
