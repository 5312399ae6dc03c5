import { useState } from 'react'
import { expect, test } from 'vitest'
import { button, field, openScreen, typeIn } from '../testing/screen.ts'

test('text that is not a number is replaced by a value that is set from outside the field', async () => {
  const { Field } = await import('./field.tsx')
  const { NumberInput } = await import('./number-input.tsx')
  function Price() {
    const [price, setPrice] = useState<number>()
    return (
      <>
        <Field label="Fiyat">
          <NumberInput value={price} onValue={setPrice} />
        </Field>
        <button type="button" onClick={() => setPrice(289.5)}>
          Ürün seç
        </button>
      </>
    )
  }
  const { act } = await openScreen(<Price />)
  await act(async () => typeIn(field('Fiyat'), '12,'))
  await act(async () => typeIn(field('Fiyat'), '12,x'))
  expect(field('Fiyat').value).toBe('12,x')
  await act(async () => button('Ürün seç').click())
  expect(field('Fiyat').value).toBe('289,50')
})
