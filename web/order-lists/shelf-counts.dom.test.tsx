import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import type { OrderList } from '#contract/order-lists.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { openAdminScreen } from '../testing/admin-screen.tsx'
import { CUSTOMER, EMPTY_LIST } from '../testing/samples.ts'
import { button, shows, typeIn } from '../testing/screen.ts'
import type { Exchange } from '../testing/scripted-server.ts'

const PATH = `GET /api/marketer/customers/${CUSTOMER.user.id}`
const KITCHEN = listOf('00000000-0000-4000-8000-00000000000c', 'Mutfak', 10)
const BAR = listOf('00000000-0000-4000-8000-00000000000d', 'Bar', 5)

/** A list with a target for the cheese. */
function listOf(id: string, name: string, target: number | null): OrderList {
  const { id: product_id, name: product_name, brand, unit } = CHEESE
  return { ...EMPTY_LIST, id, name, lines: [{ product_id, product_name, brand, unit, target }] }
}

/** Shows the kitchen's list, beside that of the bar. */
async function openLists(product: Product = CHEESE) {
  const { server, act, says } = await openAdminScreen(`/phone-order?tab=cart&list=${KITCHEN.id}`, async () => {
    const { OrderLists } = await import('./order-lists.tsx')
    const { FOOT_ID } = await import('../shell/frame.tsx')
    return (
      <>
        <OrderLists owner={CUSTOMER.user.id} catalogue="/products" onTaken={() => undefined} />
        <div id={FOOT_ID} />
      </>
    )
  })
  let lists = [BAR, KITCHEN]
  const productsReply = z.encode(listProducts.reply, [product])
  server.respond('GET /api/products', ({ reply }) => reply(200, productsReply))
  server.respond(`${PATH}/lists`, ({ reply }) => reply(200, lists))
  ;(await server.next(`${PATH}/guide`)).reply(200, { days: 90, lines: [] })
  await says('Hedef: 10')
  const fieldOf = (selector: string) => document.querySelector<HTMLInputElement>(selector)
  const onShelf = () => fieldOf(`[aria-label="${CHEESE.name}: rafta kaç KG var"]`)
  const quantity = () => fieldOf(`[aria-label="${CHEESE.name} miktarı"] input`)
  const type = async (input: HTMLInputElement | null, text: string) => {
    if (!input) throw new Error('There is no such field')
    await act(async () => input.focus())
    await act(async () => typeIn(input, text))
    return () => act(async () => input.blur())
  }
  const enter = async (input: HTMLInputElement | null, text: string) => (await type(input, text))()
  const choose = async ({ id, name }: OrderList) => {
    const chooser = document.querySelector<HTMLSelectElement>('[aria-label=Liste]')
    if (chooser) chooser.value = id
    await act(async () => chooser?.dispatchEvent(new Event('change', { bubbles: true })))
    await shows(() => document.querySelector('#order-list')?.getAttribute('aria-label') === name)
  }
  return {
    choose,
    count: (text: string) => enter(onShelf(), text),
    /** Types a count; the returned function leaves the field. */
    typeCount: (text: string) => type(onShelf(), text),
    order: (text: string) => enter(quantity(), text),
    /** The count and the quantity in the row. */
    shown: () => [onShelf()?.value, quantity()?.value],
    /** What the row says about other lists. */
    others: () => document.body.textContent.match(/“[^”]+” için \d+ dahil( \(rafta \d+\))?/g) ?? [],
    /** Begins to put the quantities into the cart; the returned function replies with the current products. */
    take: async () => {
      const asked: Exchange[] = []
      server.respond('GET /api/products', exchange => asked.push(exchange))
      await act(async () => button('1 ürünü sepete ekle').click())
      await shows(() => asked.length > 0)
      server.respond('GET /api/products', ({ reply }) => reply(200, productsReply))
      return () => asked[0]?.reply(200, productsReply)
    },
    /** Another user replaces the lists. */
    replace: async (...now: OrderList[]) => {
      lists = now
      const { invalidate } = await import('../queries.ts')
      await act(async () => void invalidate(['lists']))
    },
  }
}

