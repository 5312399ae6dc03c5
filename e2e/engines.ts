import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Driver } from './browser-user.ts'

/**
 * Starts the browser engines besides Chromium if Debian's packages are installed. Both implement W3C WebDriver:
 * WebKitGTK over HTTP (`WebKitWebDriver`), Firefox over its built-in Marionette protocol, so that neither needs a
 * client library, nor geckodriver, which Debian does not have.
 */

type Engine = {
  name: string
  /** The reason why it cannot be started here, as a sentence; absent if it can. */
  missing?: string
  start: () => Promise<Driver>
}

const DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'
const WINDOW = { x: 0, y: 0, width: 1280, height: 950 }
const START_TIMEOUT = 30_000

/** The engines that are tested besides Chromium. */
export async function findEngines(): Promise<Engine[]> {
  const miniBrowser = await findMiniBrowser()
  const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(path => existsSync(path))
  const hasDisplay = existsSync(XVFB) || process.env.DISPLAY !== undefined
  return [
    {
      name: 'WebKit',
      start: () => startWebKit(miniBrowser ?? ''),
      ...(!(miniBrowser && existsSync(DRIVER) && hasDisplay) && {
        missing: advice('WebKit', 'webkit2gtk-driver xvfb'),
      }),
    },
    {
      name: 'Firefox',
      start: () => startFirefox(firefox ?? ''),
      ...(!firefox && { missing: advice('Firefox', 'firefox-esr') }),
    },
  ]
}

const advice = (name: string, packages: string) =>
  `${name} is not installed here, so nothing was tried in it (on Debian: apt-get install ${packages})`

async function findMiniBrowser(): Promise<string | undefined> {
  for (const machine of await readdir('/usr/lib').catch(() => []))
    for (const version of ['4.1', '4.0', '6.0']) {
      const path = `/usr/lib/${machine}/webkit2gtk${version === '6.0' ? 'gtk' : ''}-${version}/MiniBrowser`
      if (existsSync(path)) return path
    }
  return undefined
}

/** A WebDriver command by its name in Marionette. Over HTTP, all of them are POST requests. */
type Command = 'Navigate' | 'ExecuteScript' | 'PerformActions' | 'SetWindowRect'
const PATHS: Record<Command, string> = {
  Navigate: 'url',
  ExecuteScript: 'execute/sync',
  PerformActions: 'actions',
  SetWindowRect: 'window/rect',
}
type Send = (command: Command, parameters: object) => Promise<unknown>

async function driver(send: Send, close: () => Promise<void>): Promise<Driver> {
  await send('SetWindowRect', WINDOW)
  const moveTo = (x: number, y: number) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })
  const performMouse = async (actions: object[]) => {
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
    await send('PerformActions', { actions: [mouse] })
  }
  return {
    open: async url => {
      await send('Navigate', { url })
    },
    run: (script, args) => send('ExecuteScript', { script: `return (${script})(...arguments)`, args }),
    moveTo: (x, y) => performMouse([moveTo(x, y)]),
    clickAt: (x, y) =>
      performMouse([
        moveTo(x, y),
        { type: 'pointerDown', button: 0 },
        { type: 'pause', duration: 30 },
        { type: 'pointerUp', button: 0 },
      ]),
    press: async (keys, pause) => {
      const steps = keys.flatMap(value => [
        { type: 'keyDown', value: CODES[value] ?? value },
        { type: 'keyUp', value: CODES[value] ?? value },
        { type: 'pause', duration: pause },
      ])
      await send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions: steps }] })
    },
    close,
  }
}

/** WebDriver's codes of keys that enter no character. */
const CODES: Record<string, string> = { Enter: '\uE007', Escape: '\uE00C' }

