import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { button, field, openScreen, shows, typeIn } from '../testing/screen.ts'
import { DateInput } from './date-input.tsx'
import { DayInput } from './day-input.tsx'
import { Field } from './field.tsx'

type Limits = { min?: string; max?: string }

/** Opens a form with a date field. Returns the field and the values that it reports. */
async function opened(initial: string, { error, ...limits }: Limits & { error?: string } = {}) {
  const reported: string[] = []
  function Sample() {
    const [day, setDay] = useState(initial)
    return (
      <Field label="Tarih" {...(error && { error })}>
        <DateInput
          {...limits}
          value={day}
          onDay={next => {
            reported.push(next)
            setDay(next)
          }}
        />
      </Field>
    )
  }
  const { act } = await openScreen(<Sample />)
  const input = field('Tarih')
  const type = (text: string) => act(async () => typeIn(input, text))
  const leave = () => act(async () => void input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  return { act, input, reported, type, leave }
}

const errors = () => Array.from(document.querySelectorAll('[role=alert]')).map(({ textContent }) => textContent)

test('a date is shown as day, month and year, and can be typed in short form', async () => {
  const { input, reported, type, leave } = await opened('2026-11-24')
  expect([input.type, input.value, input.placeholder]).toEqual(['text', '24.11.2026', 'gg.aa.yyyy'])
  await type('1.3.26')
  expect(reported.at(-1)).toBe('2026-03-01')
  // The typed text remains until the field is left.
  expect(input.value).toBe('1.3.26')
  await leave()
  expect([input.value, reported.at(-1), errors()]).toEqual(['01.03.2026', '2026-03-01', []])
})

test('a day that does not exist remains as typed, with the reason at the field', async () => {
  const { input, reported, type, leave } = await opened('2026-11-24')
  await type('31.2.26')
  expect(errors()).toEqual([])
  await leave()
  expect(errors()).toEqual(['31.02.2026 diye bir gün yok; o ay 28 gün çeker'])
  expect([input.value, input.getAttribute('aria-invalid'), reported.at(-1)]).toEqual(['31.2.26', 'true', '31.2.26'])
  const described = input.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe(errors()[0])
  await type('28.2.26')
  expect([errors(), input.getAttribute('aria-invalid')]).toEqual([[], null])
})

test('a day before the first one is reported unless the form has an error for it', async () => {
  const { reported, type, leave } = await opened('2026-11-24', { min: '2026-11-24' })
  await type('23.11.2026')
  await leave()
  expect([reported, errors()]).toEqual([['2026-11-23'], []])
})

test('the error of the form takes the place of the field’s own', async () => {
  await opened('31.2.26', { error: 'Tarih bugün veya daha sonra olmalıdır' })
  expect(errors()).toEqual(['Tarih bugün veya daha sonra olmalıdır'])
})

test('Enter completes the date before the form is sent', async () => {
  const { act, input, type } = await opened('')
  await type('010326')
  await act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(input.value).toBe('01.03.2026')
})

test('the filter of a list changes on complete dates only, and keeps its day while the text is invalid', async () => {
  const reported: string[] = []
  const show = vi.fn<(day: string) => void>(day => reported.push(day))
  function Filter() {
    const [day, setDay] = useState('2026-01-05')
    return (
      <DayInput
        label="Başlangıç"
        value={day}
        onDay={next => {
          show(next)
          setDay(next)
        }}
      />
    )
  }
  const { act } = await openScreen(<Filter />)
  const input = field('Başlangıç')
  const type = (text: string) => act(async () => typeIn(input, text))
  const leave = () => act(async () => void input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await type('1.3.20')
  expect(reported).toEqual([])
  for (const end of [6, 7, 8]) await type('01032026'.slice(0, end))
  expect(reported).toEqual(['2026-03-01'])
  await type('31.2.26')
  await leave()
  expect([reported, errors()]).toEqual([['2026-03-01'], ['31.02.2026 diye bir gün yok; o ay 28 gün çeker']])
  await type('2.4.26')
  await leave()
  expect([reported.at(-1), input.value, errors()]).toEqual(['2026-04-02', '02.04.2026', []])
  await type('')
  expect(reported.at(-1)).toBe('')
})

test('the calendar opens at the chosen day, is navigated by keys, and accepts no day out of range', async () => {
  const { act, input, reported } = await opened('2026-03-05', { min: '2026-03-03' })
  await act(
    async () =>
      void input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true })),
  )
  const day = () => document.activeElement?.getAttribute('aria-label')
  await shows(() => day() === '5 Mart 2026 Perşembe, seçili')
  const press = (key: string) =>
    act(async () => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  await press('ArrowDown')
  expect(day()).toBe('12 Mart 2026 Perşembe')
  await press('PageDown')
  await press('Home')
  expect(day()).toBe('6 Nisan 2026 Pazartesi')
  const grid = document.querySelector('[role=grid]')
  expect([grid?.getAttribute('aria-label'), grid?.closest('[role=dialog]')?.getAttribute('aria-label')]).toEqual([
    'Nisan 2026',
    'Tarih seçin',
  ])
  await act(async () => void (document.activeElement instanceof HTMLElement && document.activeElement.click()))
  await shows(() => !document.querySelector('[role=grid]'))
  expect([reported, input.value]).toEqual([['2026-04-06'], '06.04.2026'])
  await shows(() => document.activeElement?.getAttribute('aria-label') === 'Takvimi aç')
})

test('the calendar of an empty field opens at today, or at the nearest day that can be chosen', async () => {
  const { act } = await opened('', { min: '2099-05-10' })
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Takvimi aç"]')?.click())
  await shows(() => document.querySelector('[role=grid]')?.getAttribute('aria-label') === 'Mayıs 2099')
  const early = document.querySelector<HTMLButtonElement>('[data-day="2099-05-09"] button')
  expect([early?.disabled, button('11').closest('td')?.dataset['day']]).toEqual([true, '2099-05-11'])
})

test.each<[string, Limits]>([
  ['the limit that another field has while it is typed', { min: '31.2.26' }],
  ['a first day after the last one', { min: '2099-05-10', max: '2026-03-01' }],
])('the calendar opens with %s', async (_, limits) => {
  const { act } = await opened('', limits)
  await act(async () => document.querySelector<HTMLElement>('[aria-label="Takvimi aç"]')?.click())
  await shows(() => document.querySelector('[role=grid]') !== null)
})

test('the button of each calendar is named after its field', async () => {
  await openScreen(
    <>
      <DayInput label="Başlangıç" value="" onDay={() => undefined} />
      <Field label="Teslim günü" required>
        <DateInput value="" onDay={() => undefined} />
      </Field>
    </>,
  )
  const namesOf = (button: Element) =>
    button
      .getAttribute('aria-labelledby')
      ?.split(' ')
      .map(id => {
        const named = document.getElementById(id)
        return named?.getAttribute('aria-label') ?? named?.textContent.replace(' *', '')
      })
  const names = Array.from(document.querySelectorAll('button'), namesOf)
  expect(names).toEqual([
    ['Takvimi aç', 'Başlangıç'],
    ['Takvimi aç', 'Teslim günü'],
  ])
})
