import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Marketer } from '#contract/marketers.ts'
import { expireSession } from '../../testing/expired-session.ts'
import { ADMIN } from '../../testing/samples.ts'
import { button, field, openScreen, stubResizeObserver, typeIn } from '../../testing/screen.ts'
import { startServer } from '../../testing/scripted-server.ts'

const MARKETER: Marketer = {
  id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a01',
  name: 'Zeynep',
  username: 'zeynep',
  is_active: true,
  customer_count: 3,
}

test('a marketer’s form that an ended session has kept does not replace newer values without the admin’s choice', async () => {
  stubResizeObserver()
  const server = await startServer()
  const { startSession } = await import('../../current-session.ts')
  const { MarketerDialog } = await import('./marketer-form.tsx')
  const { queryClient } = await import('../../queries.ts')
  const open = (marketer: Marketer) => {
    startSession(ADMIN)
    return openScreen(
      <QueryClientProvider client={queryClient}>
        <MarketerDialog marketer={marketer} open onOpenChange={() => undefined} />
      </QueryClientProvider>,
    )
  }
  const first = await open(MARKETER)
  await first.act(async () => typeIn(field('Ad soyad'), 'Zeynep Kaya'))
  await first.act(async () => typeIn(field('Kullanıcı adı'), 'zkaya'))
  await expireSession(first)
  const { act } = await open({ ...MARKETER, username: 'zeynep.k' })
  expect([field('Ad soyad').value, field('Kullanıcı adı').value]).toEqual(['Zeynep Kaya', 'zkaya'])
  expect(document.body.textContent.match(/Bu arada değişti: [a-z.]+/g)).toEqual(['Bu arada değişti: zeynep.k'])
  await act(async () => button('Onunkini al: Kullanıcı adı').click())
  await act(async () => button('Kaydet').click())
  const sent = await server.next(`PUT /api/admin/marketers/${MARKETER.id}`)
  expect(JSON.parse(sent.body)).toEqual({ name: 'Zeynep Kaya' })
})
