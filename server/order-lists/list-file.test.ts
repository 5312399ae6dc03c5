import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

const read = '/lists/file'
const rows = (count: number): SheetCell[][] => Array.from({ length: count }, (_, i) => [`Zeytin ${i}`, i + 1])

test('all rows of a workbook become lines of text, and nothing is stored', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const file = workbookOf([['Ürün', 'Miktar'], [' Beyaz\n Peynir ', 3], [null, null], ['=1+1', 2.5], ...rows(600)])
  const reply = await upload(world, customer, read, file)
  expect(reply.status).toBe(200)
  const { lines } = reply.json()
  expect(lines.slice(0, 3)).toEqual(['Beyaz Peynir\t3', '=1+1\t2.5', 'Zeytin 0\t1'])
  expect(lines).toHaveLength(602)
  expect((await world.get('/lists', customer)).json()).toEqual([])
})

test('cells that are longer than any name are ignored, and so are letters that only long words have', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  // Each of these letters stands for eighteen.
  const [long, short] = ['\ufdfa'.repeat(32_000), '\ufdfa'.repeat(60)]
  const file = workbookOf([
    ['Ürün', 'Miktar'],
    ['Zeytin', 2, long],
    [long, 3],
    [short, 4],
  ])
  const { lines } = (await upload(world, customer, read, file)).json()
  expect(lines).toEqual(['Zeytin\t2', '3', `${short}\t4`])
})

test('a workbook of more than 5,000 rows is refused: it is no list', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const reply = await upload(world, customer, read, workbookOf(rows(5_002)))
  expect([reply.status, reply.json().code]).toEqual([400, 'workbook_too_large'])
})

test('an import does not wait for the lists of customers, of which at most five wait or are read', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const ended: string[] = []
  const list = workbookOf(rows(20))
  const lists = Array.from({ length: 6 }, async () => {
    const reply = await upload(world, customer, read, list)
    ended.push('list')
    return reply.json().code ?? reply.status
  })
  const goods = workbookOf([[...INVENTORY_COLUMNS], [null, 'Ezine Peyniri']])
  const imported = upload(world, admin, '/admin/products/import-excel', goods).then(reply => {
    ended.push('import')
    return reply.status
  })
  expect(await imported).toBe(200)
  const outcomes = await Promise.all(lists)
  expect(outcomes.filter(outcome => outcome === 200)).toHaveLength(5)
  expect(outcomes.filter(outcome => outcome === 'not_ready')).toHaveLength(1)
  expect(ended.lastIndexOf('list')).toBeGreaterThan(ended.indexOf('import'))
})
