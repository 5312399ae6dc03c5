import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import type { Line } from './standing-lines.tsx'

const product = (nr: number, name: string): Product => ({
  ...CHEESE,
  id: `6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c5${nr}`,
  name,
})
const [LOR, KASAR, TULUM] = [product(1, 'Lor'), product(2, 'Kaşar'), product(3, 'Tulum')]
const lineOf = ({ id, name, brand, unit }: Product): Line => ({
  product_id: id,
  product_name: name,
  brand,
  unit,
  new_unit: null,
  quantity: 1,
})

beforeEach(async () => {
  const server = await startServer()
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [TULUM])))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

/** Opens the form with these lines, or with lor and kaşar in it. */
async function openLines(opened: readonly Line[] = [lineOf(LOR), lineOf(KASAR)]) {
  const { StandingLines } = await import('./standing-lines.tsx')
  const { queryClient } = await import('../queries.ts')
  const Form = () => {
    const [lines, setLines] = useState(opened)
    return (
      <form>
        <StandingLines label="Ürünler" lines={lines} onLines={setLines} />
      </form>
    )
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  )
  /** Presses a button by keyboard. */
  const press = (label: string) =>
    act(async () => {
      const pressed = document.querySelector<HTMLElement>(`button[aria-label="${label}"]`)
      pressed?.focus()
      pressed?.click()
    })
  return { act, press }
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

test('the focus goes to the next line when one is removed, or to the control after the last one', async () => {
  const { press } = await openLines()
  await press('Çıkar: Lor')
  expect(focused()).toBe('Çıkar: Kaşar')
  await press('Çıkar: Kaşar')
  expect(focused()).toBe('Ürün ekle')
})

test('the quantity of a product that is added with the keyboard gets the focus', async () => {
  const { act, press } = await openLines()
  await act(async () => button('Ürün ekle').click())
  const search = document.querySelector<HTMLInputElement>('input[type=search]')
  await act(async () => search && typeIn(search, 'tulum'))
  await shows(() => document.querySelector('[aria-label="Listeye ekle: Tulum"]') !== null)
  await press('Listeye ekle: Tulum')
  await shows(() => focused()?.startsWith('Tulum miktarı') === true)
})

const unitNotes = () => Array.from(document.querySelectorAll('li [role=status]'), ({ textContent }) => textContent)
const quantityOf = (name: string, unit: string) =>
  document.querySelector<HTMLInputElement>(`[aria-label="${name} miktarı (${unit})"]`)

test('a line whose product has another unit says so, and gets that unit only by its button', async () => {
  const { press } = await openLines([{ ...lineOf(LOR), quantity: 24, new_unit: 'PAKET' }, lineOf(KASAR)])
  expect(unitNotes()).toEqual([
    'Birimi KG iken PAKET oldu; yeni birimi seçilene kadar sipariş edilmez.Birimi PAKET yap',
  ])
  expect(quantityOf('Lor', 'KG')?.value).toBe('24')
  await press('Artır')
  expect(quantityOf('Lor', 'KG')?.value).toBe('25')
  await press('Birimi PAKET yap: Lor')
  expect([unitNotes(), quantityOf('Lor', 'PAKET')?.value]).toEqual([[], '25'])
  expect(focused()).toBe('Lor miktarı (PAKET)')
})

test('the units of the lines of an order are compared with those of today', async () => {
  const ofOrder = ({ new_unit: _, ...line }: Line): Line => line
  const packed = { ...ofOrder(lineOf(TULUM)), unit: 'PAKET', quantity: 24 }
  const { press } = await openLines([packed, ofOrder(lineOf(LOR))])
  await shows(() => unitNotes().length > 0)
  expect(unitNotes()).toEqual([expect.stringContaining('Birimi PAKET iken KG oldu')])
  await press('Birimi KG yap: Tulum')
  expect([unitNotes(), quantityOf('Tulum', 'KG')?.value]).toEqual([[], '24'])
})
