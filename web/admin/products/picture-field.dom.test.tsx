import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openAdminScreen } from '../../testing/admin-screen.tsx'
import { button } from '../../testing/screen.ts'
import type { PictureField } from './picture-field.tsx'

test('a chosen file is no longer shown once the picture of another user was adopted', async () => {
  // jsdom has neither pictures nor a canvas.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 3, height: 2, close: () => undefined }))
  const context = { fillRect: () => undefined, drawImage: () => undefined }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/jpeg;base64,AA==')
  const { act, says } = await openAdminScreen('/admin/dashboard?tab=products', async () => {
    const { PictureField } = await import('./picture-field.tsx')
    return <Form Field={PictureField} />
  })
  await says('Resim seçin')
  const files = document.querySelector<HTMLInputElement>('[type=file]')!
  const chosen = [new File(['x'], 'peynir.jpg', { type: 'image/jpeg' })]
  Object.defineProperty(files, 'files', { value: chosen, configurable: true })
  await act(async () => void files.dispatchEvent(new Event('change', { bubbles: true })))
  await says('peynir.jpg')
  await says('Kesim yeri')
  await act(async () => button('Onunkini al').click())
  await says('veya resmin adresi')
  expect(document.body.textContent).not.toMatch(/peynir\.jpg|Kesim yeri/)
})

function Form({ Field }: { Field: typeof PictureField }) {
  const [url, setUrl] = useState<string | null>(null)
  return (
    <>
      <Field value={url} onPicture={setUrl} onReading={() => undefined} category="Peynir" />
      <button type="button" onClick={() => setUrl('/api/images/6f52e564.webp')}>
        Onunkini al
      </button>
    </>
  )
}
