import * as z from 'zod/mini'
import { call } from './call.ts'

/** The wholesaler's public settings. */
export const Settings = z.object({
  company_name: z.string(),
  support_email: z.string(),
  support_phone: z.string(),
  vat_rates: z.array(z.int()),
  units: z.array(z.string()),
  categories: z.array(z.string()),
  /** The version of the privacy notice, if there is one (`contract/privacy.ts`). */
  privacy_version: z.optional(z.string()),
})
export type Settings = z.infer<typeof Settings>

export const VERSION_LABEL = 'B2B Sipariş Sistemi v1.0'
export const COPYRIGHT_YEAR = 2025
export const TAGLINE = 'B2B Sipariş ve Tedarik Platformu'

export const readSettings = call('GET /settings', {
  roles: ['anyone'],
  resources: ['settings'],
  isStoredOffline: true,
  reply: Settings,
  summary: 'Company name, support contact, and the VAT rates, units and categories in use.',
  failure: 'Ayarlar yüklenemedi',
})
