import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { changesOf, recordLabel, summaryOf } from './audit-labels.ts'

const entry = (entity: string, after: AuditEntry['after'], before: AuditEntry['before'] = null): AuditEntry => ({
  id: 1,
  created_at: '2026-11-26T09:00:00.000Z',
  actor_role: 'admin',
  actor_name: 'Ayşe',
  action: 'updated',
  entity,
  entity_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  entity_name: null,
  before,
  after,
})
const textsOf = (one: AuditEntry) =>
  changesOf(one, () => undefined).map(({ label, before, after }) => `${label}: ${before} → ${after}`)

test('a standing order is described without API names', () => {
  const after = {
    weekdays: [1, 4],
    every_weeks: 2,
    starts_on: '2026-11-26',
    ends_on: null,
    closed_days: 'skip',
    shortages: 'leave_out',
    is_paused: true,
    notes_changed: true,
    items: ['6 ADET Ketçap'],
    coming: [
      { due_on: '2026-11-30', day: '2026-12-01', lines: null },
      { due_on: '2026-12-03', day: null, lines: null },
      { due_on: '2026-12-07', day: '2026-12-07', lines: ['60 ADET Ketçap', '2 KG Lor'] },
      // As earlier versions have recorded it.
      { due_on: '2026-12-10', day: '2026-12-11', lines: 3 },
    ],
  }
  expect(textsOf(entry('standing_order', after))).toEqual([
    'Ürünler:  → 6 ADET Ketçap',
    'Not değişti:  → Evet',
    'Günler:  → Pazartesi, Perşembe',
    'Kaç haftada bir:  → 2',
    'Başlangıç:  → 26.11.2026',
    'Kapalı güne denk gelirse:  → O sefer atlansın',
    'Stok yetmezse:  → O ürün olmadan verilsin',
    'Duraklatıldı:  → Evet',
    'Değiştirilen günler:  → 30.11.2026: 01.12.2026 gününe alındı\n03.12.2026: atlanır\n' +
      '07.12.2026: 60 ADET Ketçap, 2 KG Lor\n10.12.2026: 11.12.2026 gününe alındı, 3 ürün',
  ])
})

const summary = (one: AuditEntry) => summaryOf(changesOf(one, () => undefined))

test('a change of a lot or of the lots of an order says of which goods and why, not that these were changed', () => {
  const goods = { product_name: 'Ezine', code: 'L1', expires_on: '2026-12-14' }
  const nothing = { product_name: null, code: null, expires_on: null, reason: null }
  const corrected = entry('lot', { ...goods, quantity: 8, reason: 'Sayım farkı' }, { ...nothing, quantity: 10 })
  expect(summary(corrected)).toBe('Miktar: 10 → 8 · Ezine, L1, 14.12.2026, Sayım farkı')
  const picked = entry('order', { lots: ['L2: 3'], product_name: 'Ezine' }, { lots: ['L1: 3'], product_name: null })
  expect(summary(picked)).toBe('Partiler: L1: 3 → L2: 3 · Ezine')
  const renamed = entry('product', { name: 'Ezine', brand: 'Ege' }, { name: 'Lor', brand: '' })
  expect(summary(renamed)).toBe('Ad: Lor → Ezine, Marka: boş → Ege')
})

test('delivery rules name days, amounts and kinds as their forms do', () => {
  expect(textsOf(entry('delivery_route', { weekdays: [3, 6], fee: 250 }, { weekdays: [3], fee: null }))).toEqual([
    'Günler: Çarşamba → Çarşamba, Cumartesi',
    'Teslimat ücreti:  → ₺250,00',
  ])
  const closed = entry('delivery_exception', null, { date: '2026-12-05', kind: 'closed', delivery_route: 'Kadıköy' })
  expect(recordLabel(closed)).toBe('Özel teslimat günü · 05.12.2026')
  expect(textsOf(closed)).toEqual(['Tür: Teslimat yok → ', 'Teslimat rotası: Kadıköy → ', 'Gün: 05.12.2026 → '])
})

test('a picture is not named by its address', () => {
  const image_url = `/api/images/${'2e'.repeat(32)}.webp`
  expect(textsOf(entry('product', { image_url }, { image_url: null }))).toEqual(['Resim:  → yeni resim'])
  expect(textsOf(entry('product', { image_url }, { image_url }))).toEqual(['Resim: eski resim → yeni resim'])
  expect(textsOf(entry('product', { image_url: null }, { image_url }))).toEqual(['Resim: eski resim → '])
})

test('settings, which exist once, have no id as their name', () => {
  expect(recordLabel({ ...entry('delivery_settings', { fee: 50 }), entity_id: 'delivery' })).toBe('Teslimat ayarları')
  expect(recordLabel({ ...entry('offer_settings', { is_allowed: true }), entity_id: 'offers' })).toBe('Fırsat satışı')
})

test('a deleted count is named by its day, and its fields are in Turkish', () => {
  const fields = { count_date: '2026-11-26', created_by_admin_name: 'Ayşe', products: ['Ezine: 3 KG'] }
  const deleted = entry('stock_count', null, fields)
  expect(recordLabel(deleted)).toBe('Sayım · 26.11.2026')
  expect(textsOf(deleted)).toEqual([
    'Sayım günü: 26.11.2026 → ',
    'Başlatan: Ayşe → ',
    'Sayılan ürünler: Ezine: 3 KG → ',
  ])
})
