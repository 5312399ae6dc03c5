import { expect, test, vi } from 'vitest'
import { openScreen } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'
import { CHEESE } from './sample-product.ts'

const stubServiceWorker = () =>
  vi
    .spyOn(window, 'navigator', 'get')
    .mockReturnValue(Object.create(navigator, { serviceWorker: { value: new EventTarget() }, onLine: { value: true } }))

test.each([
  ['there is a network again', () => dispatchEvent(new Event('online'))],
  ['a new version is active', () => navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))],
])('a picture that could not be loaded is tried again once %s', async (_, happens) => {
  stubServiceWorker()
  const { ProductPicture } = await import('./product-picture.tsx')
  const product = { ...CHEESE, image_url: 'https://pictures.example/peynir.webp' }
  const { act } = await openScreen(<ProductPicture product={product} size="card" />)
  const picture = () => document.querySelector('img')
  await act(async () => picture()?.dispatchEvent(new Event('error')))
  expect(picture()).toBeNull()
  await act(async () => happens())
  expect(picture()?.src).toBe(product.image_url)
})

test('a picture that could not be loaded during a restart of the server is tried again after it', async () => {
  stubServiceWorker()
  const server = await startServer()
  const { ProductPicture } = await import('./product-picture.tsx')
  const { probeConnection } = await import('../pwa/connectivity.ts')
  const product = { ...CHEESE, image_url: '/api/pictures/peynir.webp' }
  const { act } = await openScreen(<ProductPicture product={product} size="card" />)
  const picture = () => document.querySelector('img')
  await act(async () => picture()?.dispatchEvent(new Event('error')))
  server.health.isUp = false
  await act(probeConnection)
  expect(picture()).toBeNull()
  server.health.isUp = true
  await act(probeConnection)
  expect(picture()).not.toBeNull()
})
