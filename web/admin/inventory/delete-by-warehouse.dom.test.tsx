import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button } from '../../testing/screen.ts'

const DELETE = 'DELETE /api/admin/products/delete-by-warehouse'

test('the deletion of all products of a warehouse is sent again with the same key after a lost reply', async () => {
  const { server, act, alerts, says } = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
    const { useDeleteByWarehouse } = await import('./delete-by-warehouse.ts')
    const { Toaster } = await import('../../ui/toaster.tsx')
    function Emptying() {
      const { deleteAll } = useDeleteByWarehouse('Gecici Depo')
      return (
        <button type="button" onClick={deleteAll}>
          Boşalt
        </button>
      )
    }
    return (
      <>
        <Emptying />
        <Toaster />
      </>
    )
  })
  const questions: string[] = []
  vi.stubGlobal('confirm', (question: string) => questions.push(question))
  const stats = {
    total_products: 41,
    active_products: 41,
    out_of_stock: 0,
    low_stock: 0,
    stock_worth: 12300.5,
    on_backorder: 0,
  }
  server.respond('GET /api/admin/inventory/stats', ({ reply }) => reply(200, stats))
  await act(async () => button('Boşalt').click())
  const lost = await server.next(DELETE)
  lost.drop()
  const again = await server.next(DELETE)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(200, { message: 'Gecici Depo: 41 ürün silindi', deleted_count: 41 })
  await says('41 ürün kaldırıldı')
  expect(questions).toEqual([
    expect.stringMatching(
      /^Gecici Depo’daki 41 ürünün tamamı silinecek\. Depoda KDV hariç ₺12\.300,50 değerinde mal görünüyor; silinen ürünlerin stoğu da silinir\. Daha /,
    ),
  ])
  expect(alerts).toEqual([])
})
