import { expect, test, vi } from 'vitest'
import { openScreen } from '../testing/screen.ts'

test('an error of a form is scrolled into view, other strips do not scroll the page', async () => {
  const shown: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent)
  })
  const { AlertStrip } = await import('./alert-strip.tsx')
  await openScreen(
    <>
      <AlertStrip kind="error">of the page</AlertStrip>
      <form>
        <AlertStrip kind="warning">a remark</AlertStrip>
        <AlertStrip kind="error">of the form</AlertStrip>
      </form>
    </>,
  )
  expect(shown).toEqual(['of the form'])
})
