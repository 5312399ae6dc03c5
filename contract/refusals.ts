import { MAX_IMAGE_BYTES } from './image-url.ts'
import { formatNumber } from './money.ts'
import { insufficientStockMessage, outOfStockMessage } from './sale.ts'
import { STOCK_REFUSALS } from './stock-refusals.ts'

/** Every expected error of the server: code, HTTP status and Turkish message. */
export const REFUSALS = {
  invalid_input: { status: 400, detail: (sentence: string) => sentence },
  malformed_body: { status: 400, detail: () => 'Gönderilen veri okunamadı' },
  vat_rate_not_allowed: {
    status: 400,
    detail: (allowed: readonly number[]) =>
      `KDV oranı şunlardan biri olmalıdır: ${allowed.map(rate => `%${rate}`).join(', ')}`,
  },
  standing_order_without_days: {
    status: 400,
    detail: () => 'Seçilen günlerde ve tarihler arasında hiç sipariş günü yok',
  },
  order_total_too_high: { status: 400, detail: () => 'Sipariş tutarı en fazla 1.000.000.000.000 ₺ olabilir' },
  verification_link_unknown: { status: 400, detail: () => 'Gecersiz onay linki.' },
  verification_link_expired: {
    status: 400,
    detail: () => 'Onay linkinin suresi dolmus. Lütfen yeni bir onay linki isteyin.',
  },
  already_verified: { status: 400, detail: () => 'Bu e-posta adresi zaten onaylanmis. Giriş yapabilirsiniz.' },
  reset_link_invalid: {
    status: 400,
    detail: () => 'Bu link geçersiz, kullanılmış veya süresi dolmuş; lütfen yeni bir link isteyin',
  },
  undo_link_invalid: {
    status: 400,
    detail: () => 'Bu link geçersiz veya süresi dolmuş; değişiklikten haberiniz yoksa lütfen bize ulaşın',
  },
  wrong_code: { status: 400, detail: () => 'Kod hatalı veya daha önce kullanılmış; yeni bir kod girin' },
  wrong_password: { status: 400, detail: () => 'Mevcut şifreniz hatalı' },
  expected_date_missing: { status: 400, detail: () => 'Stok 0 iken beklenen stok tarihi zorunludur' },
  offer_not_expected: {
    status: 400,
    detail: () => 'Fırsat ürününe beklenen stok tarihi verilemez; malı yalnızca kendi partisinden gelir',
  },
  offer_vat_fixed: { status: 400, detail: () => 'Fırsatın KDV oranı asıl ürününkidir; oradan değiştirin' },
  file_missing: { status: 400, detail: () => 'Lütfen bir Excel dosyası seçin' },
  not_a_workbook: { status: 400, detail: () => 'Bu dosya bir Excel dosyası (.xlsx veya .xls) değil' },
  workbook_encrypted: { status: 400, detail: () => 'Excel dosyası şifreli; şifresini kaldırıp yeniden yükleyin' },
  workbook_broken: { status: 400, detail: () => 'Excel dosyası bozuk veya okunamıyor' },
  workbook_too_large: {
    status: 400,
    detail: (rows: number, megabytes: number) =>
      `Excel dosyası çok büyük: en fazla ${formatNumber(rows)} satır ve ${megabytes} MB içerik okunabilir; resimleri, gereksiz sayfaları ve sütunları silin ya da dosyayı bölün`,
  },
  workbook_empty: {
    status: 400,
    detail: (what: 'ürün' | 'müşteri') => `Excel dosyasında ${what} satırı bulunamadı`,
  },
  workbook_headings_misplaced: {
    status: 400,
    detail: (sentences: readonly string[], advice: string) =>
      `Sütun başlıkları yerinde değil: ${sentences.join('; ')}. ${advice}`,
  },
  workbook_headings_unclear: { status: 400, detail: (sentence: string) => sentence },
  selection_too_large: {
    status: 400,
    detail: (most: number) =>
      `Bir seferde en fazla ${formatNumber(most)} kayıt seçilebilir; listeyi filtrelerle daraltın`,
  },
  only_offers_match: {
    status: 400,
    detail: () => 'Fırsatlardan başka ürün bulunamadı; fırsatların fiyatını değiştirmek için onları seçin',
  },
  main_warehouse_kept: { status: 400, detail: () => 'Ana Depo ürünleri topluca silinemez' },
  count_empty: { status: 400, detail: () => 'Sayıma henüz ürün eklenmedi' },
  image_unreadable: {
    status: 400,
    detail: () =>
      `Resim okunamadı; JPEG, PNG veya WebP olmalı ve ${MAX_IMAGE_BYTES / 1024 / 1024} MB sınırını aşmamalıdır`,
  },

  wrong_login: { status: 401, detail: () => 'Kullanıcı adı veya şifre hatalı' },
  session_ended: { status: 401, detail: () => 'Oturumunuz sona erdi, lütfen yeniden giriş yapın' },

  second_factor_required: {
    status: 403,
    detail: () => 'Doğrulama uygulamanızdaki 6 haneli kodu veya bir kurtarma kodunu girin',
  },
  second_factor_missing: { status: 403, detail: () => 'Devam etmek için iki adımlı girişi kurun' },
  second_factor_mandatory: {
    status: 403,
    detail: () => 'Hesabınızda iki adımlı giriş zorunludur; kapatamazsınız, ama başka bir cihaza taşıyabilirsiniz',
  },
  password_change_required: { status: 403, detail: () => 'Devam etmek için şifrenizi değiştirin' },
  reauthentication_required: { status: 403, detail: () => 'Bu işlem için şifrenizi yeniden girin' },
  forbidden: { status: 403, detail: () => 'Bu işlem için yetkiniz yok' },
  customer_passive: {
    status: 403,
    /**
     * `reader`: the role that will read it; omitted for a text that every role may read. `wanted`: what is refused.
     */
    detail: (reader?: 'customer' | 'marketer' | 'admin', wanted: 'order' | 'quote' = 'order') => {
      const account = reader === 'customer' ? 'Hesabınız' : reader ? 'Müşteri' : 'Müşteri hesabı'
      return `${account} pasif durumda; ${wanted === 'quote' ? 'teklif istenemez' : 'sipariş verilemez'}`
    },
  },
  order_not_visible: { status: 403, detail: () => 'Bu isteğin siparişi artık görüntülenemiyor' },
  quote_not_visible: { status: 403, detail: () => 'Bu anahtarla gönderilen teklif talebi artık görüntülenemiyor' },
  marketer_inactive: { status: 403, detail: () => 'Pazarlamacı hesabı kapatılmış' },
  email_not_verified: {
    status: 403,
    detail: () =>
      'E-posta adresiniz henüz onaylanmamış. Giriş yapmak için email kutunuzdaki onay linkine tıklayın (e-posta onayı gerekli).',
  },

  not_found: { status: 404, detail: () => 'Kayıt bulunamadı' },
  nothing_on_sale: { status: 404, detail: () => 'Katalogda gösterilecek ürün bulunamadı' },
  order_not_found: {
    status: 404,
    /** `numbers` are those of the deleted orders, if the call was about several orders. */
    detail: (numbers?: readonly string[]) =>
      numbers
        ? `Silinmiş siparişler var: ${numbers.join(', ')}. Seçimden çıkarıp yeniden deneyin.`
        : 'Siparis bulunamadi',
  },
  quote_not_found: { status: 404, detail: () => 'Teklif talebi bulunamadı' },

  out_of_stock: { status: 409, detail: outOfStockMessage },
  insufficient_stock: { status: 409, detail: insufficientStockMessage },
  product_unavailable: { status: 409, detail: () => 'Bu ürün artık satışta değil' },
  unit_changed: { status: 409, detail: (sentence: string) => sentence },
  price_changed: {
    status: 409,
    /** `isPlaced`: the refused change is of an order that was placed before. */
    detail: (isPlaced = false) =>
      isPlaced
        ? 'Siparişin tutarı veya birimleri değişti; lütfen kontrol edip yeniden kaydedin'
        : 'Fiyatlar veya birimler değişti; lütfen sepetinizi kontrol edip yeniden onaylayın',
  },
  cutoff_passed: {
    status: 409,
    /** `isPlaced`: the refused change is of an order that was placed before. */
    detail: (day: string, next: string | null, isPlaced = false) => {
      const other = next ? `bir sonraki teslimat günü ${next}` : 'şu anda başka teslimat günü yok'
      const rest = isPlaced ? 'bu siparişi artık yalnız yönetici değiştirebilir' : other
      return `${day} teslimatı için son sipariş saati geçti; ${rest}`
    },
  },
  delivery_day_full: {
    status: 409,
    detail: (day: string, next: string | null) =>
      `${day} teslimatı dolu; ${next ? `bir sonraki uygun gün ${next}` : 'şu anda başka teslimat günü yok'}`,
  },
  delivery_day_unavailable: {
    status: 409,
    detail: (day: string | null, next: string | null) =>
      `${day ? `${day} günü teslimat yapılamıyor` : 'Yakın günlerde teslimat yapılamıyor'}${next ? `; bir sonraki teslimat günü ${next}` : ''}`,
  },
  minimum_not_reached: {
    status: 409,
    detail: (minimum: string, missing: string) =>
      `Sipariş tutarı en az ${minimum} olmalıdır; ${missing} tutarında ürün daha ekleyin`,
  },
  route_name_taken: { status: 409, detail: () => 'Bu adda bir rota zaten var' },
  too_many_routes: { status: 409, detail: (most: number) => `En fazla ${most} rota yapılabilir` },
  too_many_exceptions: { status: 409, detail: (most: number) => `En fazla ${most} özel gün girilebilir` },
  exception_exists: {
    status: 409,
    detail: () => 'Bu gün için bu arada başka bir özel gün girildi; o geçerli kaldı',
  },
  delivery_changed: {
    status: 409,
    detail: () => 'Rota bu arada değişti; lütfen güncel hâline bakıp yeniden deneyin',
  },
  open_value_exceeded: {
    status: 409,
    detail: (most: string, open: string) =>
      `Açık siparişlerin toplamı en fazla ${most} olabilir; bekleyen ve hazırlanan siparişlerin toplamı şu anda ${open}`,
  },
  order_not_prepared: { status: 409, detail: () => 'Parti yalnızca hazırlanan siparişlerde seçilebilir' },
  order_not_pending: { status: 409, detail: () => 'Bu işlem yalnızca bekleyen siparişlerde yapılabilir' },
  order_status_changed: {
    status: 409,
    detail: (present: string) => `Siparişin durumu bu arada değişti: ${present}`,
  },
  revised_meanwhile: { status: 409, detail: () => 'Bu sipariş siz bakarken başkası tarafından revize edildi' },
  quote_not_answered: { status: 409, detail: () => 'Bu teklif talebi henüz cevaplanmadı veya artık açık değil' },
  quote_changed: { status: 409, detail: () => 'Teklif bu arada değişti; lütfen yeni hâlini inceleyin' },
  quote_stock_changed: {
    status: 409,
    detail: () => 'Stok bu arada değişti; lütfen kalan miktarlara bakıp yeniden onaylayın',
  },
  quote_expired: { status: 409, detail: () => 'Teklifin geçerlilik süresi doldu; lütfen yeni bir teklif isteyin' },
  quote_accepted: { status: 409, detail: () => 'Bu teklif kabul edildi; artık değiştirilemez' },
  back_in_stock: { status: 409, detail: () => 'Bu ürün stokta; sepetinize ekleyebilirsiniz' },
  too_many_watches: { status: 409, detail: (most: number) => `En fazla ${most} ürün için haber isteyebilirsiniz` },
  list_name_taken: { status: 409, detail: () => 'Bu adda bir liste zaten var' },
  list_changed: {
    status: 409,
    detail: () => 'Liste bu arada değişti; lütfen güncel hâline bakıp yeniden deneyin',
  },
  too_many_standing_orders: {
    status: 409,
    detail: (most: number) => `Bir müşterinin en fazla ${most} düzenli siparişi olabilir`,
  },
  standing_order_changed: {
    status: 409,
    detail: () => 'Düzenli sipariş bu arada değişti; lütfen güncel hâline bakıp yeniden deneyin',
  },
  standing_day_over: { status: 409, detail: () => 'Bu günün siparişi verildi veya bu gün sipariş yok' },
  standing_day_closed: { status: 409, detail: () => 'Bu güne sipariş verilemez; lütfen başka bir gün seçin' },
  standing_day_too_far: {
    status: 409,
    detail: (last: string) => `Şimdilik en geç ${last} gününün siparişi değiştirilebilir`,
  },
  too_many_changed_days: {
    status: 409,
    detail: (most: number) => `Bir düzenli siparişin önümüzdeki en fazla ${most} günü ayrıca değiştirilebilir`,
  },
  standing_order_missed: { status: 409, detail: () => 'Sipariş zamanında verilemedi' },
  standing_order_without_goods: {
    status: 409,
    detail: (shortages = 'Ürünlerin hiçbiri stokta yok') => shortages,
  },
  too_many_lists: { status: 409, detail: (most: number) => `En fazla ${most} liste yapılabilir` },
  changed_meanwhile: {
    status: 409,
    detail: () => 'Bu ürün siz bakarken değişti; lütfen güncel hâline bakıp yeniden deneyin',
  },
  customer_changed: {
    status: 409,
    detail: () => 'Müşterinin bilgileri siz bakarken değişti; lütfen güncel hâline bakıp yeniden deneyin',
  },
  privacy_notice_changed: {
    status: 409,
    detail: () => 'Aydınlatma metni bu arada değişti; lütfen yeni metni okuyup yeniden işaretleyin',
  },
  second_factor_exists: { status: 409, detail: () => 'İki adımlı giriş zaten açık' },
  username_taken: { status: 409, detail: () => 'Bu kullanıcı adı zaten kullanılıyor' },
  email_taken: { status: 409, detail: () => 'Bu e-posta adresi zaten kullanılıyor' },
  barcode_taken: { status: 409, detail: () => 'Bu barkod aynı depoda başka bir üründe kullanılıyor' },
  ...STOCK_REFUSALS,
  mail_being_sent: { status: 409, detail: () => 'Bu e-posta şu anda gönderiliyor; lütfen biraz sonra yeniden deneyin' },
  idempotency_key_reused: { status: 409, detail: () => 'Bu istek anahtarı başka bir istek için kullanılmış' },

  too_large: { status: 413, detail: () => 'Gönderilen veri çok büyük' },
  wrong_media_type: { status: 415, detail: () => 'Gönderilen veri türü desteklenmiyor' },
  too_many_tries: {
    status: 429,
    detail: (minutes: number) => `Çok fazla hatalı deneme yapıldı; lütfen ${minutes} dakika sonra yeniden deneyin`,
  },
  too_many_requests: {
    status: 429,
    detail: (minutes: number) => `Kısa sürede çok fazla istek yapıldı; lütfen ${minutes} dakika sonra yeniden deneyin`,
  },
  not_ready: { status: 503, detail: () => 'Sistem şu anda hazır değil, lütfen biraz sonra yeniden deneyin' },
  database_unavailable: {
    status: 503,
    detail: () => 'Veritabanına şu anda ulaşılamıyor, lütfen biraz sonra yeniden deneyin',
  },
  storage_full: {
    status: 503,
    detail: () => 'Sunucunun diski dolu olduğu için şu anda kayıt yapılamıyor, lütfen biraz sonra yeniden deneyin',
  },
} as const satisfies Record<string, { status: number; detail: (...facts: never[]) => string }>

export type RefusalCode = keyof typeof REFUSALS
export type FieldError = { field: string; message: string }