test('a product in two lists with targets is counted on each shelf, and the quantity is what both lack', async () => {
  const { choose, count, shown, others } = await openLists()
  await count('4')
  expect(shown()).toEqual(['4', '6'])
  await choose(BAR)
  expect([shown(), others()]).toEqual([['', '6'], ['“Mutfak” için 6 dahil (rafta 4)']])
  await count('2')
  expect(shown()).toEqual(['2', '9'])
  await choose(KITCHEN)
  expect([shown(), others()]).toEqual([['4', '9'], ['“Bar” için 3 dahil (rafta 2)']])
  // Corrected, and deleted.
  await count('9')
  expect(shown()).toEqual(['9', '4'])
  await count('')
  expect(shown()).toEqual(['', '3'])
})

test.each([
  ['replaced by none', '0', ['“Mutfak” için 0 dahil (rafta 4)'], '3'],
  ['increased', '8', ['“Mutfak” için 8 dahil (rafta 4)'], '11'],
])('a proposal that was %s in one list stays so when another one is counted', async (_, typed, told, sum) => {
  const { choose, count, order, shown, others } = await openLists()
  await count('4')
  await order(typed)
  expect(shown()).toEqual(['4', typed])
  await choose(BAR)
  expect([shown(), others()]).toEqual([['', typed], told])
  await count('2')
  expect(shown()).toEqual(['2', sum])
})

test('a quantity that is typed beside what another list needs is that of both lists', async () => {
  const { choose, count, order, shown, others } = await openLists()
  await count('4')
  await choose(BAR)
  await order('8')
  await choose(KITCHEN)
  expect([shown(), others()]).toEqual([['4', '8'], ['“Bar” için 2 dahil']])
  // Less than the bar gets: the rest is dropped.
  await order('1')
  await choose(BAR)
  expect([shown(), others()]).toEqual([['', '1'], ['“Mutfak” için 1 dahil (rafta 4)']])
})

test.each([
  ['was deleted', [BAR]],
  ['no longer has the product', [BAR, { ...KITCHEN, lines: [] }]],
  ['no longer has a target for it', [BAR, listOf(KITCHEN.id, 'Mutfak', null)]],
])('the count of a list that %s is no longer part of the quantity', async (_, now) => {
  const { choose, count, shown, others, replace } = await openLists()
  await count('4')
  await choose(BAR)
  await replace(...now)
  await shows(() => shown()[1] === '0')
  expect(others()).toEqual([])
  await count('2')
  expect(shown()).toEqual(['2', '3'])
})

test('goods for one list that are put into the cart while another one is counted are not ordered for both', async () => {
  const { choose, count, take, shown, others } = await openLists()
  const { cartLines } = await import('../cart/cart.ts')
  await count('4')
  const reply = await take()
  await choose(BAR)
  await count('2')
  expect(shown()).toEqual(['2', '9'])
  reply()
  await shows(() => cartLines().length > 0)
  expect(cartLines().map(line => line.quantity)).toEqual([6])
  await shows(() => shown()[1] === '3')
  expect([shown(), others()]).toEqual([['2', '3'], []])
})

test('what a list needs follows its present name and target', async () => {
  const { choose, count, shown, others, replace } = await openLists()
  await count('4')
  await choose(BAR)
  await replace(BAR, listOf(KITCHEN.id, 'Büyük mutfak', 12))
  await shows(() => shown()[1] === '8')
  expect(others()).toEqual(['“Büyük mutfak” için 8 dahil (rafta 4)'])
})

test('a proposal of more than the stock is kept, and marked when the field of the count is left', async () => {
  const { choose, typeCount, shown, others } = await openLists({ ...CHEESE, stock_quantity: 4 })
  const isMarked = () => document.body.textContent.includes('Yalnızca 4 var')
  const leave = await typeCount('4')
  expect([shown(), isMarked()]).toEqual([['4', '6'], false])
  await leave()
  expect([shown(), isMarked()]).toEqual([['4', '6'], true])
  await choose(BAR)
  expect([shown(), others()]).toEqual([['', '6'], ['“Mutfak” için 6 dahil (rafta 4)']])
})
