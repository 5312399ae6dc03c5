import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { Quote } from '#contract/quotes.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, typeIn } from '../../testing/screen.ts'
import type { AnswerDraft } from './answer-draft.ts'

const QUOTE: Quote = {
  id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a09',
  status: 'yeni',
  created_at: '2026-03-10T07:00:00.000Z',
  customer_id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a01',
  user_company: 'Lezzet Lokantası',
  created_by_marketer_id: null,
  created_by_marketer_name: null,
  items: [{ product_name: 'Keçi peyniri', unit: 'KG', quantity: 12.5, price: kurus(10_000), notes: null }],
  notes: null,
  answer: null,
  order_id: null,
}
const ON_SALE = { ...WIRE_PRODUCT, stock_quantity: 10 }
const PUT = `PUT /api/admin/custom-orders/${QUOTE.id}/answer`

/** Opens the form with a product, which the server has like this now, for the only requested line. */
async function opened(present: object = ON_SALE) {
  const screen = await openAdminScreen('/admin/dashboard?tab=orders', async () => {
    const { AnswerForm } = await import('./answer-form.tsx')
    const { newAnswerDraft, withProduct } = await import('./answer-draft.ts')
    function Sample() {
      const [draft, setDraft] = useState<AnswerDraft>(() => {
        const initial = newAnswerDraft(QUOTE, '2099-03-10')
        return { ...initial, lines: initial.lines.map(line => withProduct(line, { ...ON_SALE, price: kurus(28_950) })) }
      })
      const [busy, setBusy] = useState(false)
      const nothing = () => undefined
      return (
        <AnswerForm
          id="answer"
          quote={QUOTE}
          draft={draft}
          busy={busy}
          onDraft={setDraft}
          onBusy={setBusy}
          onSent={nothing}
        />
      )
    }
    return <Sample />
  })
  screen.server.respond(`GET /api/products/${WIRE_PRODUCT.id}`, exchange => exchange.reply(200, present))
  screen.server.respond('GET /api/products', exchange => exchange.reply(200, [present]))
  const type = (label: string, text: string) => screen.act(async () => typeIn(field(label), text))
  const send = () => screen.act(async () => document.querySelector('form')?.requestSubmit())
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question) > 1)
  /** Sends the answer and returns the body that the server receives. */
  const sentAnswer = async (): Promise<unknown> => {
    let body = ''
    screen.server.respond(PUT, sent => {
      body = sent.body
      sent.refuse(500, 'unexpected')
    })
    await send()
    await shows(() => body !== '')
    return JSON.parse(body)
  }
  return { ...screen, type, send, sentAnswer, questions }
}

test('a quantity that cannot be sold is reported, not rounded, and counts in the total', async () => {
  const { says, send, type, server } = await opened()
  expect(field('Miktar').value).toBe('12,5')
  await says('12,5 satılamaz; ürünler tam sayıyla satılır. 12 veya 13 yazın.')
  // 12,5 × 289,50, and the same with 10 % VAT.
  await says('₺3.618,75')
  await says('₺3.980,63')
  await type('Son geçerlilik günü', '31.2.26')
  await send()
  await says('Miktar tam sayı olmalıdır; 12 veya 13 yazın')
  await says('31.02.2026 diye bir gün yok; o ay 28 gün çeker')
  // Of two fields at fault, the first one in the form takes the focus.
  expect(document.activeElement).toBe(field('Miktar'))
  expect(server.untaken()).not.toContain(PUT)
})

test('an answer above the available quantity is sent only after a confirmation, and once', async () => {
  const { says, send, type, server, questions } = await opened()
  await type('Miktar', '13')
  await send()
  await shows(() => questions.length === 1)
  expect(questions[0]).toBe(
    'Satılabilir stoktan fazlasını teklif ediyorsunuz:\n• Ezine peyniri: teklif 13 KG, satılabilir 10 KG\nMüşteri, stok yetene kadar bu miktarla kabul edemez. Yine de gönderilsin mi?',
  )
  await says('En fazla 10 KG satılabilir')
  expect(document.activeElement).toBe(field('Miktar'))
  expect(server.untaken()).not.toContain(PUT)
  await send()
  await send()
  const sent = await server.next(PUT)
  expect(JSON.parse(sent.body)).toMatchObject({ items: [{ product_id: WIRE_PRODUCT.id, quantity: 13 }] })
  expect([questions.length, server.untaken()]).toEqual([2, []])
})