async function startWebKit(miniBrowser: string): Promise<Driver> {
  const started: ChildProcess[] = []
  try {
    const display = existsSync(XVFB) ? await startDisplay(started) : (process.env.DISPLAY ?? '')
    const port = await freePort()
    const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_DMABUF_RENDERER: '1', NO_AT_BRIDGE: '1' }
    started.push(spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' }))
    const send = async (method: string, path: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      })
      const { value } = (await response.json()) as { value: unknown }
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
      return value
    }
    await until('WebKitWebDriver', () => send('GET', '/status'))
    const options = { binary: miniBrowser, args: ['--automation'] }
    const alwaysMatch = { unhandledPromptBehavior: 'accept', 'webkitgtk:browserOptions': options }
    const { sessionId } = (await send('POST', '/session', { capabilities: { alwaysMatch } })) as { sessionId: string }
    return await driver(
      (command, parameters) => send('POST', `/session/${sessionId}/${PATHS[command]}`, parameters),
      async () => {
        await send('DELETE', `/session/${sessionId}`)
        await end(started)
      },
    )
  } catch (error) {
    await end(started)
    throw error
  }
}

/** Starts a virtual display with any free number; returns the number with a colon, for `DISPLAY`. */
async function startDisplay(started: ChildProcess[]): Promise<string> {
  const screen = ['-screen', '0', `${WINDOW.width}x${WINDOW.height}x24`, '-nolisten', 'tcp', '-displayfd', '3']
  const xvfb = spawn(XVFB, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  started.push(xvfb)
  const number = xvfb.stdio[3]
  if (!number) throw new Error('Xvfb has not reported its display')
  const [said] = (await once(number, 'data', { signal: AbortSignal.timeout(START_TIMEOUT) })) as [Buffer]
  return `:${String(said).trim()}`
}

const QUIET = `
user_pref("marionette.port", 0);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
`

async function startFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'toptan-firefox-'))
  const started: ChildProcess[] = []
  const stop = async () => {
    await end(started)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await writeFile(join(profile, 'user.js'), QUIET)
    const args = ['--marionette', '--headless', '--no-remote', '--profile', profile]
    started.push(spawn(program, args, { env: { ...process.env, HOME: profile }, stdio: 'ignore' }))
    const port = await until('Firefox', async () => {
      const written = Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8'))
      if (!written) throw new Error('it has not written its port yet')
      return written
    })
    const send = marionette(connect(port, '127.0.0.1'))
    await send('WebDriver:NewSession', { unhandledPromptBehavior: 'accept' })
    return await driver(async (command, parameters) => {
      const reply = await send(`WebDriver:${command}`, parameters)
      return (reply as { value?: unknown } | null)?.value
    }, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** A Marionette client. Messages have the form `length:[type, id, error, result]`; the first one is only a greeting. */
function marionette(socket: Socket) {
  let read = Buffer.alloc(0)
  let lastId = 0
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>()
  socket.on('data', (piece: Buffer) => {
    read = Buffer.concat([read, piece])
    for (let colon = read.indexOf(':'); colon > 0; colon = read.indexOf(':')) {
      const end = colon + 1 + Number(read.subarray(0, colon))
      if (read.length < end) return
      const message: unknown = JSON.parse(String(read.subarray(colon + 1, end)))
      read = read.subarray(end)
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message as [number, number, { message: string } | null, unknown]
      const { resolve, reject } = waiting.get(id) ?? {}
      waiting.delete(id)
      if (error) reject?.(new Error(error.message))
      else resolve?.(result)
    }
  })
  const broken = (error?: Error) => {
    for (const { reject } of waiting.values()) reject(error ?? new Error('Firefox has ended'))
    waiting.clear()
  }
  socket.on('error', broken)
  socket.on('close', () => broken())
  return (command: string, parameters: object) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject })
      const message = JSON.stringify([0, lastId, command, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
}

async function until<T>(name: string, act: () => Promise<T>): Promise<T> {
  for (const began = Date.now(); ; ) {
    try {
      return await act()
    } catch (error) {
      if (Date.now() - began > START_TIMEOUT) throw new Error(`${name} does not start`, { cause: error })
      await sleep(50)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Ends the started processes, the last one first. */
async function end(started: ChildProcess[]) {
  for (const one of started.reverse()) {
    if (one.exitCode !== null || one.signalCode !== null || one.pid === undefined) continue
    const ended = once(one, 'exit')
    one.kill()
    await Promise.race([ended, sleep(5_000).then(() => one.kill('SIGKILL'))])
  }
}
