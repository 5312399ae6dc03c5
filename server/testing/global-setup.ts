import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startTestServer } from './server.ts'

/**
 * The PostgreSQL of this run, the template that each test's database is copied from, and a directory for what tests
 * share.
 */
export default async function setup(project: TestProject) {
  const { server, template, stop } = await startTestServer()
  project.provide('database', server)
  project.provide('template', template)
  const shared = await mkdtemp(join(tmpdir(), 'toptan-shared-'))
  // As root, databases run as another account, which must be able to pass through.
  await chmod(shared, 0o755)
  project.provide('shared', shared)
  return async () => {
    await stop()
    await rm(shared, { recursive: true, force: true })
  }
}
