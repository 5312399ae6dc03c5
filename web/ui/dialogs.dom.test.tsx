import { expect, onTestFinished, test } from 'vitest'
import { announced, field, openScreen, typeIn } from '../testing/screen.ts'
import { until } from '../testing/scripted-server.ts'

const nothing = () => undefined

/** The focused field and its selection, once a dialog has opened. */
async function focused() {
  await announced()
  const { activeElement } = document
  if (!(activeElement instanceof HTMLInputElement)) throw new Error('no field has the focus')
  return [activeElement.value, activeElement.selectionStart, activeElement.selectionEnd]
}

test('a dialog opens with the caret behind the content of its first field, which is not selected', async () => {
  const { Dialog } = await import('./dialog.tsx')
  await openScreen(
    <Dialog open onOpenChange={nothing} title="Sayılanı düzelt">
      <input defaultValue="120" aria-label="Miktar" />
    </Dialog>,
  )
  expect(await focused()).toEqual(['120', 3, 3])
})

test('a quantity is not selected when its dialog opens, but when the user focuses it', async () => {
  const { Dialog } = await import('./dialog.tsx')
  const { QuantityStepper } = await import('./quantity-stepper.tsx')
  const { act } = await openScreen(
    <Dialog open onOpenChange={nothing} title="Ürün">
      <QuantityStepper value={1} label="Miktar" onCommit={nothing} onFault={nothing} />
    </Dialog>,
  )
  expect(await focused()).toEqual(['1', 1, 1])
  await act(async () => {
    document.querySelector<HTMLElement>('[aria-label=Artır]')?.focus()
    document.querySelector('input')?.focus()
  })
  expect(await focused()).toEqual(['1', 0, 1])
})

test('Esc does not close a question while its action is running', async () => {
  const { ConfirmDialogContent } = await import('./confirm-dialog-content.tsx')
  const closed: boolean[] = []
  const question = (busy: boolean) => (
    <ConfirmDialogContent
      open
      onOpenChange={open => closed.push(!open)}
      title="Sipariş iptal edilsin mi?"
      confirm="Siparişi iptal et"
      busy={busy}
      onConfirm={nothing}
    />
  )
  const { act, show } = await openScreen(question(true))
  const press = () =>
    act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  await press()
  expect(closed).toEqual([])
  await show(question(false))
  await press()
  expect(closed).toEqual([true])
})

test('if the button that asked a question has gone when it closes, the dialog around the button has the focus', async () => {
  const { Dialog } = await import('./dialog.tsx')
  const { ConfirmDialogContent } = await import('./confirm-dialog-content.tsx')
  const order = (isCancelled: boolean, isAsked: boolean) => (
    <>
      <Dialog open onOpenChange={nothing} title="Sipariş 1a2b3c4d">
        {!isCancelled && <button type="button">İptal et</button>}
      </Dialog>
      <ConfirmDialogContent
        open={isAsked}
        onOpenChange={nothing}
        title="Sipariş iptal edilsin mi?"
        confirm="Siparişi iptal et"
        onConfirm={nothing}
      />
    </>
  )
  const { show } = await openScreen(order(false, false))
  await announced()
  expect(document.activeElement?.textContent).toBe('İptal et')
  await show(order(false, true))
  await announced()
  expect(document.activeElement?.textContent).toBe('Vazgeç')
  await show(order(true, false))
  await until(() => document.activeElement?.getAttribute('role') === 'dialog')
})

test('only a press on its own backdrop closes a dialog, not one on an element above it', async () => {
  const { Dialog } = await import('./dialog.tsx')
  const closed: boolean[] = []
  const { act } = await openScreen(
    <Dialog open onOpenChange={open => closed.push(!open)} title="Siparişi revize et">
      Satırlar
    </Dialog>,
  )
  // Radix attaches its listeners, and reacts to events, in a later task.
  const nextTask = () => act(() => new Promise(resolve => setTimeout(resolve)))
  await nextTask()
  const press = async (target: Element | null) => {
    await act(async () => {
      for (const type of ['pointerdown', 'pointerup', 'click'])
        target?.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0 }))
    })
    await nextTask()
  }
  const backdrop = document.querySelector('.bg-scrim')
  const above = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => above.remove())
  await press(above)
  expect(closed).toEqual([])
  await press(backdrop)
  expect(closed).toEqual([true])
})

test('Turkish letters in an e-mail address are listed once each, and the note disappears with them', async () => {
  const { EmailInput } = await import('./email-input.tsx')
  const { Field } = await import('./field.tsx')
  const { act } = await openScreen(
    <Field label="E-posta">
      <EmailInput />
    </Field>,
  )
  const note = () => document.querySelector('p')?.textContent
  const type = (address: string) => act(async () => typeIn(field('E-posta'), address))
  await type('nazlı@ornek.com.tr')
  expect(note()).toBe('Adreste “ı” harfi var; e-postalar adresin “i” ile yazılmış hâline gönderilir.')
  expect(await announced()).toBe(note())
  await type('ışıkşen@ornek.com.tr')
  expect(note()).toBe('Adreste “ı”, “ş” var; e-posta adreslerinde Türkçe harf olmaz.')
  await type('bilgi@xn--kap-jua.com')
  expect(note()).toContain('Adresin @ işaretinden sonrasında “ı”')
  await type('nazli@ornek.com.tr')
  expect(note()).toBeUndefined()
})
