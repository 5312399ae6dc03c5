/** Fills the browser's local storage to the last character, with a value under this key. */
export function fillStorage(key: string) {
  let text = ''
  for (let more = 2 ** 22; more >= 1; more /= 2) {
    const longer = text + 'x'.repeat(more)
    try {
      localStorage.setItem(key, longer)
      text = longer
    } catch {
      // It does not fit.
    }
  }
}
