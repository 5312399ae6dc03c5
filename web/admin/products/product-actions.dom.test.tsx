import { expect, test, vi } from 'vitest'
import { openAdminScreen, WIRE_PRODUCT } from '../../testing/admin-screen.tsx'
import { button } from '../../testing/screen.ts'

test('a deletion that is sent again counts as successful if the product no longer exists', async () => {
  const { server, act, alerts, says } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { useProductDeletion } = await import('./product-actions.ts')
    const { Toaster } = await import('../../ui/toaster.tsx')
    function Deleting() {
      const remove = useProductDeletion()
      const product = { ...WIRE_PRODUCT, price: 28950 } as unknown as Parameters<typeof remove>[0]
      return (
        <button type="button" onClick={() => void remove(product)}>
          Sil
        </button>
      )
    }
    return (
      <>
        <Deleting />
        <Toaster />
      </>
    )
  })
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question))
  await act(async () => button('Sil').click())
  const call = `DELETE /api/admin/products/${WIRE_PRODUCT.id}`
  ;(await server.next(call)).drop()
  ;(await server.next(call)).refuse(404, 'not_found', 'Kayıt bulunamadı')
  await says('Ürün silindi')
  expect(alerts).toEqual([])
  expect(questions).toEqual([
    expect.stringMatching(
      /silinsin mi\? Stoktaki \d+ KG de silinir\. .*Daha önce sipariş edilmiş veya fırsat kaydı olan bir ürün/,
    ),
  ])
})

test('a deactivation that got no reply is sent again, and can be undone', async () => {
  const { server, act, alerts, says } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { useProductActiveToggle } = await import('./product-actions.ts')
    const { Toaster } = await import('../../ui/toaster.tsx')
    function Toggle() {
      const toggle = useProductActiveToggle()
      const product = { ...WIRE_PRODUCT, price: 28950 } as unknown as Parameters<typeof toggle>[0]
      return (
        <button type="button" onClick={() => toggle(product)}>
          Pasif yap
        </button>
      )
    }
    return (
      <>
        <Toggle />
        <Toaster />
      </>
    )
  })
  await act(async () => button('Pasif yap').click())
  const call = `PUT /api/admin/products/${WIRE_PRODUCT.id}`
  ;(await server.next(call)).drop()
  const again = await server.next(call)
  expect(JSON.parse(again.body)).toEqual({ is_active: false })
  again.reply(200, { success: true, product: { ...WIRE_PRODUCT, is_active: false } })
  await says('Ürün pasif yapıldı')
  await says('Geri al')
  expect(alerts).toEqual([])
})

test('a free product becomes active only after a question', async () => {
  const { server, act } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { useProductActiveToggle } = await import('./product-actions.ts')
    function Toggle() {
      const toggle = useProductActiveToggle()
      const product = { ...WIRE_PRODUCT, price: 0, is_active: false } as unknown as Parameters<typeof toggle>[0]
      return (
        <button type="button" onClick={() => toggle(product)}>
          Aktif yap
        </button>
      )
    }
    return <Toggle />
  })
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  await act(async () => button('Aktif yap').click())
  expect(confirm.mock.calls).toEqual([['Ezine peyniri ₺0,00 ile satışta olacak. Fiyat doğru mu?']])
  expect(server.untaken()).toEqual([])
  confirm.mockReturnValue(true)
  await act(async () => button('Aktif yap').click())
  expect(JSON.parse((await server.next(`PUT /api/admin/products/${WIRE_PRODUCT.id}`)).body)).toEqual({
    is_active: true,
  })
})
