import { expect, test } from 'vitest'
import { customersFound } from './customer-search.ts'

const CUSTOMERS = [
  { company_name: 'Çınaraltı Lokantası', username: 'mehmet.oz' },
  { company_name: 'Işık Büfe', username: 'ISIK_34' },
  { company_name: 'İlik Kasabı', username: 'kasap' },
]

test.each([
  ['', ['mehmet.oz', 'ISIK_34', 'kasap']],
  ['çınar', ['mehmet.oz']],
  ['CINARALTI', ['mehmet.oz']],
  ['lokanta çın', ['mehmet.oz']],
  ['isik', ['ISIK_34']],
  ['IŞIK büfe', ['ISIK_34']],
  ['ılık', ['kasap']],
  ['MEHMET', ['mehmet.oz']],
  ['mehmet bufe', []],
])('%j matches company name or username, ignoring case and diacritics', (search, found) => {
  expect(customersFound(CUSTOMERS, search).map(({ username }) => username)).toEqual(found)
})
