import { expect, test } from 'vitest'
import { field, openScreen } from '../testing/screen.ts'
import { Segmented } from './segmented.tsx'

const OPTIONS = [
  { value: 'header', label: 'İlk satır başlık' },
  { value: 'product', label: 'İlk satır ürün' },
] as const

test('Tab reaches the selected option, and the first one while none is selected', async () => {
  const choice = (value: 'header' | 'product' | 'both' | undefined) => (
    <Segmented<'header' | 'product' | 'both'>
      label="İlk satır"
      value={value}
      onChange={() => undefined}
      options={OPTIONS}
    />
  )
  const stops = () => OPTIONS.filter(({ label }) => field(label).tabIndex === 0).map(({ value }) => value)
  const { show } = await openScreen(choice(undefined))
  expect(stops()).toEqual(['header'])
  await show(choice('product'))
  expect(stops()).toEqual(['product'])
  await show(choice('both'))
  expect(stops()).toEqual(['header'])
})
