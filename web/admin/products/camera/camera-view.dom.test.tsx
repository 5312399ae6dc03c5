import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../../testing/admin-screen.tsx'
import { shows } from '../../../testing/screen.ts'

const FORMATS = ['ean_13', 'ean_8', 'code_128', 'code_39', 'upc_a', 'upc_e', 'data_matrix']

/** A camera in whose picture a code can be put, and time that stands still until the test advances it. */
function stubCamera() {
  const picture: { code?: string } = {}
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  vi.stubGlobal('isSecureContext', true)
  const stream = { getTracks: () => [], getVideoTracks: () => [] }
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { mediaDevices: { value: { getUserMedia: async () => stream } } }),
  )
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => FORMATS
      detect = async () => (picture.code ? [{ rawValue: picture.code }] : [])
    },
  )
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480)
  const nothing = () => undefined
  const draws = { fillRect: nothing, translate: nothing, rotate: nothing, scale: nothing, drawImage: nothing }
  Object.assign(draws, { getImageData: () => ({}) })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(draws as never)
  return picture
}

test('goods in say that the camera counts a code once in four seconds, so that equal cases are not missed', async () => {
  const picture = stubCamera()
  const codes: string[] = []
  const { act, says } = await openAdminScreen('/admin/dashboard?tab=stock', async () => {
    const { CameraSwitch } = await import('./camera-switch.tsx')
    return <CameraSwitch onCode={code => codes.push(code)} />
  })
  // In steps, after each of which the app renders.
  const pass = async (milliseconds: number) => {
    for (let at = 0; at < milliseconds; at += 100) await act(async () => void (await vi.advanceTimersByTimeAsync(100)))
  }
  const film = async (code: string, milliseconds: number) => {
    picture.code = code
    await pass(milliseconds)
    delete picture.code
  }
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Kamerayla okut"]')?.click())
  await says('Aynı kod 4 saniye içinde bir kez sayılır. Aynı maldan birkaç koli varsa adedini yazın.')
  await shows(() => document.querySelector('svg.lucide-scan-line') !== null)
  // One case stays before the camera, an equal one follows too soon, another one later, and other goods at once.
  await film('A', 10_000)
  await pass(2_000)
  await film('A', 500)
  expect(codes).toEqual(['A'])
  await pass(4_000)
  await film('A', 500)
  expect(codes).toEqual(['A', 'A'])
  await pass(1_000)
  await film('B', 500)
  expect(codes).toEqual(['A', 'A', 'B'])
})
