/** The kind of a field's value, which decides its editor, its cells in a workbook and how it is shown. */
export type FieldKind =
  | 'text'
  | 'paragraph'
  /** One of a list of texts. */
  | 'choice'
  /** Kuruş in the program, lira in the API's JSON. */
  | 'money'
  /** Whole percent. */
  | 'percent'
  | 'whole'
  /** A whole number or none. */
  | 'optionalWhole'
  /** YYYY-MM-DD. */
  | 'day'
  | 'picture'
  | 'flag'

/** The column of the inventory workbook that a field is exported to and imported from. */
type WorkbookColumn = {
  letter: string
  heading: string
  /** Accepted headings, folded and without punctuation. `adet` can mean quantity or unit. */
  spellings: string
  /** In characters. */
  width: number
}

type FieldDescription = {
  /** The Turkish name in forms and in the import preview. */
  label: string
  /** The name in error messages, if not the label. */
  inMessages?: string
  /** The name in the audit trail, if not the label. */
  inAudit?: string
  kind: FieldKind
  /** A remark below the field in forms. */
  hint?: string
  /** The unit of a number, shown in its input. */
  suffix?: string
  /** Required in the form and the API for a new product; an import has defaults for all but the name. */
  required?: true
  /** Stored as null when a form leaves it empty. */
  nullable?: true
  /** Can be set on a new product only. */
  fixed?: true
  /** Without it the field cannot be imported. */
  column?: WorkbookColumn
}

const FIELDS = {
  name: {
    label: 'Ürün adı',
    inAudit: 'Ad',
    kind: 'text',
    required: true,
    column: {
      letter: 'B',
      heading: 'Ürün Adı',
      spellings:
        'urun adi, urun, urun ismi, ad, adi, isim, stok adi, mal adi, malzeme adi, name, product, product name',
      width: 44,
    },
  },
  brand: {
    label: 'Marka',
    kind: 'text',
    required: true,
    column: { letter: 'C', heading: 'Marka', spellings: 'marka, marka adi, brand', width: 20 },
  },
  category: {
    label: 'Kategori',
    kind: 'choice',
    required: true,
    column: { letter: 'D', heading: 'Kategori', spellings: 'kategori, kategori adi, category', width: 20 },
  },
  price: {
    label: 'Fiyat',
    kind: 'money',
    hint: 'KDV hariç birim fiyatı',
    suffix: '₺',
    column: {
      letter: 'F',
      heading: 'Fiyat',
      spellings:
        'fiyat, fiyati, birim fiyat, birim fiyati, satis fiyati, urun fiyati, liste fiyati, net fiyat, kdv haric fiyat, price, unit price',
      width: 12,
    },
  },
  unit: {
    label: 'Birim',
    kind: 'choice',
    column: { letter: 'E', heading: 'Birim', spellings: 'birim, birimi, olcu, olcu birimi, unit, adet', width: 9 },
  },
  vat_rate: {
    label: 'KDV',
    inMessages: 'KDV oranı',
    inAudit: 'KDV oranı',
    kind: 'percent',
    column: {
      letter: 'G',
      heading: 'KDV Oranı',
      spellings: 'kdv, kdv orani, kdv yuzde, kdv yuzdesi, vat, vat rate',
      width: 11,
    },
  },
  stock_quantity: {
    label: 'Stok',
    inAudit: 'Stok (eldeki)',
    kind: 'whole',
    hint: 'Rafta olan miktar',
    column: {
      letter: 'H',
      heading: 'Stok',
      spellings: 'stok, stok miktari, stok adedi, miktar, miktari, adet, adedi, stock, stock quantity, quantity, qty',
      width: 12,
    },
  },
  expected_stock_date: {
    label: 'Beklenen stok tarihi',
    kind: 'day',
    hint: 'Stok 0 iken sipariş bu tarihe alınır',
    nullable: true,
  },
  image_url: { label: 'Resim', kind: 'picture' },
  barcode: {
    label: 'Barkod',
    kind: 'text',
    nullable: true,
    column: {
      letter: 'I',
      heading: 'Barkod',
      spellings: 'barkod, barkodu, barkod no, barkod numarasi, urun barkodu, barcode, ean, ean 13, gtin',
      width: 18,
    },
  },
  description: { label: 'Açıklama', kind: 'paragraph' },
  is_active: {
    label: 'Satışta',
    inMessages: 'Durum',
    inAudit: 'Aktif',
    kind: 'flag',
    hint: 'Pasif ürünler katalogda görünmez ve sipariş edilemez.',
  },
  lot_tracking: { label: 'Parti takibi', kind: 'choice', hint: 'Mal kabulde parti no ve son tarih' },
  min_remaining_days: {
    label: 'En az kalan gün',
    kind: 'optionalWhole',
    hint: 'Siparişe daha az günü kalan parti önerilmez',
    suffix: 'gün',
    nullable: true,
  },
  warehouse: { label: 'Depo', kind: 'choice', hint: 'Sonradan değiştirilemez', fixed: true },
} as const satisfies Record<string, FieldDescription>

/** The labels of `lot_tracking`: whether receipts of a product record its lots. */
export const LOT_TRACKING_LABELS = { off: 'Yok', asked: 'Sorulur', required: 'Zorunlu' } as const

type Fields = typeof FIELDS
export type ProductField = keyof Fields
type FieldsWith<Trait> = { [Field in ProductField]: Fields[Field] extends Trait ? Field : never }[ProductField]

/** The fields of a product, in the order of the audit trail. */
export const PRODUCT_FIELDS: Record<ProductField, FieldDescription> = FIELDS
export type KindOf<Field extends ProductField> = Fields[Field]['kind']
export type FieldOfKind<Kind extends FieldKind> = FieldsWith<{ kind: Kind }>

export type RequiredField = FieldsWith<{ required: true }>
export type EditableField = Exclude<ProductField, FieldsWith<{ fixed: true }>>
export type ImportedField = FieldsWith<{ column: WorkbookColumn }>

/** The names of the fields, in the same order. */
export const PRODUCT_FIELD_NAMES = Object.keys(FIELDS) as ProductField[]
const isRequired = (field: ProductField): field is RequiredField => 'required' in FIELDS[field]
const isEditable = (field: ProductField): field is EditableField => !('fixed' in FIELDS[field])
const isImported = (field: ProductField): field is ImportedField => 'column' in FIELDS[field]

export const REQUIRED_FIELDS = PRODUCT_FIELD_NAMES.filter(isRequired)
/** The fields of a product that can be changed. */
export const EDITABLE_FIELDS = PRODUCT_FIELD_NAMES.filter(isEditable)
/** The fields of a product that can be imported, in the order of the workbook's columns. */
export const IMPORTED_FIELDS = PRODUCT_FIELD_NAMES.filter(isImported).sort((a, b) =>
  FIELDS[a].column.letter.localeCompare(FIELDS[b].column.letter),
)

/** The workbook's column of a field. */
export const columnOf = <Field extends ImportedField>(field: Field): Fields[Field]['column'] => FIELDS[field].column

export const isProductField = (name: string): name is ProductField => name in FIELDS

/** The VAT rate (percent) of a product that is added without one: the usual one, or none if it is not allowed. */
export const defaultVatRate = (usual: number, allowed: readonly number[]): number | undefined =>
  allowed.includes(usual) ? usual : undefined
