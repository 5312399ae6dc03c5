import { file } from './call.ts'
import { OneOrder } from './orders.ts'

const FAILED = 'PDF indirilemedi. Lutfen tekrar deneyin.'

export const downloadOrderSlip = file('GET /admin/orders/:id/slip', {
  ...OneOrder,
  roles: ['admin'],
  download: { media: 'application/pdf', name: 'siparis-fisi.pdf' },
  summary: 'An order on paper: customer, lines with prices, totals, note.',
  failure: FAILED,
})

export const downloadPickList = file('GET /admin/orders/:id/pick-list', {
  ...OneOrder,
  roles: ['admin'],
  download: { media: 'application/pdf', name: 'toplama-listesi.pdf' },
  summary: 'What is to be fetched from the shelves for an order, by warehouse and category, without prices.',
  failure: FAILED,
})
