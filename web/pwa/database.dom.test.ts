import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'

/** The app in a tab of its own; tabs share what the browser stores. */
async function openTab() {
  vi.resetModules()
  return import('./database.ts')
}
type StoredData = Awaited<ReturnType<typeof openTab>>

let tab: StoredData
beforeEach(async () => {
  tab = await openTab()
})

const put = (value: unknown, { updateStored } = tab) => updateStored('answers', 'a', () => value)
const read = ({ readStored } = tab) => readStored('answers', 'a')

/** A browser that refuses to store anything, such as a private window. */
const refuseStorage = () =>
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('', 'SecurityError')
    },
  })

/** Makes the next writes of the database fail, as when the disk is full. */
function failWrites(count: number) {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  for (let n = 0; n < count; n++)
    put.mockImplementationOnce(() => {
      throw new DOMException('no space', 'QuotaExceededError')
    })
}

test('a value of a store and name outlives the page until it is deleted', async () => {
  expect(await put({ n: 1 })).toEqual({ n: 1 })
  expect(tab.isPersistent('answers', 'a')).toBe(true)
  tab = await openTab()
  expect(await read()).toEqual({ n: 1 })
  expect(await tab.readStored('outbox', 'a')).toBeUndefined()
  expect([...(await tab.readAll('answers'))]).toEqual([['a', { n: 1 }]])
  await put(undefined)
  expect([await read(), (await tab.readAll('answers')).size]).toEqual([undefined, 0])
})

test('an update sees the stored value, and updates of several tabs lose nothing', async () => {
  const other = await openTab()
  const add = (data: StoredData) => data.updateStored('answers', 'n', stored => Number(stored ?? 0) + 1)
  await Promise.all([tab, other, tab, other, other].map(add))
  expect(await tab.readStored('answers', 'n')).toBe(5)
})

test('where the browser stores nothing, values last as long as the page', async () => {
  refuseStorage()
  expect(await put(1)).toBe(1)
  expect(tab.isPersistent('answers', 'a')).toBe(false)
  expect(await put(2)).toBe(2)
  expect([await read(), ...(await tab.readAll('answers'))]).toEqual([2, ['a', 2]])
  await put(undefined)
  expect([await read(), (await tab.readAll('answers')).size]).toEqual([undefined, 0])
  expect(await read(await openTab())).toBeUndefined()
})

test('once the browser stores data again, values are stored again', async () => {
  refuseStorage()
  await put('fleeting')
  vi.stubGlobal('indexedDB', new IDBFactory())
  await tab.updateStored('answers', 'b', () => 'persistent')
  expect([tab.isPersistent('answers', 'a'), tab.isPersistent('answers', 'b')]).toEqual([false, true])
  expect([...(await tab.readAll('answers')).keys()].sort()).toEqual(['a', 'b'])
})

test('a write that fails once is repeated; one that fails again is held in memory, over the stored value', async () => {
  await put('old')
  failWrites(1)
  await put('new')
  expect([tab.isPersistent('answers', 'a'), await read()]).toEqual([true, 'new'])
  failWrites(2)
  await put('newest')
  expect([tab.isPersistent('answers', 'a'), await read()]).toEqual([false, 'newest'])
  expect([...(await tab.readAll('answers'))]).toEqual([['a', 'newest']])
  expect(await read(await openTab())).toBe('new')
})

test('a value held in memory is stored by the next update for which there is room', async () => {
  await put('old')
  failWrites(2)
  await put('new')
  expect(await tab.updateStored('answers', 'a', stored => [stored, 'newest'])).toEqual(['new', 'newest'])
  expect(tab.isPersistent('answers', 'a')).toBe(true)
  expect(await read(await openTab())).toEqual(['new', 'newest'])
})

test('a value held in memory is deleted from the database as well, although there is no room', async () => {
  await put('old')
  failWrites(2)
  await put('newest')
  await put(undefined)
  expect([await read(), await read(await openTab())]).toEqual([undefined, undefined])
})

test('a connection that the browser has closed is opened again', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await put('first')
  const [connection] = opened.mock.contexts
  // Applied by reflection, because the package types the argument as a class rather than its instance.
  Reflect.apply(forceCloseDatabase, undefined, [connection])
  await put('second')
  expect([tab.isPersistent('answers', 'a'), await read()]).toEqual([true, 'second'])
})

test('after the browser has closed the connection without an event, values are read and stored over a new one', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await put('first')
  const closing: IDBDatabase['close'] = Reflect.get(IDBDatabase.prototype, 'close')
  const close = () => Reflect.apply(closing, opened.mock.contexts.at(-1), [])
  close()
  expect(await read()).toBe('first')
  close()
  expect([...(await tab.readAll('answers'))]).toEqual([['a', 'first']])
  close()
  await put('second')
  expect([tab.isPersistent('answers', 'a'), await read(await openTab())]).toEqual([true, 'second'])
})

test('a newer version of the app in another tab may upgrade the database', async () => {
  await put('mine')
  const opening = indexedDB.open('toptan', 2)
  const upgraded = new Promise(resolve => opening.addEventListener('success', resolve))
  await upgraded
  // This version can no longer open the newer database: its values last as long as the page.
  await put('later')
  expect([tab.isPersistent('answers', 'a'), await read()]).toEqual([false, 'later'])
  opening.result.close()
})

test('a value that cannot be read counts as absent', async () => {
  await put('mine')
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  expect(await read()).toBeUndefined()
})

test('a value that cannot be read for a moment is not deleted by an update', async () => {
  await put({ n: 1 })
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
  for (let n = 0; n < 2; n++)
    begin.mockImplementationOnce(() => {
      throw new DOMException('', 'InvalidStateError')
    })
  await tab.updateStored('answers', 'a', stored => stored && { ...stored })
  expect([...(await tab.readAll('answers'))]).toEqual([['a', { n: 1 }]])
  await tab.updateStored('answers', 'a', stored => stored)
  expect(await read(await openTab())).toEqual({ n: 1 })
})

test('leaving the page aborts an update in progress, which is repeated if the page comes back', async () => {
  const aborted = vi.spyOn(IDBTransaction.prototype, 'abort')
  const get: IDBObjectStore['get'] = Reflect.get(IDBObjectStore.prototype, 'get')
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(function (this: IDBObjectStore, key) {
    const request = get.call(this, key)
    dispatchEvent(new Event('pagehide'))
    return request
  })
  expect(await put('new')).toBe('new')
  expect([aborted.mock.calls.length, tab.isPersistent('answers', 'a'), await read()]).toEqual([1, true, 'new'])
})

test('every transaction is committed with its last request, so that a page that is left blocks no other', async () => {
  const committed = vi.spyOn(IDBTransaction.prototype, 'commit')
  await put('new')
  await read()
  await tab.readAll('answers')
  expect(committed).toHaveBeenCalledTimes(3)
})
