import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { CATEGORIES, UNITS } from '#contract/catalogue.ts'
import { Id } from '#contract/fields.ts'
import { IMPORT_DEFAULTS, INVENTORY_COLUMNS, type InventoryColumn, LOT_PLACES } from '#contract/inventory-columns.ts'
import type { Kurus } from '#contract/money.ts'
import {
  columnOf,
  defaultVatRate,
  type FieldOfKind,
  IMPORTED_FIELDS,
  type ImportedField,
  PRODUCT_FIELDS,
} from '#contract/product-fields.ts'
import { Barcode, NewProduct } from '#contract/products.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { fold } from '#contract/turkish.ts'
import { type Cell, isBlank, type WorkbookRow } from '../documents/workbook.ts'
import { asShown, asText, cellFault, type Filled, hasLostDigits, isUsable, lostDigitsFault } from './cell-values.ts'
import { comparedSpellings } from './compared-spellings.ts'
import { differencesFrom, firstOf, newRow } from './further-rows.ts'
import type { FaultyRow, ImportColumn, ProductFields, ProductRow, RowError } from './imported-rows.ts'
import { readLotCells } from './lot-cells.ts'
import { CURRENCY, numberIn } from './typed-numbers.ts'

type ImportRules = {
  vatRates: readonly number[]
  categories: readonly string[]
  /** Products by their ID. A product's current values stay valid, even if today's rules would refuse them. */
  present: ReadonlyMap<string, Partial<ProductFields>>
  /** For rows that name the same product as another row: that row. Only if rows are matched by barcode. */
  repeated?: ReadonlyMap<number, number> | undefined
  /** Whether the rows have columns of lots after those of a product. */
  hasLots?: boolean | undefined
}

const YIELD_EVERY = 250

/**
 * Reads the rows of an inventory workbook, whose first row is the header. Numbers are parsed in Turkish notation. A
 * row with an error is left out; the caller checks whether its ID exists.
 */
export async function readProductRows(
  sheet: WorkbookRow[],
  known: ImportRules,
): Promise<{ rows: ProductRow[]; errors: RowError[]; faulty: FaultyRow[] }> {
  const rows: ProductRow[] = []
  const errors: RowError[] = []
  const faulty: FaultyRow[] = []
  const spellings = spellingsOf(known.categories)
  const seen = { ID: new Map<string, number>(), Barkod: new Map<string, number>() }
  const firstRows = new Map<string, ProductRow>()

  for (const [i, { row, cells }] of sheet.slice(1).entries()) {
    // Yields to the event loop, as many rows take a while.
    if (i % YIELD_EVERY === YIELD_EVERY - 1) await setImmediate()
    const width = INVENTORY_COLUMNS.length + (known.hasLots ? Object.keys(LOT_PLACES).length : 0)
    if (cells.slice(0, width).every(isBlank)) continue
    const faults: RowError[] = []
    const fault = (column: ImportColumn, sentence: string) => {
      faults.push({ row, column, message: `Satır ${row}: ${sentence}` })
    }
    const { id, fields } = readCells(cells, { ...known, spellings }, fault)
    const lot = known.hasLots ? readLotCells(cells, fault) : undefined
    const barcodes = comparedSpellings({ id, barcode: fields.barcode })
    // A row before it with the product's own barcode is the one to refuse.
    const hasOwn = id !== undefined && fields.barcode === known.present.get(id)?.barcode
    const key = id ?? barcodes.toSorted()[0] ?? ''
    const first = firstOf(firstRows, key, { id, lot })
    if (first) differencesFrom(first, fields, known, fault)
    const repeats = known.repeated?.get(row)
    if (repeats !== undefined) fault('Barkod', `Barkod "${fields.barcode}" ${repeats}. satırdaki ürünün barkodu`)
    else {
      if (id === undefined && !first)
        for (const lack of lacksOf(fields, known)) {
          if (faults.every(({ column }) => column !== lack.column)) fault(lack.column, lack.sentence)
        }
      // A product may have several rows if they are about its lots.
      const earlier = {
        ID: lot ? undefined : seen.ID.get(id ?? ''),
        Barkod: first || hasOwn ? undefined : barcodes.map(barcode => seen.Barkod.get(barcode)).find(Boolean),
      }
      if (earlier.ID) fault('ID', `ID "${id}" bu dosyada ${earlier.ID}. satırda da var`)
      if (earlier.Barkod) fault('Barkod', `Barkod "${fields.barcode}" bu dosyada ${earlier.Barkod}. satırda da var`)
    }
    if (faults.length > 0) {
      errors.push(...faults)
      const sound = (column: InventoryColumn) => faults.every(one => one.column !== column)
      faulty.push({
        row,
        id: sound('ID') ? id : undefined,
        barcode: (sound('Barkod') && fields.barcode) || undefined,
      })
      continue
    }

    if (id && !lot) seen.ID.set(id, row)
    if (!first) for (const barcode of barcodes) seen.Barkod.set(barcode, row)
    const named = lot && { lot }
    if (id === undefined) rows.push(newRow(row, first, fields, named))
    else rows.push({ row, id, fields, ...named })
    const added = rows.at(-1)
    if (key && !first && added) firstRows.set(key, added)
  }
  return { rows, errors, faulty }
}

