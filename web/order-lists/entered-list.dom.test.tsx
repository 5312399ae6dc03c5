import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { EntryMatcher } from '#contract/entry-matcher.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

/** Opens a list, by default of two lines. */
async function openList(list = 'ezine 3\nezine 4') {
  const server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { queryClient } = await import('../queries.ts')
  const { EnteredList } = await import('./entered-list.tsx')
  const matcher = new EntryMatcher([{ ...CHEESE, name: 'Ezine Peyniri', stock_quantity: 10 }])
  const bought = new Set<string>()
  function Screen() {
    const [text, setText] = useState(list)
    return (
      <QueryClientProvider client={queryClient}>
        <EnteredList
          owner={null}
          matcher={matcher}
          bought={bought}
          text={text}
          onText={setText}
          onBusy={() => undefined}
          onDone={() => undefined}
        />
      </QueryClientProvider>
    )
  }
  const { act } = await openScreen(<Screen />)
  const lines = () => Array.from(document.querySelectorAll('ul > li'), row => row.getAttribute('aria-label'))
  const area = () => document.querySelector('textarea')
  const input = (changed: string) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area(), changed)
    area()?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const type = (changed: string) => act(async () => input(changed))
  /** Changes the text and then does `next` before the rows of the changed text are shown. */
  const typeAndAtOnce = (changed: string, next: () => void) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    const before = lines()
    input(changed)
    expect([area()?.value, lines()]).toEqual([changed, before])
    next()
  }
  const choose = async (name: string, content: string) => {
    const input = document.querySelector('input[type=file]')!
    Object.defineProperty(input, 'files', { value: [new File([content], name)], configurable: true })
    await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
  }
  /** Chooses a workbook; resolves to the request that reads it. */
  const chooseFile = async () => {
    await choose('liste.xlsx', 'satırlar')
    return server.next('POST /api/lists/file')
  }
  return { act, server, area, lines, type, typeAndAtOnce, choose, chooseFile }
}

test('adding a line to the text keeps the decisions about the other lines', async () => {
  const { act, lines, type } = await openList()
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Satırı çıkar: ezine 3"]')?.click())
  expect(lines()).toEqual(['ezine 4'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Satırı çıkar: ezine 4')
  await type('ezine 3\nezine 4\nezine 5')
  expect(lines()).toEqual(['ezine 4', 'ezine 5'])
})

test('the lines of a file replace the list', async () => {
  const { lines, chooseFile } = await openList()
  const file = await chooseFile()
  file.reply(200, { lines: ['ezine 8', 'ezine 9'] })
  await shows(() => lines().includes('ezine 9'))
  expect(lines()).toEqual(['ezine 8', 'ezine 9'])
})

test('a CSV file is read as a table, and a text file as it is', async () => {
  const { lines, choose } = await openList()
  await choose('liste.csv', 'Ürün,Miktar,Fiyat\nEzine,2,"1.250,00"')
  await shows(() => lines().includes('Ezine\t2'))
  await choose('liste.TXT', 'ezine 1,5')
  await shows(() => lines().includes('ezine 1,5'))
})

test('the lines of a file are appended to a list that was edited while the file was read', async () => {
  const { lines, type, chooseFile } = await openList()
  const file = await chooseFile()
  await type('ezine 3\nezine 5\n')
  file.reply(200, { lines: ['ezine 8', 'ezine 9'] })
  await shows(() => lines().includes('ezine 9'))
  expect(lines()).toEqual(['ezine 3', 'ezine 5', 'ezine 8', 'ezine 9'])
  expect(document.querySelector('textarea')?.value).toBe('ezine 3\nezine 5\nezine 8\nezine 9')
})

test('lines that arrive just before the others are put into the cart remain in the list', async () => {
  const { server, area, typeAndAtOnce } = await openList('ezine peyniri 3')
  const { cartLines } = await import('../cart/cart.ts')
  typeAndAtOnce('ezine peyniri 3\nezine peyniri 4', () => button('1 ürünü sepete ekle').click())
  const { reply } = await server.next('GET /api/products')
  reply(200, z.encode(listProducts.reply, [CHEESE]))
  await shows(() => area()?.value !== 'ezine peyniri 3\nezine peyniri 4')
  expect([cartLines().map(({ quantity }) => quantity), area()?.value]).toEqual([[3], 'ezine peyniri 4'])
})

test('what was decided about the remaining lines stays, and rows cannot be changed while others are added', async () => {
  const { act, server, area, lines } = await openList('ezine peyniri 3\nezine\nezine 5\nezine 6')
  const quantity = () => document.querySelector<HTMLInputElement>('[aria-label="Miktar: ezine"]')!
  const isInert = () => document.querySelector('ul')?.closest('[inert]') !== null
  await act(async () => typeIn(quantity(), '7'))
  await act(async () => quantity().blur())
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Satırı çıkar: ezine 5"]')?.click())
  await act(async () => button('1 ürünü sepete ekle').click())
  const { reply } = await server.next('GET /api/products')
  expect(isInert()).toBe(true)
  reply(200, z.encode(listProducts.reply, [CHEESE]))
  await shows(() => lines().length === 2)
  expect([lines(), quantity().value, area()?.value, isInert()]).toEqual([
    ['ezine', 'ezine 6'],
    '7',
    'ezine\nezine 6',
    false,
  ])
})

test('a decision made just after the text has changed is about the line that was shown', async () => {
  const { lines, typeAndAtOnce } = await openList()
  const leaveOut = () => document.querySelector<HTMLElement>('[aria-label="Satırı çıkar: ezine 3"]')?.click()
  typeAndAtOnce('ezine 2\nezine 3\nezine 4', leaveOut)
  await shows(() => lines().includes('ezine 2'))
  expect(lines()).toEqual(['ezine 2', 'ezine 4'])
})

test('a left-out line stays out while the rows of a replaced text are still shown', async () => {
  const { act, lines, typeAndAtOnce } = await openList()
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Satırı çıkar: ezine 3"]')?.click())
  typeAndAtOnce('ezine 8\nezine 4', () => expect(lines()).toEqual(['ezine 4']))
  await shows(() => lines().includes('ezine 8'))
})
