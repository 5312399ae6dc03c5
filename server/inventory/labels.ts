import pLimit from 'p-limit'
import { spellingsOf } from '#contract/barcode-spellings.ts'
import { MAX_LABELS } from '#contract/labels.ts'
import { formatNumber } from '#contract/money.ts'
import type { AdminProduct, ProductLevel, Warehouse } from '#contract/products.ts'
import { byAlphabet, istanbulDay } from '#contract/turkish.ts'
import { listAllProducts } from '../catalogue/lists.ts'
import type { Database } from '../db/tables.ts'
import { drawLabels, type Label } from '../documents/labels.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'

type LabelQuery = {
  ids?: string | undefined
  warehouse?: Warehouse | undefined
  search?: string | undefined
  category?: string | undefined
  is_active?: 'true' | 'false' | undefined
  level?: ProductLevel | undefined
}

type Labelled = Pick<AdminProduct, 'name' | 'brand' | 'unit' | 'barcode'>

const oneAtATime = pLimit(1)

/** Shelf labels of the chosen products, or of all that match the filters, by name, as a PDF. */
export async function shelfLabels(
  db: Database,
  { companyName }: { companyName: string },
  { ids, ...filter }: LabelQuery,
  now: Date,
): Promise<FileReply> {
  const products = await (ids === undefined ? filtered(db, filter) : chosen(db, ids.split(',')))
  if (products.length === 0) refuse('invalid_input', 'Etiketi basılacak ürün bulunamadı')
  const labels = products.toSorted((a, b) => byAlphabet(a.name, b.name)).map(labelOf)
  const pieces = await oneAtATime(() =>
    drawLabels({ language: 'tr', publisher: companyName, title: 'Raf Etiketleri', made: now, labels }),
  )
  return { name: `raf-etiketleri-${istanbulDay(now)}.pdf`, pieces }
}

async function filtered(db: Database, filter: Omit<LabelQuery, 'ids'>): Promise<Labelled[]> {
  const found: Labelled[] = []
  for await (const page of pagesOf(listAllProducts(db, filter))) {
    found.push(...page)
    if (found.length > MAX_LABELS)
      refuse('invalid_input', `Bir dosyada en fazla ${formatNumber(MAX_LABELS)} etiket olabilir; listeyi daraltın`)
  }
  return found
}

const chosen = (db: Database, ids: string[]): Promise<Labelled[]> =>
  db.selectFrom('products').select(['name', 'brand', 'unit', 'barcode']).where('id', 'in', ids).execute()

const labelOf = ({ name, brand, unit, barcode }: Labelled): Label => ({
  title: name,
  subtitle: [brand, unit].filter(Boolean).join(' · '),
  code: barcode === null ? null : encodedForm(barcode),
  digits: barcode ?? '',
})

/** A UPC-A, and the UPC-E that abbreviates one, as the EAN-13 with the same bars or the same meaning. */
const encodedForm = (barcode: string) => spellingsOf(barcode).find(spelling => /^0\d{12}$/.test(spelling)) ?? barcode
