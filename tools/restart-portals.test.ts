import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const DEPLOY = join(import.meta.dirname, '../deploy')

/** nginx with two portals: `run` restarts both and returns the status and the upstream at each reload of nginx. */
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
  const run = () => {
    writeFileSync(reloads!, '')
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      NGINX_CONF: conf,
      RELOAD: 'reload',
      RESTART: 'restart toptan@',
    }
    const { status } = spawnSync('sh', [join(DEPLOY, 'restart-portals.sh'), '3000', '3001'], { env })
    const isDown = (line: string) => [3000, 3001].filter(port => line.includes(`:${port} down`))
    return { status, down: readFileSync(reloads!, 'utf8').trimEnd().split('\n').map(isDown) }
  }
  return { run, become: (state: 'ready') => writeFileSync(join(folder, state), ''), conf: conf!, original }
}

test('a portal that did not become ready is added to nginx again by the next run; nginx always has one of the two', () => {
  const { run, become, conf, original } = twoPortals()
  expect(run()).toEqual({ status: 1, down: [[3000]] })
  become('ready')
  expect(run()).toEqual({ status: 0, down: [[3000], [], [3001], []] })
  expect(readFileSync(conf, 'utf8')).toBe(original)
})
