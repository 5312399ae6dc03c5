import * as z from 'zod/mini'
import { file } from './call.ts'
import { Id, line, mustBeOneOf, SearchText } from './fields.ts'
import { PRODUCT_LEVELS, WarehouseName } from './products.ts'

/** How many products can be chosen by their ids, which have to fit into a URL. */
export const MAX_CHOSEN_LABELS = 200
/** The maximum number of labels in one file. */
export const MAX_LABELS = 2_400

const ProductIds = z.string('ids bir metin olmalıdır').check(
  z.refine(text => text.split(',').every(id => Id.safeParse(id).success), 'ids ürün kimlikleri olmalıdır'),
  z.refine(
    text => text.split(',').length <= MAX_CHOSEN_LABELS,
    `En fazla ${MAX_CHOSEN_LABELS} seçili ürünün etiketi basılabilir`,
  ),
)

export const downloadLabels = file('GET /admin/inventory/labels', {
  roles: ['admin'],
  query: z.object({
    ids: z.optional(ProductIds),
    warehouse: z.optional(WarehouseName),
    search: z.optional(SearchText),
    category: z.optional(line('Kategori', 200)),
    is_active: z.optional(z.enum(['true', 'false'], 'is_active true veya false olmalıdır')),
    level: z.optional(z.enum(PRODUCT_LEVELS, mustBeOneOf('level', PRODUCT_LEVELS))),
  }),
  download: { media: 'application/pdf', name: 'raf-etiketleri.pdf' },
  summary: `Shelf labels with name, brand, unit and barcode (EAN-13, EAN-8 or Code 128), 24 on a page of A4: of the products \`ids\` (at most ${MAX_CHOSEN_LABELS}), or of those that match the filters of the product list, by name; at most ${MAX_LABELS}.`,
  failure: 'PDF indirilemedi. Lutfen tekrar deneyin.',
})
