import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button } from '../../testing/screen.ts'

const DELETE = 'DELETE /api/admin/products/delete-by-warehouse'

/** Asks to delete the 41 products of a warehouse, whose goods have this worth; the user confirms the questions. */
async function deleteAll(stock_worth: number) {
  const screen = await openAdminScreen('/admin/dashboard?tab=inventory', async () => {
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
  const counts = { total_products: 41, active_products: 41, out_of_stock: 0, low_stock: 0, on_backorder: 0 }
  screen.server.respond('GET /api/admin/inventory/stats', ({ reply }) => reply(200, { ...counts, stock_worth }))
  await screen.act(async () => button('Boşalt').click())
  return { ...screen, questions }
}

test('the deletion of all products of a warehouse is sent again with the same key after a lost reply', async () => {
  const { server, alerts, says } = await deleteAll(12300.5)
  const lost = await server.next(DELETE)
  lost.drop()
  const again = await server.next(DELETE)
  expect(again.headers['idempotency-key']).toBe(lost.headers['idempotency-key'])
  again.reply(200, { message: 'Gecici Depo: 41 ürün silindi', deleted_count: 41 })
  await says('41 ürün kaldırıldı')
  expect(alerts).toEqual([])
})

test.each([
  [12300.5, 'Depoda KDV hariç ₺12.300,50 değerinde mal görünüyor. '],
  [0, ''],
])('the question before it says that the stock goes as well, and its worth: %d', async (stock_worth, worth) => {
  const { server, questions } = await deleteAll(stock_worth)
  await server.next(DELETE)
  const text = 'Gecici Depo’daki 41 ürünün tamamı silinecek; silinen ürünlerin stoğu da silinir. '
  expect(questions).toEqual([expect.stringContaining(`${text}${worth}Daha önce`)])
})
