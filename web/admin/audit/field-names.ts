import { PRODUCT_FIELDS } from '#contract/product-fields.ts'
import { CUSTOMER_LABELS } from '../../orders/customer-values.tsx'

/** Turkish names of the API's fields, in display order. */
const FIELD_NAMES: Record<string, string> = {
  company_name: CUSTOMER_LABELS.company_name,
  username: 'Kullanıcı adı',
  email: CUSTOMER_LABELS.email,
  phone: CUSTOMER_LABELS.phone,
  address: CUSTOMER_LABELS.address,
  password: 'Şifre',
  is_active: 'Aktif',
  assigned_marketer_id: 'Pazarlamacı',
  marketer: 'Pazarlamacı',
  ...Object.fromEntries(Object.entries(PRODUCT_FIELDS).map(([field, { inAudit, label }]) => [field, inAudit ?? label])),
  product_name: 'Ürün',
  code: 'Parti no',
  expires_on: 'SKT/TETT',
  quantity: 'Miktar',
  reason: 'Neden',
  reorder_point: 'Sipariş noktası',
  reorder_quantity: 'Sipariş miktarı',
  note: 'Not',
  status: 'Durum',
  kind: 'Tür',
  recipient: 'Alıcı',
  grand_total: 'Genel toplam',
  revision_count: 'Revizyon sayısı',
  delivery_date: 'Teslimat günü',
  delivery_route: 'Teslimat rotası',
  order_minimum: 'En az sipariş tutarı',
  overridden: 'Uygulanmayan kurallar',
  items: 'Ürünler',
  notes_changed: 'Not değişti',
  weekdays: 'Günler',
  every_weeks: 'Kaç haftada bir',
  starts_on: 'Başlangıç',
  ends_on: 'Bitiş',
  closed_days: 'Kapalı güne denk gelirse',
  shortages: 'Stok yetmezse',
  is_paused: 'Duraklatıldı',
  coming: 'Değiştirilen günler',
  cutoff_time: 'Son sipariş saati',
  days_before: 'Kaç gün önce',
  capacity: 'Kapasite',
  minimum: 'En az sipariş tutarı',
  fee: 'Teslimat ücreti',
  closed_on_holidays: 'Resmî tatillerde kapalı',
  closed_on_half_days: 'Yarım günlerde kapalı',
  date: 'Gün',
  count_date: 'Sayım günü',
  created_by_admin_name: 'Başlatan',
  products: 'Sayılan ürünler',
  lots: 'Partiler',
  told: 'Bilgilendirilen müşteri',
  in_catalogue: 'Katalogda gösterilir',
  is_allowed: 'İzin verilir',
  order_count: 'Silinen siparişler',
  order_total: 'Silinen siparişlerin tutarı',
  order_ids: 'Silinen siparişlerin kimlikleri',
}

/** The Turkish name of a field, or the API's name if there is none. */
export const fieldName = (field: string) => FIELD_NAMES[field] ?? field

const ORDER = Object.keys(FIELD_NAMES)

/** Compares two fields by display order; fields without a Turkish name come last. */
export const byField = (a: string, b: string) => positionOf(a) - positionOf(b)
const positionOf = (field: string) => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length)
