import { expect, type Page, test } from '@playwright/test'
import { openPortal, type SharedPortal } from './portal.ts'
import { go, logInHere, logOut, openCart } from './steps.ts'
import { covered, holdToasts, pressAll, toasts } from './toasts.ts'
import { DESK, type Person, PHONE, type WireOrder, World } from './world.ts'

/** Quantities are exactly those that were typed, and toasts cover no controls. */

let portal: SharedPortal
let world: World
test.beforeAll(async () => {
  portal = await openPortal()
  world = await World.on(portal)
})
test.afterAll(() => portal.stop())

const quantity = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} miktarı` })
const WHOLE = 'Miktar tam sayı olmalıdır'

test('the second press of a double press adds nothing; a fraction is refused, never rounded', async ({ browser }) => {
  const { name } = await world.product({ name: 'Çift Basılan', unit: 'KG', stock_quantity: 100 })
  const { page, complaints } = await world.page(browser, await world.customer('Acele Kafe'), PHONE)
  await page.goto('/products')
  const add = page.getByRole('button', { name: `Sepete ekle: ${name}` })
  await quantity(page, name).fill('abc')
  await quantity(page, name).blur()
  await expect(quantity(page, name)).toHaveValue('1')
  await quantity(page, name).fill('2,5')
  await add.click()
  await expect(page.getByRole('alert').getByText(WHOLE)).toBeVisible()
  await expect(quantity(page, name)).toHaveValue('2,5')
  await add.click()
  await expect(page.getByText('Sepette')).toBeHidden()
  await quantity(page, name).fill('12')
  await expect(page.getByText(WHOLE)).toBeHidden()
  await add.dblclick()
  await expect(page.getByText('Sepette 12 KG')).toBeVisible()
  await expect(quantity(page, name)).toHaveValue('1')

  // An addition can be undone at its product. A press with another quantity counts, however soon it follows.
  await page.getByRole('button', { name: `Geri al: ${name}` }).click()
  await expect(page.getByText('Sepette')).toBeHidden()
  await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Artır' }).click()
  await add.click()
  await expect(page.getByText('Sepette 2 KG')).toBeVisible()
  await expect(page.getByText(`${name} sepete eklendi`)).toBeVisible()

  // A quantity that was reduced to the stock is shown before it can be added, even with a double press.
  await quantity(page, name).fill('200')
  await add.click()
  await expect(quantity(page, name)).toHaveValue('100')
  await expect(page.getByText('Yetersiz stok! Maksimum 100 adet siparis verebilirsiniz.')).toBeVisible()
  // The second press may close the message.
  await quantity(page, name).fill('200')
  await add.dblclick()
  await expect(quantity(page, name)).toHaveValue('100')
  await expect(page.getByText('Sepette 2 KG')).toBeVisible()
  expect(complaints).toEqual([])
})

test('undoing an addition is offered neither to another user nor after another tab has changed the cart', async ({
  browser,
}) => {
  const { name } = await world.product({ name: 'Bir Kez Eklenen', unit: 'KG', stock_quantity: 100 })
  const { page } = await world.page(browser, await world.customer('Giden Kafe'), PHONE)
  const next = await world.customer('Gelen Kafe')
  await page.goto('/products')
  const add = page.getByRole('button', { name: `Sepete ekle: ${name}` })
  const undo = page.getByRole('button', { name: `Geri al: ${name}` })
  await add.click()
  await expect(undo).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto('/cart')
  await tab.getByRole('button', { name: 'Artır' }).click()
  await expect(page.getByText('Sepette 2 KG')).toBeVisible()
  await expect(undo).toBeHidden()
  await tab.close()

  // A press with another quantity counts, however soon it follows the first one.
  await page
    .getByRole('group', { name: `${name} miktarı` })
    .getByRole('button', { name: 'Artır' })
    .click()
  await add.click()
  await expect(undo).toBeVisible()
  await logOut(page)
  await logInHere(page, next)
  await page.getByRole('link', { name: 'Katalog', exact: true }).click()
  await expect(add).toBeVisible()
  await expect(undo).toBeHidden()
})

test('in a cart an emptied quantity is restored, and an invalid one is not ordered', async ({ browser }) => {
  const { name } = await world.product({ name: 'Sepetteki', unit: 'KG', stock_quantity: 100 })
  const marketer = await world.marketer('Dikkatli Pazarlamacı')
  const customer = await world.customer('Dikkatli Kafe', marketer.id)
  for (const person of [customer, marketer]) {
    const isMarketer = person === marketer
    const { page, complaints } = await world.page(browser, person, DESK)
    await page.goto(isMarketer ? '/marketer/dashboard?tab=products&search=sepetteki' : '/products?search=sepetteki')
    await quantity(page, name).fill('12')
    await page.getByRole('button', { name: `Sepete ekle: ${name}` }).click()
    if (isMarketer) await page.getByRole('link', { name: 'Sepeti gör' }).click()
    else await openCart(page)
    const field = quantity(page, name)
    await expect(field).toHaveValue('12')
    for (const nothing of ['', 'abc']) {
      await field.fill(nothing)
      await field.press('Enter')
      await expect(field).toHaveValue('12')
      await field.fill(nothing)
      await field.blur()
      await expect(field).toHaveValue('12')
    }
    if (isMarketer) {
      await page.getByRole('combobox', { name: /^Müşteri(?!leri)/ }).fill('dikkatli')
      await page.getByRole('option', { name: 'Dikkatli Kafe' }).click()
    }
    await field.fill('2,5')
    const order = page.getByRole('button', { name: isMarketer ? 'Sipariş oluştur' : 'Sipariş ver' })
    await order.click()
    await expect(page.getByRole('alert').getByText(WHOLE)).toBeVisible()
    await order.click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('2,5')
    await field.fill('3')
    await order.click()
    await expect(page.getByText('Sipariş başarıyla oluşturuldu')).toBeVisible()
    const [placed] = await world.request<WireOrder[]>('GET', '/orders', customer)
    expect(placed?.items).toMatchObject([{ product_name: name, quantity: 3 }])
    expect(complaints).toEqual([])
  }
})

test('a press on a toast, except on its button, closes it and reaches the element below', async ({ browser }) => {
  const products = await Promise.all(
    Array.from({ length: 14 }, (_, at) => world.product({ name: `Geçirgen ${at + 1}.`, stock_quantity: 50 })),
  )
  const person = await world.customer('Geçirgen Kafe')
  const order = await world.order(
    person,
    products.map(({ id }) => ({ product_id: id, quantity: 2 })),
  )
  const { page } = await world.page(browser, person, PHONE)
  await page.goto(`/orders/${order.id}`)
  await page.getByRole('button', { name: 'Tekrar Sipariş Ver' }).click()
  await page.getByRole('button', { name: 'Sepete ekle' }).click()
  const bin = (nr: number) => page.getByRole('button', { name: `Geçirgen ${nr}.: sepetten çıkar` })
  const removed = toasts(page).filter({ hasText: 'Ürün sepetten çıkarıldı' })
  // In a cart of this length, the toast's button covers a control wherever it is placed.
  for (const nr of [2, 8, 13]) {
    await bin(nr).click()
    await holdToasts(page)
    await expect(bin(nr)).toBeHidden()
    await removed.getByRole('button', { name: 'Geri al' }).click()
    await expect(bin(nr)).toBeVisible()
  }
  await bin(13).click()
  await expect(removed).toHaveCount(1)
  const box = await removed.boundingBox()
  if (!box) throw new Error('the toast has no place')
  const [x, y] = [box.x + 20, box.y + box.height / 2]
  await page.evaluate(() =>
    addEventListener('click', ({ target }) => Reflect.set(window, 'met', target), { capture: true, once: true }),
  )
  // The first press comes so soon that it is regarded as another press on the bin.
  await expect(async () => {
    await page.mouse.click(x, y)
    expect(await removed.count()).toBe(0)
  }).toPass()
  const met = await page.evaluate(() => (Reflect.get(window, 'met') as Element).closest('[data-sonner-toaster]'))
  expect(met).toBeNull()
})

/** Expects that three open toasts, each with a button, cover no control on any of the screens at any width. */
async function expectNothingCovered(page: Page, screens: readonly string[]) {
  await expect(toasts(page)).toHaveCount(3)
  for (const screen of screens) {
    await go(page, screen)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(async () => [screen, width, ...(await covered(page))]).toEqual([screen, width])
    }
  }
  await expect(toasts(page)).toHaveCount(3)
}

test.describe('toasts cover no controls on the screens', () => {
  let customer: Person
  let marketer: Person
  let order: WireOrder
  test.beforeAll(async () => {
    marketer = await world.marketer('Toast Pazarlamacı')
    customer = await world.customer('Toast Kafe', marketer.id)
    const products = await Promise.all(
      Array.from('ABCDEFGHIJKL', letter => world.product({ name: `Toast ${letter}`, stock_quantity: 50 })),
    )
    order = await world.order(
      customer,
      products.slice(0, 5).map(({ id }) => ({ product_id: id, quantity: 2 })),
    )
  })

  test('of a customer', async ({ browser }) => {
    const { page } = await world.page(browser, customer, PHONE)
    await page.goto(`/orders/${order.id}`)
    await page.getByRole('button', { name: 'Tekrar Sipariş Ver' }).click()
    await page.getByRole('button', { name: 'Sepete ekle' }).click()
    await expect(page).toHaveURL('/cart')
    // Waits for the cart, because the closing dialog also has quantities.
    await expect(page.getByRole('button', { name: 'Toast E: sepetten çıkar' })).toBeVisible()
    await holdToasts(page)
    await pressAll(page, 'li:nth-child(-n + 3) [aria-label$="sepetten çıkar"]')
    await expectNothingCovered(page, [
      '/products',
      '/products?search=toast',
      '/dashboard',
      '/orders',
      `/orders/${order.id}`,
      '/custom-order',
      '/cart',
    ])
  })

  test('of a marketer', async ({ browser }) => {
    const { page } = await world.page(browser, marketer, PHONE)
    await page.goto('/marketer/dashboard?tab=products&search=toast')
    for (const letter of 'ABC') await page.getByRole('button', { name: `Sepete ekle: Toast ${letter}` }).click()
    await page.getByRole('link', { name: 'Sepeti gör' }).click()
    await expect(page.getByRole('button', { name: 'Sepeti boşalt' })).toBeVisible()
    await holdToasts(page)
    await pressAll(page, '[aria-label$="sepetten çıkar"]')
    const tab = (name: string) => `/marketer/dashboard?tab=${name}`
    await expectNothingCovered(page, ['products', 'dashboard', 'orders', 'customers', 'custom-order', 'cart'].map(tab))
  })

  test('of an admin', async ({ browser }) => {
    const { page } = await world.page(browser, world.admin, PHONE)
    await page.goto('/admin/dashboard?tab=stock')
    for (const name of ['Toast F', 'Toast G', 'Toast H']) {
      await page.getByRole('combobox', { name: 'Ürün' }).fill(name)
      await page.getByRole('option', { name }).click()
      await expect(page.getByRole('group', { name: `${name} miktarı` })).toBeVisible()
    }
    await holdToasts(page)
    await pressAll(page, '[aria-label^="Listeden çıkar"]')
    const tab = (name: string) => `/admin/dashboard?tab=${name}`
    const screens = ['stock', 'orders', 'customers', 'products', 'inventory', 'reports'].map(tab)
    await expectNothingCovered(page, [...screens, `/admin/orders/${order.id}`])
  })
})
