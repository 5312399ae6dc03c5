import { expect, test } from 'vitest'
import { undocumentedCalls } from './undocumented-calls.ts'

const GET = (path: string) => ({ method: 'GET' as const, path })

test('a call whose path no document names is reported', () => {
  const documents = ['`GET /lots/{id}` and `PUT /lots/{lot_id}/offer`', 'see `/api/recalls/excel?from&to`.']
  const calls = [GET('/lots/:id'), GET('/lots/:id/offer'), GET('/recalls/excel')]
  expect(undocumentedCalls(calls, documents)).toEqual([])
  expect(undocumentedCalls([GET('/lots'), GET('/recalls'), GET('/offer')], documents)).toEqual([
    'GET /lots',
    'GET /recalls',
    'GET /offer',
  ])
})

test('the end of a path is not enough: `…/excel` does not tell which call it is', () => {
  expect(undocumentedCalls([GET('/excel')], ['`GET /recalls` and `…/excel`, also `POST {id}/excel`'])).toEqual([
    'GET /excel',
  ])
})

test('a call of the specification needs no document', () => {
  expect(undocumentedCalls([GET('/products/:id')], [])).toEqual([])
})
