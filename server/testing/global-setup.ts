import type { TestProject } from 'vitest/node'
import { startTestServer } from './server.ts'

/** The PostgreSQL of this run, and the template that each test's database is copied from. */
export default async function setup(project: TestProject) {
  const { server, template, stop } = await startTestServer()
  project.provide('database', server)
  project.provide('template', template)
  return stop
}
