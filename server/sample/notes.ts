/** Notes that customers and marketers add to orders. */
export const ORDER_NOTES = [
  'Teslimat saat 10:00’dan önce olursa seviniriz.',
  'Arka kapıdan teslim lütfen, ön tarafta yol çalışması var.',
  'Soğuk zincir ürünleri ayrı kolide gönderiniz.',
  'Fatura ay sonunda kesilsin.',
  'Gelmeden yarım saat önce arayınız.',
  'Son kullanma tarihi en az üç ay olsun lütfen.',
  'Boş damacanaları da alırsanız memnun oluruz.',
  'Cuma günü davetimiz var, eksiksiz gelmesi önemli.',
  'Kasaya teslim edilebilir.',
  'Geçen haftaki eksik koliyle birlikte gönderiniz.',
]

export const REVISION_NOTES = [
  'Müşteriyle telefonda görüşüldü, miktar güncellendi.',
  'Kampanya fiyatı uygulandı.',
  'Müşterinin isteğiyle düzeltildi.',
  'Depodaki duruma göre miktar değiştirildi, müşteri onayladı.',
  'Yıllık anlaşma fiyatı işlendi.',
]
