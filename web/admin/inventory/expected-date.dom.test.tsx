import { useState } from 'react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readAnyProduct } from '#contract/products.ts'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button, field, shows, stubFocusVisible, typeIn } from '../../testing/screen.ts'
import type { ExpectedDateUpdate } from './expected-date.tsx'

const PRODUCT = z.decode(readAnyProduct.reply, WIRE_PRODUCT)
const UPDATE = 'POST /api/admin/products/bulk-update-expected-date'
const RESTORE = 'POST /api/admin/products/restore-expected-dates'

test('setting expected dates, and undoing it, is not reported as refused after a lost reply', async () => {
  const updates: ExpectedDateUpdate[] = []
  const { server, act, alerts, says } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { ExpectedDateDialog } = await import('./expected-date.tsx')
    const { ExpectedDateResult } = await import('./expected-date-result.tsx')
    const before = [{ product_id: PRODUCT.id, expected_stock_date: null }]
    return (
      <>
        <ExpectedDateResult update={{ day: '2099-01-02', updated: 1, before, changed: 0 }} onClose={() => undefined} />
        <ExpectedDateDialog
          candidates={{ products: [PRODUCT], from: 'selection' }}
          onClose={() => undefined}
          onUpdated={update => updates.push(update)}
        />
      </>
    )
  })
  await says('1 / 1 ürün seçili')
  const sentAgain = async (endpoint: string) => {
    const lost = await server.next(endpoint)
    lost.drop()
    const again = await server.next(endpoint)
    expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
    return again
  }
  await act(async () => typeIn(field('Beklenen tarih'), '1.3.2099'))
  await act(async () => button('Kaydet').click())
  const given = await sentAgain(UPDATE)
  given.reply(200, { updated_count: 1, changed_ids: [] })
  await shows(() => updates.length > 0)
  await act(async () => button('Geri al').click())
  const restored = await sentAgain(RESTORE)
  restored.reply(200, { restored_count: 1, changed_count: 0 })
  await says('1 ürünün önceki tarihi geri geldi')
  expect(alerts).toEqual([])
})

test('products that have a date are not said to be left out once they are ticked', async () => {
  const { act, says } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { ExpectedDateDialog } = await import('./expected-date.tsx')
    const dated = ['56', '57'].map(end => ({
      ...PRODUCT,
      id: PRODUCT.id.replace(/55$/, end),
      name: `Zeytin ${end}`,
      expected_stock_date: '2099-01-02',
    }))
    const ignore = () => undefined
    return (
      <ExpectedDateDialog
        candidates={{ products: [PRODUCT, ...dated], from: 'warehouse' }}
        onClose={ignore}
        onUpdated={ignore}
      />
    )
  })
  await says('Tarihi olan 2 ürün işaretlenmedi')
  await act(async () => field('Tüm ürünleri seç, 1 / 3 ürün seçili').click())
  await says('3 / 3 ürün seçili')
  expect(document.body.textContent).not.toContain('işaretlenmedi')
})

test('the focus of the buttons of a result goes to the result when it changes, and to the page’s content when it is closed', async () => {
  stubFocusVisible()
  const { server, act, says } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { ExpectedDateResult } = await import('./expected-date-result.tsx')
    const before = [{ product_id: PRODUCT.id, expected_stock_date: null }]
    const update = { day: '2099-01-02', updated: 1, before, changed: 0 }
    function Sample() {
      const [isOpen, setOpen] = useState(true)
      return (
        <main id="content" tabIndex={-1}>
          {isOpen && <ExpectedDateResult update={update} onClose={() => setOpen(false)} />}
        </main>
      )
    }
    return <Sample />
  })
  const press = async (pressed: HTMLElement | null) => {
    await act(async () => pressed?.focus())
    await act(async () => pressed?.click())
  }
  await press(button('Geri al'))
  ;(await server.next(RESTORE)).reply(200, { restored_count: 1, changed_count: 0 })
  await says('1 ürünün önceki tarihi geri geldi')
  await shows(() => document.activeElement?.getAttribute('aria-label') === 'Verilen tarihler')
  await press(document.querySelector<HTMLElement>('[aria-label="Bildirimi kapat"]'))
  expect(document.activeElement?.id).toBe('content')
})
