import * as z from 'zod/mini'
import { file, XLSX } from './call.ts'
import { listCustomers } from './customers.ts'
import { isPeriod } from './fields.ts'
import { OrderFilters } from './order-query.ts'

const { search, marketer_id, is_active } = listCustomers.query.shape
const FAILED = 'Excel dosyası indirilemedi'

export const downloadOrderLines = file('GET /admin/reports/order-lines-excel', {
  roles: ['admin'],
  query: z.object(OrderFilters).check(isPeriod),
  download: { media: XLSX, name: 'siparis-satirlari.xlsx' },
  summary: 'The lines of orders as a workbook, one row each, newest order first, by the filters of the list of orders.',
  personalData: true,
  failure: FAILED,
})

export const downloadCustomers = file('GET /admin/reports/customers-excel', {
  roles: ['admin'],
  query: z.object({ search, marketer_id, is_active }),
  download: { media: XLSX, name: 'musteriler.xlsx' },
  summary: 'Customers with their figures as a workbook, by company name and the filters of the list of customers.',
  personalData: true,
  failure: FAILED,
})
