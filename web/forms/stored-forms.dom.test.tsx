import { beforeEach, expect, test, vi } from 'vitest'
import { fillStorage } from '../testing/full-storage.ts'
import { CUSTOMER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { field, openScreen, typeIn } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

beforeEach(async () => void (await startServer()))

const NAME = { name: 'Lezzet', phone: '0212', password: '' }

/** Opens a form that keeps name and phone, but not its password. */
async function openForm() {
  const { useForm } = await import('react-hook-form')
  const { storedFields } = await import('./stored-fields.ts')
  const { useStoredForm } = await import('./use-stored-form.ts')
  const { Field } = await import('../ui/field.tsx')
  const { TextInput } = await import('../ui/text-input.tsx')
  const KeptForm = () => {
    const form = useForm({ defaultValues: NAME })
    useStoredForm({ name: 'profile', title: 'Firma bilgileri', ...storedFields(form, ['name', 'phone']) })
    return (
      <>
        <Field label="Ad">
          <TextInput {...form.register('name')} />
        </Field>
        <Field label="Telefon">
          <TextInput {...form.register('phone')} />
        </Field>
        <Field label="Şifre">
          <TextInput {...form.register('password')} />
        </Field>
        <p>{form.formState.isDirty ? 'değişti' : 'aynı'}</p>
      </>
    )
  }
  const screen = await openScreen(<KeptForm />)
  const values = () => ['Ad', 'Telefon', 'Şifre'].map(label => field(label).value)
  const isChanged = () => document.querySelector('p')?.textContent === 'değişti'
  return { ...screen, values, isChanged }
}

const storedKeys = () => Object.keys(localStorage).filter(key => key.startsWith('kept-form:'))

test('a form that an expired session interrupts is filled in for the same user, without its password', async () => {
  const { startSession, endSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { act, unmount } = await openForm()
  await act(async () => {
    typeIn(field('Ad'), 'Lezzet Sofrası')
    typeIn(field('Şifre'), 'cok-gizli')
  })
  await act(async () => endSession('ended'))
  await unmount()
  expect(JSON.stringify(localStorage)).not.toContain('cok-gizli')
  startSession(CUSTOMER)
  const again = await openForm()
  expect([again.values(), again.isChanged()]).toEqual([['Lezzet Sofrası', '0212', ''], true])
  expect(storedKeys()).toEqual([])
})

test('a stored form is not shown to another user, whose login deletes it', async () => {
  const { startSession, endSession } = await import('../current-session.ts')
  const { storedFormsMessage } = await import('./stored-forms.ts')
  startSession(CUSTOMER)
  const { act, unmount } = await openForm()
  await act(async () => typeIn(field('Ad'), 'Lezzet Sofrası'))
  await act(async () => endSession('ended'))
  await unmount()
  expect(storedKeys()).toHaveLength(1)
  startSession(OTHER_CUSTOMER)
  const { values } = await openForm()
  expect(values()).toEqual(['Lezzet', '0212', ''])
  storedFormsMessage()
  expect(storedKeys()).toEqual([])
})

test('a form for which the device has no room is reported as lost', async () => {
  const { startSession, endSession } = await import('../current-session.ts')
  const { toast } = await import('../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  startSession(CUSTOMER)
  const { act } = await openForm()
  await act(async () => typeIn(field('Ad'), 'Lezzet'.repeat(1000)))
  fillStorage('full')
  await act(async () => endSession('ended'))
  expect(warned.mock.calls.map(([message]) => message)).toEqual(['Firma bilgileri: yazdıklarınız saklanamadı'])
})

test('an unchanged form is not stored, nor is any form when the user logs out', async () => {
  const { startSession, endSession } = await import('../current-session.ts')
  for (const [typed, reason] of [
    ['Lezzet', 'ended'],
    ['Lezzet Sofrası', 'left'],
  ] as const) {
    startSession(CUSTOMER)
    const { act, unmount } = await openForm()
    await act(async () => typeIn(field('Ad'), typed))
    await act(async () => endSession(reason))
    await unmount()
    expect(storedKeys()).toEqual([])
  }
})

test('a logout deletes the forms that an earlier session has left', async () => {
  const { startSession } = await import('../current-session.ts')
  const { logOut } = await import('../session/session-lifecycle.ts')
  const { storeForm, storageKeyOf } = await import('./stored-forms.ts')
  startSession(CUSTOMER)
  storeForm(storageKeyOf('profile'), 'Firma bilgileri', { name: 'Lezzet Sofrası' })
  logOut()
  expect(storedKeys()).toEqual([])
})

test('a stored form is reported after the login, for a week', async () => {
  const { startSession } = await import('../current-session.ts')
  const { storeForm, storageKeyOf, storedFormsMessage } = await import('./stored-forms.ts')
  startSession(CUSTOMER)
  storeForm(storageKeyOf('profile'), 'Firma bilgileri', { name: 'Lezzet Sofrası' })
  expect(storedFormsMessage()).toContain('Yarım kalan formunuz saklandı (Firma bilgileri)')
  expect(storedKeys()).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 60 * 60 * 1000 })
  storedFormsMessage()
  expect(storedKeys()).toEqual([])
})

test.each([
  ['a number for a text', '{"at":1,"title":"a","changed":{"name":7,"phone":"0312"}}', ['Lezzet', '0312', '']],
  ['a field that is not stored', '{"at":1,"title":"a","changed":{"password":"x"}}', ['Lezzet', '0212', '']],
  ['no form', '[]', ['Lezzet', '0212', '']],
  ['no JSON', '{', ['Lezzet', '0212', '']],
])('from a stored text with %s only valid fields are restored', async (_, text, expected) => {
  const { startSession } = await import('../current-session.ts')
  const { storageKeyOf } = await import('./stored-forms.ts')
  startSession(CUSTOMER)
  localStorage.setItem(storageKeyOf('profile'), text)
  const { values } = await openForm()
  expect(values()).toEqual(expected)
})
