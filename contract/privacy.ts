import * as z from 'zod/mini'
import { call, file } from './call.ts'
import { Id } from './fields.ts'

/** The wholesaler's privacy notice (aydınlatma metni). */
const PrivacyNotice = z.object({
  /** Differs for every text; sent with the registration. */
  version: z.string(),
  /** Paragraphs separated by empty lines; a line that begins with `# ` is a heading. */
  text: z.string(),
})

/**
 * The message if a user has not acknowledged the notice. It is information: users confirm reading it, and consent to
 * nothing.
 */
export const NOTICE_UNREAD = 'Aydınlatma metnini okuduğunuzu işaretleyin'

const ZIP = 'application/zip'
const NOT_EXPORTED = 'Kişisel veriler indirilemedi'

export const readPrivacyNotice = call('GET /privacy-notice', {
  roles: ['anyone'],
  resources: ['settings'],
  reply: z.object({ notice: z.nullable(PrivacyNotice) }),
  summary: 'The privacy notice with its version; null if the portal has none.',
  failure: 'Aydınlatma metni yüklenemedi',
})

export const downloadOwnData = file('GET /auth/profile/data', {
  roles: ['customer'],
  download: { media: ZIP, name: 'kisisel-veriler.zip' },
  summary:
    'All data that the portal stores about the customer, as JSON and as a workbook, in a zip file. Recorded in the security log.',
  failure: NOT_EXPORTED,
})

export const downloadCustomerData = file('GET /admin/customers/:id/data', {
  params: { id: Id },
  roles: ['admin'],
  download: { media: ZIP, name: 'kisisel-veriler.zip' },
  summary:
    'All data that the portal stores about a customer, as JSON and as a workbook, in a zip file. Recorded in the security log.',
  failure: NOT_EXPORTED,
})
