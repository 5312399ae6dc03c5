import type { FastifyInstance } from 'fastify'
import { CATEGORIES, UNITS } from '#contract/catalogue.ts'
import { readSettings } from '#contract/settings.ts'
import { serve } from '../http/serve.ts'
import type { Settings } from '../settings.ts'

export function settingsRoutes(app: FastifyInstance, settings: Settings) {
  serve(app, readSettings, async () => ({
    company_name: settings.companyName,
    support_email: settings.supportEmail,
    support_phone: settings.supportPhone,
    vat_rates: [...settings.vatRates],
    units: [...UNITS],
    categories: [...CATEGORIES],
    privacy_version: settings.privacyNotice?.version,
  }))
}
