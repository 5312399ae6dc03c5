import { beforeEach, expect, test } from 'vitest'
import { type Kurus, kurus } from '#contract/money.ts'
import { lineOf } from '../cart/cart-line.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { MARKETER } from '../testing/samples.ts'
import { button, field, openScreen, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const CUSTOMER_ID = '93c24f3c-8f5d-4f4d-8f0f-000000000001'

beforeEach(async () => {
  await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
})

/** Opens the dialog of a line's price from the cart. */
async function openPrice() {
  const { CartLines } = await import('../cart/cart-lines.tsx')
  const { AgreedPrice } = await import('./agreed-price.tsx')
  // Loaded on demand by the app.
  await import('./agreed-price-dialog.tsx')
  const cart = (price = CHEESE.price) => {
    const lines = [lineOf({ ...CHEESE, price }, 2)]
    return (
      <CartLines
        lines={lines}
        minQuantity={1}
        products={undefined}
        changes={new Map()}
        accepted={lines}
        refused={undefined}
        busy={false}
        renderPrice={line => <AgreedPrice line={line} customer_id={CUSTOMER_ID} />}
      />
    )
  }
  const { act, show } = await openScreen(cart())
  // Its name includes the price that it shows.
  const open = () => act(async () => button(`${CHEESE.name}: fiyatı değiştir, ₺289,50 / KG`).click())
  await open()
  const type = (price: string) => act(async () => typeIn(field(PRICE), price))
  /** Presses Enter, which submits the form, as in a browser, unless the page prevents it. */
  const pressEnter = () =>
    act(async () => {
      const isAllowed = field(PRICE).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
      )
      if (isAllowed) field(PRICE).form?.requestSubmit()
    })
  return { act, open, type, pressEnter, reprice: (price: Kurus) => show(cart(price)) }
}

const PRICE = `Birim fiyatı (${CHEESE.unit}, KDV hariç)`
const isOpen = () => document.querySelector('[role=dialog]') !== null
const isAsked = () => document.querySelector('[role=alertdialog]')?.textContent?.includes('Yazdığınız fiyat kaybolur.')

test.each(['abc', '735,759'])('Enter reports the error in %s and saves a valid price', async wrong => {
  const { type, pressEnter } = await openPrice()
  await type(wrong)
  await pressEnter()
  expect([isOpen(), document.querySelector('[role=alert]')?.textContent]).toEqual([true, expect.stringMatching(/./)])
  await type('289,00')
  await pressEnter()
  expect(isOpen()).toBe(false)
})

test('leaving a typed price requires a confirmation; leaving an unchanged one does not', async () => {
  const { act, open, type } = await openPrice()
  await act(async () => button('Vazgeç').click())
  expect(isOpen()).toBe(false)
  await open()
  await type('280')
  for (const leave of ['Kapat', 'Vazgeç']) {
    await act(async () => (document.querySelector<HTMLElement>(`[aria-label=${leave}]`) ?? button(leave)).click())
    expect([isOpen(), isAsked()]).toEqual([true, true])
    await act(async () => button('Düzenlemeye dön').click())
  }
  await act(async () => button('Vazgeç').click())
  await act(async () => button('Kaydetmeden kapat').click())
  expect(isOpen()).toBe(false)
})

test('the field follows a price that changes in the catalogue until it is edited', async () => {
  const { type, reprice } = await openPrice()
  await reprice(kurus(30_000))
  expect(field(PRICE).value).toBe('300,00')
  await type('280')
  await reprice(kurus(31_000))
  expect(field(PRICE).value).toBe('280')
})
