import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const DEPLOY = join(import.meta.dirname, '../deploy')

/**
 * nginx with two portals: `run` restarts them and returns the status, the message and the upstream at each reload of
 * nginx.
 */
function twoPortals() {
  const folder = mkdtempSync(join(tmpdir(), 'restart-portals-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [conf, reloads, isReady] = ['toptan.conf', 'reloads', 'ready'].map(name => join(folder, name))
  const original = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8').replace('#server', 'server')
  writeFileSync(conf!, original)
  const program = (name: string, text: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  program('reload', `grep '^ *server 127' '${conf}' | tr -d '\\n' >> '${reloads}'; echo >> '${reloads}'`)
  program('restart', 'true')
  program('sleep', 'true')
  program('curl', `test -e '${isReady}'`)
  // The only other programs, so that a missing one is missing.
  for (const name of ['grep', 'sed', 'tr', 'test']) symlinkSync(installed(name), join(folder, name))
  const run = (ports = ['3000', '3001']) => {
    writeFileSync(reloads!, '')
    const env = {
      PATH: folder,
      NGINX_CONF: conf,
      RELOAD: 'reload',
      RESTART: 'restart toptan@',
    }
    const script = join(DEPLOY, 'restart-portals.sh')
    const { status, stderr } = spawnSync('/bin/sh', [script, ...ports], { env, encoding: 'utf8' })
    const isDown = (line: string) => [3000, 3001].filter(port => line.includes(`:${port} down`))
    const down = readFileSync(reloads!, 'utf8').split('\n').slice(0, -1).map(isDown)
    return { status, down, message: stderr }
  }
  const become = (state: 'ready') => writeFileSync(join(folder, state), '')
  const remove = (name: 'curl') => rmSync(join(folder, name))
  return { run, become, remove, conf: conf!, original }
}

/** The path of an installed program. */
function installed(name: string) {
  const paths = (process.env.PATH ?? '').split(':').map(folder => join(folder, name))
  return paths.find(existsSync) ?? name
}

test('a portal that did not become ready is added to nginx again by the next run; nginx always has one of the two', () => {
  const { run, become, conf, original } = twoPortals()
  expect(run()).toMatchObject({ status: 1, down: [[3000]] })
  become('ready')
  expect(run()).toEqual({ status: 0, down: [[3000], [], [3001], []], message: '' })
  expect(readFileSync(conf, 'utf8')).toBe(original)
})

test('without curl nothing is changed, and the message names it', () => {
  const { run, remove, conf, original } = twoPortals()
  remove('curl')
  expect(run()).toEqual({ status: 1, down: [], message: expect.stringContaining('curl is missing') })
  expect(readFileSync(conf, 'utf8')).toBe(original)
})

test('no portal is restarted if nginx does not know one of them, as when its line is still commented out', () => {
  const { run, become, conf, original } = twoPortals()
  become('ready')
  const onlyFirst = original.replace('    server 127.0.0.1:3001', '    #server 127.0.0.1:3001')
  writeFileSync(conf, onlyFirst)
  const message = expect.stringContaining("no line 'server 127.0.0.1:3001'")
  expect(run()).toEqual({ status: 1, down: [], message })
  expect(readFileSync(conf, 'utf8')).toBe(onlyFirst)
})

test('no portal is taken out of nginx while no other one serves, as after a run that failed', () => {
  const { run, become, conf, original } = twoPortals()
  expect(run(['3001'])).toMatchObject({ status: 1, down: [[3001]] })
  become('ready')
  const message = expect.stringContaining('name it first')
  expect(run()).toEqual({ status: 1, down: [], message })
  expect(run(['3001', '3000'])).toEqual({ status: 0, down: [[3001], [], [3000], []], message: '' })
  expect(readFileSync(conf, 'utf8')).toBe(original)
  writeFileSync(conf, original.replace('    server 127.0.0.1:3001', '    #server 127.0.0.1:3001'))
  expect(run(['3000'])).toMatchObject({ status: 1, down: [] })
  // The servers of another upstream do not serve its requests.
  writeFileSync(conf, `${readFileSync(conf, 'utf8')}\nupstream other {\n    server 127.0.0.1:4000;\n}\n`)
  expect(run(['3000'])).toMatchObject({ status: 1, down: [] })
})