/** What a row lacks to create a product: a name other than that of a sum, and a rate if the default is not allowed. */
function lacksOf({ name, vat_rate, barcode }: Partial<ProductFields>, { vatRates, repeated }: ImportRules) {
  const lacks: { column: InventoryColumn; sentence: string }[] = []
  if (name === undefined)
    lacks.push({ column: 'Ürün Adı', sentence: repeated && barcode ? aboutUnmatched(barcode) : 'Ürün adı zorunludur' })
  else if (!barcode && isSum(name))
    lacks.push({ column: 'Ürün Adı', sentence: `"${name}" bir toplam satırı gibi; ürünse barkodunu da yazın` })
  if (vat_rate === undefined && defaultVatRate(IMPORT_DEFAULTS.vat_rate, vatRates) === undefined)
    lacks.push({ column: 'KDV Oranı', sentence: REFUSALS.vat_rate_not_allowed.detail(vatRates) })
  return lacks
}

/** Whether this is the name of a row with the sums of a list, as suppliers have it at its end. */
function isSum(name: string): boolean {
  const words = fold(name).split(/[^a-z\d]+/)
  return words.some(word => SUMS.has(word)) && words.every(word => !word || SUMS.has(word) || OF_SUMS.has(word))
}

const SUMS = new Set(['toplam', 'toplami', 'yekun', 'total', 'subtotal'])
/** The words that stand beside them, folded. */
const OF_SUMS = new Set(
  'genel ara alt net brut dip sayfa mal hizmet kdv vergi vergiler dahil haric iskonto tutar tutari adet adedi miktar miktari tl try usd eur grand sub amount'.split(
    ' ',
  ),
)

const aboutUnmatched = (barcode: string) =>
  `Barkod "${barcode}" bu depoda bulunamadı; yeni ürün için ürün adı zorunludur`

type Known = ImportRules & { spellings: Spellings }

function readCells(cells: Cell[], known: Known, fault: (column: InventoryColumn, sentence: string) => void) {
  const fields: Partial<ProductFields> = {}
  const read = <T>(column: InventoryColumn, reader: (cell: Filled) => Reading<T>): T | undefined => {
    const cell = cells[INVENTORY_COLUMNS.indexOf(column)]
    if (isBlank(cell)) return undefined
    const reading = isUsable(cell) ? reader(cell) : { fault: `${column} ${cellFault(cell)}` }
    if ('value' in reading) return reading.value
    fault(column, reading.fault)
    return undefined
  }
  const id = read('ID', readId)
  const present = known.present.get(id ?? '')
  const take = <Field extends ImportedField>(field: Field, reader: (cell: Filled) => Reading<ProductFields[Field]>) => {
    // An amount of money is in lira in a cell, and in kuruş here.
    const before = PRODUCT_FIELDS[field].kind === 'money' ? undefined : present?.[field]
    const value = read(columnOf(field).heading, cell =>
      before !== undefined && showsValue(cell, before) ? { value: before } : reader(cell),
    )
    if (value !== undefined) fields[field] = value
  }
  for (const field of IMPORTED_FIELDS) {
    if (isWhole(field)) take(field, cell => readWhole(field, cell))
    else take(field, cell => READERS[field](cell, known))
  }
  return { id, fields }
}

type WholeField = ImportedField & FieldOfKind<'whole' | 'optionalWhole'>
const isWhole = (field: ImportedField): field is WholeField =>
  PRODUCT_FIELDS[field].kind === 'whole' || PRODUCT_FIELDS[field].kind === 'optionalWhole'

type Readers = { [Field in ImportedField]: (cell: Filled, known: Known) => Reading<ProductFields[Field]> }
/** The readers of the fields that are no whole numbers. */
const READERS: Omit<Readers, WholeField> = {
  name: cell => checked(NewProduct.shape.name, asText(cell)),
  brand: cell => checked(NewProduct.shape.brand, asText(cell)),
  category: (cell, { spellings }) => readCategory(cell, spellings),
  unit: readUnit,
  price: readPrice,
  vat_rate: (cell, { vatRates }) => readVatRate(cell, vatRates),
  barcode: readBarcode,
}

const showsValue = (cell: Filled, value: string | number | null) =>
  typeof value === 'number' ? typeof cell === 'number' && asShown(cell) === value : asText(cell) === value

