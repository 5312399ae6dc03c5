import { CUSTOMER_COLUMNS, downloadCustomerTemplate } from '#contract/customer-import.ts'
import { writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'

/** An empty import workbook; every column is text, so that Excel does not turn phone numbers into numbers. */
export function customerTemplate(): FileReply {
  const columns = CUSTOMER_COLUMNS.map(label => ({ label, kind: 'text' as const, width: label === 'Adres' ? 40 : 22 }))
  return {
    name: downloadCustomerTemplate.download.name,
    pieces: writeWorkbook({ name: 'Müşteriler', columns }, noRows()),
  }
}

async function* noRows(): AsyncGenerator<[]> {
  yield []
}
