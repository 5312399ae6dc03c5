import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { Call } from '../contract/call.ts'
import { documentOf } from '../server/http/openapi.ts'
import { undocumentedCalls } from './undocumented-calls.ts'

// Checks the OpenAPI document of all calls against Redocly's recommended rules, and that docs/ names each call.

const CONTRACT = join(import.meta.dirname, '../contract')
const DOCS = join(import.meta.dirname, '../docs')

// They are published paths, and no id is `by-barcode` or `by-key`, since ids are UUIDs.
const ACCEPTED = [
  'ambiguous paths: `/admin/products/by-barcode/{barcode}` and `/admin/products/{id}/barcode`',
  'ambiguous paths: `/orders/{id}/revisions` and `/orders/by-key/{key}`',
  'ambiguous paths: `/orders/{id}/lots` and `/orders/by-key/{key}`',
  'ambiguous paths: `/marketer/orders/{id}/lots` and `/marketer/orders/by-key/{key}`',
  'ambiguous paths: `/marketer/orders/{id}/revisions` and `/marketer/orders/by-key/{key}`',
  'ambiguous paths: `/custom-orders/{id}/accept` and `/custom-orders/by-key/{key}`',
  'ambiguous paths: `/marketer/custom-orders/{id}/accept` and `/marketer/custom-orders/by-key/{key}`',
]

const calls = await callsIn(CONTRACT)
const source = JSON.stringify(documentOf(calls))
const config = await createConfig({ extends: ['recommended'] })
const problems = (await lintFromString({ source, absoluteRef: 'openapi.json', config })).filter(
  ({ message }) => !ACCEPTED.some(accepted => message.includes(accepted)),
)
for (const { severity, ruleId, message, location } of problems)
  console.error(`${severity} ${ruleId} at ${location[0]?.pointer ?? ''}: ${message}`)
const undocumented = undocumentedCalls(calls, documentsIn(DOCS))
for (const call of undocumented) console.error(`no document in docs/ names ${call}`)
if (problems.length + undocumented.length > 0) process.exitCode = 1

/** The texts of all documents but the changelog, which describes what has changed and not what there is. */
function documentsIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const documents = names.filter(name => name.endsWith('.md') && name !== 'changelog.md')
  return documents.map(name => readFileSync(join(folder, name), 'utf8'))
}

/** Every call that a contract file exports. */
async function callsIn(folder: string): Promise<Call[]> {
  const names = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const files = await Promise.all(
    names.map(async (name): Promise<object> => import(pathToFileURL(join(folder, name)).href)),
  )
  return files.flatMap(file => Object.values(file)).filter(isCall)
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'roles' in value
}
