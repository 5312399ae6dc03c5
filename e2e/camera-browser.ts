import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { BARS, type Kind } from './barcode-modules.ts'
import { FLAGS, findBrowser } from './browser.ts'
import { type Condition, drawClip } from './camera-videos.ts'

export const HELD_WELL: Condition = { module: 4, noise: 24 }

const FAKE = '--use-fake-device-for-media-stream'
const LEAVE = '--use-fake-ui-for-media-stream'

/** A folder for clips, and browsers whose camera shows them. */
export async function cameraBrowsers() {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-clips-'))
  const found = await findBrowser()
  const open: Browser[] = []
  const launch = async (...flags: string[]) => {
    const browser = await chromium.launch({ ...found, args: [...FLAGS, ...flags] })
    open.push(browser)
    return browser
  }
  const seeing = (path: string) => launch(LEAVE, FAKE, `--use-file-for-fake-video-capture=${path}`)
  return {
    /** A user who denies the page the camera. */
    refused: () => launch(`${LEAVE}=deny`, FAKE),
    /** A camera that sees a code. */
    showing(kind: Kind, code: string, condition = HELD_WELL) {
      return this.showingBars(BARS[kind](code), condition)
    },
    async showingBars(bars: Parameters<typeof drawClip>[1], condition = HELD_WELL) {
      const path = join(folder, `${open.length}.y4m`)
      await drawClip(path, bars, condition)
      return seeing(path)
    },
    async close() {
      for (const browser of open) await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
