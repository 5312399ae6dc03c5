import { expect, test } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { shows } from '../../testing/screen.ts'

const LISTS = [
  { tab: 'products', load: async () => (await import('./products-tab.tsx')).ProductsTab },
  { tab: 'inventory', load: async () => (await import('../inventory/inventory-tab.tsx')).InventoryTab },
]

test.each(LISTS)(
  'the products of the tab $tab are filtered and sorted by the same parameters, chips and texts',
  async ({ tab, load }) => {
    const address = `/admin/dashboard?tab=${tab}&active=false&level=out&sort=price&order=desc`
    const { server, act } = await openAdminScreen(
      address,
      async () => {
        const Tab = await load()
        return <Tab />
      },
      { isPhone: true },
    )
    const { query } = await server.next('GET /api/admin/products')
    expect(query).toMatchObject({ is_active: 'false', level: 'out', sort: 'price', order: 'desc' })
    const chips = () =>
      [...document.querySelectorAll('[aria-label="Etkin filtreler"] li')].map(chip => chip.textContent)
    expect(chips()).toEqual(['Stok düzeyi: Tükenen', 'Durum: Pasif', 'Filtreleri temizle'])
    await act(async () => document.querySelector<HTMLElement>('button[aria-label^="Filtre"]')?.click())
    await shows(() => document.querySelector('[aria-label="Sıralama"]') !== null)
    const orders = [...document.querySelectorAll('[aria-label="Sıralama"] option')].map(
      ({ textContent }) => textContent,
    )
    expect(orders).toEqual(expect.arrayContaining(['Ürün, artan', 'Kategori, artan', 'Satılabilir, azalan']))
  },
)
