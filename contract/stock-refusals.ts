/** The conflicts with the state of counts, receipts, lots, offers and transfers; part of `REFUSALS`. */
export const STOCK_REFUSALS = {
  count_finalized: { status: 409, detail: () => 'Bu sayım tamamlanmış; artık değiştirilemez' },
  count_blind: { status: 409, detail: () => 'Kör sayımda beklenen miktarlar, farklar gösterilene kadar gizlidir' },
  counted_meanwhile: {
    status: 409,
    detail: (quantity: number) => `Bu ürünün sayısı siz bakarken değişti; şimdi ${quantity}`,
  },
  counted_note_changed: { status: 409, detail: () => 'Bu ürünün notu siz bakarken değişti' },
  count_unit_differs: {
    status: 409,
    detail: (products: string) => `Birimi sonradan değişti; çıkarıp yeniden sayın: ${products}`,
  },
  count_expiry_differs: {
    status: 409,
    detail: (lots: string) => `Parti tarihi sonradan değişti; ürünü çıkarıp yeniden sayın: ${lots}`,
  },
  receipt_reversed: { status: 409, detail: () => 'Bu mal kabul zaten geri alınmış' },
  receipt_unit_differs: {
    status: 409,
    detail: (products: string) => `Birimi sonradan değişti; stoğu elle düzeltin: ${products}`,
  },
  receipt_goods_gone: {
    status: 409,
    detail: (products: string) => `Raftaki miktar mal kabulü geri almaya yetmiyor: ${products}`,
  },
  lot_not_free: {
    status: 409,
    detail: (code: string, left: string) => `“${code}” partisinden en fazla ${left} seçilebilir`,
  },
  lot_unusable: {
    status: 409,
    detail: (code: string) =>
      `“${code}” partisi engellenmiş ya da tarihi teslimattan önce doluyor; başka bir parti seçin`,
  },
  lots_changed: {
    status: 409,
    detail: (product_name: string, now: string) =>
      `“${product_name}” ürününün partileri siz bakarken değişti; şimdi ${now}`,
  },
  lot_blocked: { status: 409, detail: () => 'Bu parti zaten engellenmiş' },
  lot_not_blocked: { status: 409, detail: () => 'Bu partinin engeli yok; kaldırılmış olabilir' },
  lot_moved: {
    status: 409,
    detail: (quantity: string) => `Bu partinin miktarı siz bakarken değişti; şimdi elde ${quantity} var`,
  },
  lot_too_little: {
    status: 409,
    detail: (left: string) =>
      left === '0' ? 'Bu partiden elde mal kalmadı' : `Bu partiden elde ${left} var; daha fazlası imha edilemez`,
  },
  offers_off: { status: 409, detail: () => 'Fırsat satışı kapalı' },
  offer_too_much: { status: 409, detail: (most: string) => `Fırsata en fazla ${most} ayrılabilir` },
  lot_not_offered: { status: 409, detail: () => 'Engellenen veya tarihi geçen parti fırsat yapılamaz' },
  offer_unit_differs: {
    status: 409,
    detail: () =>
      'Fırsat ürününün birimi asıl ürününkinden farklı; önce fırsat ürününün birimini ve stok miktarını düzeltin',
  },
  transfer_too_much: {
    status: 409,
    detail: (product: string, most: string) => `${product}: en fazla ${most} aktarılabilir; ayrılanlar yerinde kalır`,
  },
  transfer_unit_differs: {
    status: 409,
    detail: (product: string, warehouse: string) => `${product} ${warehouse}’da başka bir birimle kayıtlı`,
  },
} as const
