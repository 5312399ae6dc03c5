import type { CDPSession, Page } from '@playwright/test'

/** Numbers that look random and are the same in every run with the same seed: from 0 up to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** The keys that a text is typed with, one by one, and those that follow it. */
export const keysOf = (text: string | number | null, ...others: string[]) => [
  ...Array.from(String(text ?? '')),
  ...others,
]

/** The modifiers of a key that is pressed with Ctrl, in the protocol of DevTools. */
const CONTROL = 2

type Manner = { late?: boolean; onSent?: () => void }

/**
 * The keyboard of a page, pressed at a given pace. Each key carries the moment at which it was pressed, as a real
 * keyboard's do: a busy machine delays its handling and not its time stamp.
 */
export class ScriptedKeys {
  readonly #session: CDPSession

  private constructor(session: CDPSession) {
    this.#session = session
  }

  static async on(page: Page) {
    return new ScriptedKeys(await page.context().newCDPSession(page))
  }

  /**
   * Presses keys, each so many milliseconds after the one before; no key waits until the previous one has been handled. `late`
   * ones come all at once, as after a busy moment. `onSent` is called once all are pressed.
   */
  async press(keys: readonly string[], paces: () => number, { late = false, onSent }: Manner = {}) {
    const began = Date.now()
    const sent: Promise<unknown>[] = []
    let due = 0
    for (const key of keys) {
      if (!late) await pause(began + due - Date.now())
      const struck = key.startsWith('Control+')
        ? { key: key.slice(-1), modifiers: CONTROL }
        : { key, text: key === 'Enter' ? '\r' : key }
      const [down, up] = [began + due, began + due + 1].map(time => time / 1000)
      sent.push(
        this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...struck, ...(down && { timestamp: down }) }),
        this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...(up && { timestamp: up }) }),
      )
      due += paces()
    }
    onSent?.()
    await Promise.all(sent)
  }

  /** As a scanner does: the code, then Enter, at one pace. */
  scan(code: string | null, pace: number, manner: Manner = {}) {
    return this.press(keysOf(code, 'Enter'), () => pace, manner)
  }
}
