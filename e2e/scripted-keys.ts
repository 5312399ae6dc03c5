import type { CDPSession, Page } from '@playwright/test'
import { devtoolsOf } from './shared-pages.ts'

/** A generator of pseudorandom numbers from 0 to 1 (exclusive), the same in every run with the same seed. */
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

/** The keys for typing a text, one by one, followed by others. */
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
    return new ScriptedKeys(await devtoolsOf(page))
  }

  /**
   * Presses keys, each `paces()` milliseconds after the previous one; no key waits until that has been handled. With
   * `late`, all arrive together, as after a busy moment. `onSent` is called when all have been pressed.
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

  /** Types a code and then Enter at one pace, as a scanner does. */
  scan(code: string | null, pace: number, manner: Manner = {}) {
    return this.press(keysOf(code, 'Enter'), () => pace, manner)
  }
}
