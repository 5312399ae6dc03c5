import type { Document, Operation } from './openapi.ts'
import { GUIDE } from './openapi-guide.ts'

type Responses = Operation['responses']

/** The API's description as a readable page, without scripts so that it works under the strictest policy. */
export function documentationPage({ info, paths }: Document): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0]!))]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title>
<style>${STYLE}</style>
<h1>${text(info.title)} <small>${text(info.version)}</small></h1>
<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${GUIDE.map(paragraph => `<p>${withCode(paragraph)}</p>`).join('\n')}
<nav>${tags.map(tag => `<a href="#${text(tag)}">${text(tag)}</a>`).join(' ')}</nav>
${tags
  .map(
    tag => `<h2 id="${text(tag)}">${text(tag)}</h2>
${operations
  .filter(({ operation }) => operation.tags[0] === tag)
  .map(section)
  .join('\n')}`,
  )
  .join('\n')}
</html>`
}

function section({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const { requestBody, parameters, responses, description = 'Needs no session.' } = operation
  return `<details><summary><b class="${method}">${method}</b> <code>${text(path)}</code> ${withCode(operation.summary)}</summary>
<p>${text(description)}</p>
${parameters.length ? `<h3>Parameters</h3>${schema(parameters)}` : ''}
${requestBody ? `<h3>Body</h3>${schema(requestBody.content)}` : ''}
<h3>Responses</h3>${schema(successOf(responses))}
<h3>Errors</h3><pre>${text(errorsOf(responses))}</pre></details>`
}

const isSuccess = (status: string) => Number(status) < 400

const successOf = (responses: Responses) =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => isSuccess(status)))

/** Each status of an error with its codes. */
function errorsOf(responses: Responses): string {
  const errors = Object.entries(responses).filter(([status]) => !isSuccess(status))
  return errors.map(([status, { description }]) => `${status}\n${description}`).join('\n')
}

const schema = (value: unknown) => `<pre>${text(JSON.stringify(value, null, 2))}</pre>`

const withCode = (markdown: string) => text(markdown).replace(/`([^`]*)`/g, '<code>$1</code>')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string) => value.replace(/[&<>"]/g, sign => ENTITIES[sign]!)

const STYLE = `
:root { color-scheme: light dark; --ink: #2a2527; --line: #ddd6d2; --brand: #5b2a5e; --page: #fbf9f8 }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7e4; --line: #443d40; --brand: #d9a9dc; --page: #1c191b } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 40px auto; padding: 0 16px; color: var(--ink); background: var(--page) }
h1, h2, a, b { color: var(--brand) } small { font-weight: 400 } nav { display: flex; flex-wrap: wrap; gap: 8px 16px }
details { border-top: 1px solid var(--line); padding: 8px 0 } summary { cursor: pointer; line-height: 28px }
b { display: inline-block; min-width: 4em } pre { overflow: auto; border: 1px solid var(--line); border-radius: 8px; padding: 12px; font-size: 14px }`
