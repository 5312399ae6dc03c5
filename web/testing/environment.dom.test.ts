import { expect, test } from 'vitest'

test('the test page’s FormData reads a form, and Node sends it', async () => {
  document.body.innerHTML = '<form><input name="name" value="Lezzet Lokantası"><button name="kind" value="new"></form>'
  const form = document.querySelector('form')
  if (!form) throw new Error('no form')
  const data = new FormData(form, document.querySelector('button'))
  expect([...data]).toEqual([
    ['name', 'Lezzet Lokantası'],
    ['kind', 'new'],
  ])
  expect(await new Response(data).text()).toContain('Lezzet Lokantası')
})
