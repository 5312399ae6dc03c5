import type { Entry } from '../pwa/outbox-entry.ts'
import { useAttempts } from '../pwa/outbox-store.ts'

/** The titles of waiting orders and changes. */
export const WAITING_TITLES: Record<Entry['standing']['is'], string> = {
  waiting: 'Gönderilmeyi bekliyor',
  refused: 'Kararınızı bekliyor',
  withdrawn: 'Geri alındı, kontrol ediliyor',
  too_late: 'Geri alınamadı',
}

const SENDING = { first: 'Gönderiliyor…', again: 'Yeniden gönderiliyor…' }

/**
 * The progress of a waiting order or change as a sentence; `never` is the end of a clause about what cannot happen
 * twice.
 */
export function useWaitingText({ key, tries }: Entry, never: 'sipariş verilmez' | 'kaydedilmez'): string {
  const attempt = useAttempts().get(key)
  if (attempt) return SENDING[attempt]
  if (tries === 0) return 'Henüz gönderilmedi; bağlantı gelince gönderilecek.'
  return `Gönderildi, ama cevap alınamadı; ulaşmış olabilir. Bağlantı gelince yeniden denenir ve iki kez ${never}.`
}
