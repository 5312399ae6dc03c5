import { expect, test, vi } from 'vitest'
import { openScreen } from '../testing/screen.ts'

/** Renders two changed forms, the second one in a dialog above the first; `agrees` are the replies to the questions. */
async function openTwoForms(agrees: boolean[]) {
  const asked: string[] = []
  vi.stubGlobal('confirm', (question: string) => {
    asked.push(question)
    return agrees.shift()
  })
  const { confirmLeave, useConfirmBeforeLeaving } = await import('./leave-guard.ts')
  const discarded: string[] = []
  function Form({ name, isSaving = false }: { name: string; isSaving?: boolean }) {
    useConfirmBeforeLeaving(true, `${name} kaybolur.`, () => discarded.push(name), isSaving)
    return null
  }
  const forms = (isSaving: boolean) => (
    <>
      <Form name="Not" />
      <Form name="Firma" isSaving={isSaving} />
    </>
  )
  const { show } = await openScreen(forms(false))
  return { confirmLeave, asked, discarded, save: () => show(forms(true)) }
}

test('leaving asks about each form with changes, the last one first', async () => {
  const { confirmLeave, asked, discarded } = await openTwoForms([true, true])
  expect(confirmLeave()).toBe(true)
  expect(asked).toEqual(['Firma kaybolur. Devam edilsin mi?', 'Not kaybolur. Devam edilsin mi?'])
  expect(discarded).toEqual(['Firma', 'Not'])
})

test('a form that the user keeps ends the questions, and the user stays', async () => {
  const { confirmLeave, asked, discarded } = await openTwoForms([false])
  expect([confirmLeave(), asked, discarded]).toEqual([false, ['Firma kaybolur. Devam edilsin mi?'], []])
})

test('the loss of one form does not confirm the loss of another one', async () => {
  const { confirmLeave, asked, discarded } = await openTwoForms([true, false])
  expect([confirmLeave(), asked.length, discarded]).toEqual([false, 2, ['Firma']])
})

test('while one of the forms is being saved, nothing is asked', async () => {
  const { confirmLeave, asked, discarded, save } = await openTwoForms([])
  await save()
  expect([confirmLeave(), asked, discarded]).toEqual([false, [], []])
})
