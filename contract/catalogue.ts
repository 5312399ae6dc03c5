import * as z from 'zod/mini'
import { call, file, list } from './call.ts'
import { Id, line, SearchText } from './fields.ts'
import { Money } from './money.ts'

// Products -----------------------------------------------------------------------

export const UNITS = ['ADET', 'KG', 'LT', 'PAKET'] as const
export const CATEGORIES = [
  'Peynir',
  'Zeytinler',
  'Turşu',
  'Konserve',
  'Uzakdoğu Ürünleri',
  'Sos',
  'Özel Ürünler',
  'Şoklu Meyve Püre',
  'Kuru Gıda',
  'İçecekler',
  'Kahve',
  'Şurup',
] as const
/**
 * A product as customers and marketers see it. `stock_quantity` is the available quantity, never below 0;
 * `shown_expiry` is an expiry that an admin has chosen to show, as packages print it ('SKT 14.12.2026'); only an offer
 * has a `regular_price`: that of the product that its goods come from, if it is higher than the offer's and for the
 * same unit.
 */
export const Product = z.object({
  id: z.uuid(),
  name: z.string(),
  brand: z.string(),
  category: z.string(),
  price: Money,
  unit: z.string(),
  vat_rate: z.int(),
  stock_quantity: z.int(),
  expected_stock_date: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  barcode: z.nullable(z.string()),
  description: z.string(),
  shown_expiry: z.optional(z.string()),
  regular_price: z.optional(Money),
})
export type Product = z.infer<typeof Product>

// Calls --------------------------------------------------------------------------------

const ALL_ROLES = ['customer', 'marketer', 'admin'] as const
const PRODUCTS_FAILED = 'Ürünler yüklenirken hata oluştu'

/** The most products that one request can name. */
export const MAX_PRODUCT_IDS = 200

const Ids = z.optional(
  z
    .string('ids bir metin olmalıdır')
    .check(
      z.refine(text => text.split(',').length <= MAX_PRODUCT_IDS, `ids en fazla ${MAX_PRODUCT_IDS} ürün içerebilir`),
    ),
)

export const listProducts = list('GET /products', {
  roles: ALL_ROLES,
  resources: ['products'],
  query: { category: z.optional(line('Kategori', 200)), search: z.optional(SearchText), ids: Ids },
  item: Product,
  summary:
    'Products on sale; with `search` best match first, with `ids` only those among them. The header `X-Total-Count` of a page has their number.',
  failure: PRODUCTS_FAILED,
  hasETag: true,
})

export const listCategories = call('GET /products/categories', {
  roles: ALL_ROLES,
  resources: ['products'],
  isStoredOffline: true,
  reply: z.array(z.string()),
  summary: 'The categories of the products on sale, in Turkish order.',
  failure: 'Kategoriler yüklenemedi',
})

export const readProduct = call('GET /products/:id', {
  params: { id: Id },
  roles: ALL_ROLES,
  resources: ['products'],
  reply: Product,
  summary: 'One product on sale.',
  failure: 'Ürün yüklenirken hata oluştu',
})

export const downloadCatalogue = file('GET /catalog/pdf', {
  roles: ALL_ROLES,
  query: z.object({ category: z.optional(line('Kategori', 200)) }),
  download: { media: 'application/pdf', name: 'toptan-katalog.pdf' },
  summary: 'The products on sale with their prices as a PDF: all of them, or one category.',
  failure: 'PDF indirilemedi. Lutfen tekrar deneyin.',
  errors: ['nothing_on_sale'],
  hasETag: true,
})