test('a price that is 0 or far from the catalogue’s is sent only after a confirmation', async () => {
  const { says, send, sentAnswer, type, server, questions } = await opened()
  await type('Miktar', '4')
  await says('Satılabilir stok 10 KG')
  await type('Birim fiyat', '28,95')
  await send()
  expect(questions).toEqual(['Bu fiyat doğru mu?\n• Ezine peyniri: ₺28,95, liste fiyatının (₺289,50) %90 altında.'])
  await says('Liste fiyatının %90 altında')
  expect(document.activeElement).toBe(field('Birim fiyat'))
  expect(server.untaken()).not.toContain(PUT)
  expect(await sentAnswer()).toMatchObject({ items: [{ price: 28.95, quantity: 4 }] })
})

test('an answer within the available quantity is sent without a confirmation', async () => {
  const { sentAnswer, type, questions } = await opened()
  await type('Miktar', '10')
  await type('Son geçerlilik günü', '1.3.99')
  expect(await sentAnswer()).toMatchObject({ valid_until: '2099-03-01' })
  expect(questions).toEqual([])
})

test('an answer is sent in the units that are shown; after a refusal the form shows the new unit at the line', async () => {
  const { send, says, type, server, alerts, questions } = await opened()
  await type('Miktar', '4')
  await says('Satılabilir stok 10 KG')
  const message = 'Ürünün birimi artık PAKET; miktarı ve fiyatı gözden geçirin'
  const units: string[] = []
  server.respond('GET /api/products', exchange => exchange.reply(200, [{ ...ON_SALE, unit: 'PAKET' }]))
  server.respond(PUT, exchange => {
    units.push(JSON.parse(exchange.body).items[0].unit)
    exchange.refuse(400, 'invalid_input', message, [{ field: 'items.0', message }])
  })
  await send()
  await says(message)
  expect(alerts).toEqual([message])
  await says('Satılabilir stok 10 PAKET')
  await send()
  await shows(() => units.length > 1)
  expect([units, questions]).toEqual([['KG', 'PAKET'], []])
})

test('a requested quantity that is taken over into another unit is to be checked, until it is changed', async () => {
  const { says, type } = await opened({ ...ON_SALE, unit: 'ADET' })
  const advice = 'Talep 12,5 KG; ürün ADET ile satılıyor, miktarı gözden geçirin.'
  await says(advice)
  await type('Miktar', '50')
  expect(document.body.textContent).not.toContain(advice)
})

test('a removed line of a requested product can be restored, also after an empty one has been removed', async () => {
  const { act, says } = await opened()
  const icon = (label: string) => document.querySelector<HTMLElement>(`button[aria-label="${label}"]`)
  const press = (text: string) => act(async () => (icon(text) ?? button(text)).click())
  await press('Ürün ekle')
  await press('1. satırı sil')
  await press('1. satırı sil')
  await press('Silinen satırı geri al')
  expect([field('Miktar').value, icon('2. satırı sil')]).toEqual(['12,5', null])
  await press('Seçimi kaldır')
  await press('1. satırı sil')
  await says('Ek ürün')
  await press('Silinen satırı geri al')
  await says('Keçi peyniri · 12,5 KG')
  expect([field('Miktar').value, icon('2. satırı sil')]).toEqual(['12,5', null])
})

test.each([
  ['2099-03-20', "20.03.2099'da bekleniyor, sipariş ileri tarihli olur"],
  ['2020-03-20', "20.03.2020'de bekleniyordu, gecikti, sipariş ileri tarihli olur"],
])('goods that are out of stock and expected on %s are shown as such', async (expected_stock_date, text) => {
  const { says } = await opened({ ...ON_SALE, stock_quantity: 0, expected_stock_date })
  await says(`Stokta yok; ${text}`)
})
