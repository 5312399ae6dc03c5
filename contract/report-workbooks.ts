import * as z from 'zod/mini'
import { file, XLSX } from './call.ts'
import { CustomerFilters } from './customers.ts'
import { isPeriod } from './fields.ts'
import { OrderFilters } from './order-query.ts'

const FAILED = 'Excel dosyası indirilemedi'

export const downloadOrderLines = file('GET /admin/reports/order-lines-excel', {
  roles: ['admin'],
  query: z.object(OrderFilters).check(isPeriod),
  download: { media: XLSX, name: 'siparis-satirlari.xlsx' },
  summary:
    'The lines of the orders that match the filters of the list, as a workbook, one row each, newest order first.',
  personalData: true,
  failure: FAILED,
})

export const downloadCustomers = file('GET /admin/reports/customers-excel', {
  roles: ['admin'],
  query: z.object(CustomerFilters),
  download: { media: XLSX, name: 'musteriler.xlsx' },
  summary: 'The customers that match the filters of the list, with their figures, as a workbook, by company name.',
  personalData: true,
  failure: FAILED,
})