// Cells ---------------------------------------------------------------------------------------

type Reading<T> = { value: T } | { fault: string }

function checked<T>(schema: z.core.$ZodType<T>, value: unknown): Reading<T> {
  const result = z.safeParse(schema, value)
  return result.success ? { value: result.data } : { fault: result.error.issues[0]?.message ?? 'Geçersiz değer' }
}

// Columns -------------------------------------------------------------------------------------

function readId(cell: Filled): Reading<string> {
  const text = asText(cell)
  const id = Id.safeParse(text.toLowerCase())
  return id.success ? { value: id.data } : { fault: `ID "${text}" geçersiz; yeni ürün için boş bırakın` }
}

/** The spelling of each category by its folded form. */
type Spellings = Map<string, string>

function spellingsOf(inUse: readonly string[]): Spellings {
  const all = [...CATEGORIES, IMPORT_DEFAULTS.category, ...inUse]
  return new Map(all.toReversed().map(category => [fold(category), category]))
}

function readCategory(cell: Filled, spellings: Spellings): Reading<string> {
  const key = fold(asText(cell))
  const known = spellings.get(key)
  if (known) return { value: known }
  const reading = checked(NewProduct.shape.category, asText(cell))
  // The next rows spell a new category like this one.
  if ('value' in reading) spellings.set(key, reading.value)
  return reading
}

function readUnit(cell: Filled): Reading<string> {
  // Upper-cases ASCII letters only, as units must not depend on the Turkish capital İ.
  const typed = asText(cell).replace(/[a-z]/g, letter => letter.toUpperCase())
  const unit = UNITS.find(name => name === typed)
  return unit
    ? { value: unit }
    : { fault: `Birim "${asText(cell)}" geçersiz; şunlardan biri olmalıdır: ${UNITS.join(', ')}` }
}

function readPrice(cell: Filled): Reading<Kurus> {
  if (typeof cell === 'number') return checked(NewProduct.shape.price, asShown(cell))
  const text = cell.trim()
  const parsed = numberIn(text.replace(CURRENCY, ''))
  if (!parsed) return { fault: `Fiyat "${text}" bir sayı değil` }
  if (parsed.thousandsOrDecimals) {
    const { thousandsOrDecimals: digits } = parsed
    return { fault: `Fiyat "${text}" belirsiz; ${digits},00 ya da ${digits.replace('.', '')} yazın` }
  }
  if (parsed.decimals > 2) return { fault: `Fiyat "${text}" en fazla iki ondalık basamaklı olabilir` }
  return checked(NewProduct.shape.price, parsed.value)
}

function readVatRate(cell: Filled, allowed: readonly number[]): Reading<number> {
  const rate = typeof cell === 'number' ? asShown(cell) : numberIn(cell.replace('%', ''))?.value
  if (rate === undefined) return { fault: `KDV oranı "${asText(cell)}" bir sayı değil` }
  // A cell formatted as a percentage shows %10 and holds 0,1.
  const percent = typeof cell === 'number' && rate > 0 && rate < 1 ? asShown(rate * 100) : rate
  return allowed.includes(percent) ? { value: percent } : { fault: REFUSALS.vat_rate_not_allowed.detail(allowed) }
}

function readWhole(field: WholeField, cell: Filled): Reading<number> {
  const value = typeof cell === 'number' ? asShown(cell) : wholeNumberIn(cell)
  const { label, inMessages = label } = PRODUCT_FIELDS[field]
  // 1 with three decimals in Turkish notation, 1000 in English.
  const [text, digits] = (typeof cell === 'string' && /^([1-9]\d{0,2}),000$/.exec(cell.trim())) || []
  if (digits) return { fault: `${inMessages} "${text}" belirsiz; ${digits}000 ya da ${digits} yazın` }
  if (value === undefined) return { fault: `${inMessages} "${asText(cell)}" bir sayı değil` }
  const reading = checked(NewProduct.shape[field], value)
  return 'fault' in reading ? reading : { value }
}

/** The dot of a whole number separates thousands: 1.250 can only mean 1250. */
function wholeNumberIn(text: string): number | undefined {
  const parsed = numberIn(text)
  return parsed?.thousandsOrDecimals ? Number(parsed.thousandsOrDecimals.replace('.', '')) : parsed?.value
}

/** The barcode of a cell, or the Turkish reason why it is invalid. */
export function readBarcode(cell: Filled): Reading<string | null> {
  // No barcode has a sign or a fraction.
  const isWhole = typeof cell === 'string' || (Number.isInteger(cell) && cell >= 0)
  if (!isWhole || hasLostDigits(cell)) return { fault: lostDigitsFault('Barkod', 'barkodu', cell) }
  return checked(Barcode, asText(cell))
}
