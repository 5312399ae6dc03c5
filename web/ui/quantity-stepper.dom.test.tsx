import { useState } from 'react'
import { expect, test } from 'vitest'
import { announced, openScreen, typeIn } from '../testing/screen.ts'

test('the number has the focus once the button that led to a limit can lead no further', async () => {
  const { QuantityStepper } = await import('./quantity-stepper.tsx')
  function Quantity() {
    const [quantity, setQuantity] = useState(2)
    return <QuantityStepper label="Miktar" value={quantity} onCommit={setQuantity} max={3} onFault={() => undefined} />
  }
  const { act } = await openScreen(<Quantity />)
  const press = async (label: string) => {
    const button = document.querySelector<HTMLElement>(`button[aria-label=${label}]`)!
    button.focus()
    await act(async () => button.click())
    return document.activeElement?.getAttribute('aria-label')
  }
  expect(await press('Azalt')).toBe('Miktar')
  expect(await press('Artır')).toBe('Artır')
  expect(await press('Artır')).toBe('Miktar')
})

test('a quantity changed by a button or an arrow key is announced', async () => {
  const { QuantityStepper } = await import('./quantity-stepper.tsx')
  function Quantity() {
    const [quantity, setQuantity] = useState(2)
    return (
      <QuantityStepper label="Miktar" unit="KG" value={quantity} onCommit={setQuantity} onFault={() => undefined} />
    )
  }
  const { act } = await openScreen(<Quantity />)
  await act(async () => document.querySelector<HTMLElement>('button[aria-label=Artır]')!.click())
  expect(await announced()).toBe('3 KG')
  const up = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })
  await act(async () => void document.querySelector('input')!.dispatchEvent(up))
  expect(await announced()).toBe('4 KG')
})

test('a screen reader reads what is wrong with a quantity together with its field', async () => {
  const { QuantityStepper } = await import('./quantity-stepper.tsx')
  const { act } = await openScreen(
    <QuantityStepper label="Miktar" value={2} onCommit={() => undefined} onFault={() => undefined} />,
  )
  const input = document.querySelector('input')!
  expect(input.hasAttribute('aria-description')).toBe(false)
  await act(async () => typeIn(input, '1,5'))
  expect(input.getAttribute('aria-description')).toBe('Miktar tam sayı olmalıdır')
  await act(async () => typeIn(input, '15'))
  expect(input.hasAttribute('aria-description')).toBe(false)
})

test('more than can be sold becomes the most, but a number that no order can have, such as a barcode, is refused', async () => {
  const { QuantityStepper } = await import('./quantity-stepper.tsx')
  const events: unknown[] = []
  function Quantity() {
    const [quantity, setQuantity] = useState(2)
    const commit = (chosen: number) => {
      events.push(chosen)
      setQuantity(chosen)
    }
    return (
      <QuantityStepper
        label="Miktar"
        value={quantity}
        max={40}
        onCommit={commit}
        onTooMany={wanted => events.push(`${wanted} is too many`)}
        onFault={fault => fault && events.push(fault)}
        onEnter={() => events.push('Enter')}
      />
    )
  }
  const { act } = await openScreen(<Quantity />)
  const input = document.querySelector('input')!
  const enter = async (text: string) => {
    events.length = 0
    await act(async () => typeIn(input, text))
    const press = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    await act(async () => void input.dispatchEvent(press))
    return [...events, input.value, input.ariaInvalid]
  }
  expect(await enter('8690570001242')).toEqual(['Miktar en fazla 1.000.000 olabilir', '8690570001242', 'true'])
  expect(await enter('50')).toEqual(['50 is too many', 40, 'Enter', '40', null])
  expect(await enter('1.000.000')).toEqual(['1000000 is too many', 'Enter', '40', null])
})
