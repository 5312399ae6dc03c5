import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { imageHash } from '#contract/image-url.ts'
import { formatMoney, formatNumber } from '#contract/money.ts'
import { isOverdue } from '#contract/stock-level.ts'
import { formatDay, startOfIstanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'
import type { Booklet, Column, Part, Row, Section } from '../documents/booklet.ts'
import { refuse } from '../http/refusal.ts'
import { readPrintImages } from '../images/store.ts'
import type { Settings } from '../settings.ts'
import { HAS_LEVEL } from '../stock/ledger.ts'
import { expiryTextOf, SHOWN_EXPIRY } from './lists.ts'

/** The publisher's name and contact data. */
export type Company = Pick<Settings, 'companyName' | 'supportEmail' | 'supportPhone'>

/** What a printed catalogue contains: a category (undefined: all), as of a day in Istanbul. */
export type CatalogueFilter = { category: string | undefined; day: string }

type PrintedProduct = Awaited<ReturnType<typeof readProducts>>[number]

/** A hash of everything visible in a printed catalogue: it changes if and only if the printed content does. */
export async function versionOf(db: Database, company: Company, { category, day }: CatalogueFilter): Promise<string> {
  const { companyName, supportEmail, supportPhone } = company
  const { count, rows } = await onSale(db, category)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(
      sql<string>`sum(hashtextextended(row(${sql.join(SHOWN.map(name => sql.ref(name)))}, ${MISSING}, ${SHOWN_EXPIRY}::text)::text, 0))`.as(
        'rows',
      ),
    )
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) refuse('nothing_on_sale')
  const shown = JSON.stringify([companyName, supportEmail, supportPhone, category, day, count, rows])
  return createHash('sha256').update(shown).digest('base64url').slice(0, 27)
}

const SHOWN = [
  'products.id',
  'products.category',
  'products.name',
  'products.brand',
  'products.barcode',
  'products.unit',
  'products.vat_rate',
  'products.price',
  'products.image_url',
] as const

/** Null for an available product, else its expected date (YYYY-MM-DD), or an empty text if it has none. */
const MISSING = sql<string | null>`case when ${HAS_LEVEL.out} then
  coalesce(to_char(expected_stock_date, 'YYYY-MM-DD'), '') end`

/** The products of a printed catalogue from both warehouses, in printing order. */
export async function readProducts(db: Database, { category }: CatalogueFilter) {
  return onSale(db, category)
    .select(SHOWN)
    .select([MISSING.as('missing'), SHOWN_EXPIRY.as('shown_expiry')])
    .orderBy('products.category')
    .orderBy('products.name')
    .orderBy('products.id')
    .execute()
}

function onSale(db: Database, category: string | undefined) {
  const products = db
    .selectFrom('products')
    .innerJoin('stock', 'product_id', 'products.id')
    .where('is_active', '=', true)
  return category === undefined ? products : products.where('category', '=', category)
}

const COLUMNS: Column[] = [
  { label: 'Barkod', width: 66, align: 'left' },
  { label: 'Birim', width: 30, align: 'left' },
  { label: 'KDV', width: 24, align: 'right' },
  { label: 'Fiyat (KDV hariç)', width: 78, align: 'right', isBold: true },
]

/** The booklet of a catalogue, without its rows. */
export function bookletOf(products: PrintedProduct[], company: Company, { category, day }: CatalogueFilter): Booklet {
  const facts = [
    { label: 'Tarih', value: formatDay(day) },
    { label: 'Kategori', value: category ?? '' },
    { label: 'Ürün sayısı', value: formatNumber(products.length) },
    { label: 'Fiyatlar', value: 'Türk lirası, KDV hariç' },
    { label: 'E-posta', value: company.supportEmail },
    { label: 'Telefon', value: company.supportPhone },
  ]
  return {
    language: 'tr',
    publisher: company.companyName,
    title: 'Ürün Kataloğu',
    day: formatDay(day),
    made: startOfIstanbulDay(day),
    facts: facts.filter(({ value }) => value),
    footnote: 'Fiyatlara KDV dahil değildir.',
    contents: 'İçindekiler',
    pageOf: 'Sayfa {page} / {pages}',
    continued: '{title} (devam)',
    titleLabel: 'Ürün',
    columns: COLUMNS,
    sections: sectionsOf(products),
  }
}

function sectionsOf(products: PrintedProduct[]): Section[] {
  const counts = new Map<string, number>()
  for (const { category } of products) counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts].map(([title, rows]) => ({
    title,
    amount: `${formatNumber(rows)} ürün`,
    mark: /[\p{L}\p{N}]/u.exec(title)?.[0].toLocaleUpperCase('tr') ?? '',
    rows,
  }))
}

/** Rows that are read and drawn at a time: about 2 MB with their pictures. */
const BATCH_SIZE = 100

/** The rows of a catalogue with the stored pictures; external URLs are never fetched. */
export async function* partsOf(db: Pool, products: PrintedProduct[], { day }: CatalogueFilter): AsyncGenerator<Part> {
  const sent = new Set<string>()
  for (let at = 0; at < products.length; at += BATCH_SIZE) {
    const rows = products.slice(at, at + BATCH_SIZE).map(product => rowOf(product, day))
    const wanted = new Set(rows.flatMap(({ picture }) => (picture && !sent.has(picture) ? [picture] : [])))
    for (const hash of wanted) sent.add(hash)
    yield { rows, pictures: await readPrintImages(db, [...wanted]) }
  }
}

function rowOf(product: PrintedProduct, day: string): Row {
  const { name, brand, barcode, unit, vat_rate, price, image_url, missing, shown_expiry } = product
  return {
    title: name,
    // The expiry first, as a subtitle that is too long is cut at its end.
    subtitle: [expiryTextOf(shown_expiry), brand].filter(Boolean).join(' · '),
    cells: [barcode ?? '', unit, `%${vat_rate}`, formatMoney(price)],
    remark: missing === null ? '' : remarkOn(missing, day),
    picture: imageHash(image_url),
  }
}

/** The remark on a product of which none is available. */
function remarkOn(expected: string, day: string): string {
  if (!expected) return 'Tükendi'
  return `${formatDay(expected)} tarihinde ${isOverdue(0, expected, day) ? 'gelecekti, gecikti' : 'gelecek'}`
}
