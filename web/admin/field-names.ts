/** What the fields of things are called, as the API names them. */
const FIELD_NAMES: Record<string, string> = {
  company_name: 'Firma adı',
  username: 'Kullanıcı adı',
  email: 'E-posta',
  phone: 'Telefon',
  address: 'Adres',
  password: 'Şifre',
  is_active: 'Aktif',
  assigned_marketer_id: 'Pazarlamacı',
  marketer: 'Pazarlamacı',
  name: 'Ad',
  brand: 'Marka',
  category: 'Kategori',
  price: 'Fiyat',
  unit: 'Birim',
  vat_rate: 'KDV oranı',
  stock_quantity: 'Stok (eldeki)',
  expected_stock_date: 'Beklenen stok tarihi',
  image_url: 'Resim',
  barcode: 'Barkod',
  description: 'Açıklama',
  warehouse: 'Depo',
  status: 'Durum',
}

/** A field by its Turkish name; one that nobody has named yet, by its own. */
export const fieldName = (field: string) => FIELD_NAMES[field] ?? field

const ORDER = Object.keys(FIELD_NAMES)

/** For `sort`: as people read them, and what nobody has named yet at the end. */
export const byField = (a: string, b: string) => placeOf(a) - placeOf(b)
const placeOf = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
