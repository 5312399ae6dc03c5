import { expect, test } from 'vitest'
import { readingsOf } from '#contract/quick-entry.ts'
import { listRowsOf, workbookIn } from '../documents/upload.ts'
import { type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

const read = '/lists/file'
const rows = (count: number): SheetCell[][] => Array.from({ length: count }, (_, i) => [`Zeytin ${i}`, i + 1])

test('all rows of a workbook become lines of text, and nothing is stored', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const file = workbookOf([['Ürün', 'Miktar'], [' Beyaz\n Peynir ', 3], [null, null], ['=1+1', 2.5], ...rows(600)])
  const reply = await upload(world, customer, read, file, { key: 'liste-0000-0001' })
  expect(reply.status).toBe(200)
  const { lines } = reply.json()
  expect(lines.slice(0, 3)).toEqual(['Beyaz Peynir\t3', '=1+1\t2,5', 'Zeytin 0\t1'])
  expect(lines).toHaveLength(602)
  expect((await world.get('/lists', customer)).json()).toEqual([])
  expect(await world.db.selectFrom('idempotency_keys').select('key').execute()).toEqual([])
})

test('a semicolon in a cell does not end its column', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const file = workbookOf([
    ['Ürün', 'Miktar'],
    ['Domates; 5 kg', 3],
  ])
  expect((await upload(world, customer, read, file)).json()).toEqual({ lines: ['Domates 5 kg\t3'] })
})

test('number cells become Turkish numbers, so that the decimals of a quantity are not taken for thousands', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const file = workbookOf([
    ['Barkod', 'Miktar'],
    [8690637012345, 1.125],
    [36000291452, 1250],
    ['Zeytin', 0.1 + 0.2],
    ['Zeytin', 1e21],
  ])
  const { lines } = (await upload(world, customer, read, file)).json()
  expect(lines).toEqual(['8690637012345\t1,125', '36000291452\t1250', 'Zeytin\t0,3', 'Zeytin\t1000000000000000000000'])
  expect(readingsOf(lines[0])[0]).toMatchObject({ quantity: 1.125 })
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
  const detail = expect.stringContaining('en fazla 5.000 satır ve 5 MB içerik okunabilir')
  expect([reply.status, reply.json()]).toEqual([400, { code: 'workbook_too_large', detail }])
})

test('an import does not wait for the lists of customers, of which at most five wait or are read', async () => {
  const ended: string[] = []
  const list = workbookOf(rows(1_000))
  // Called at once, not uploaded: uploads may arrive so late that the first list has been read.
  const lists = Array.from({ length: 6 }, async () => {
    const outcome = await listRowsOf({ bytes: list }).then(
      () => 'read',
      error => error.code,
    )
    ended.push(outcome)
    return outcome
  })
  await workbookIn({ bytes: workbookOf(rows(1)) })
  ended.push('import')
  expect(await Promise.all(lists)).toEqual([...Array(5).fill('read'), 'not_ready'])
  expect(ended[0]).toBe('not_ready')
  expect(ended.lastIndexOf('read')).toBeGreaterThan(ended.indexOf('import'))
})
