import { dirname, join, resolve } from 'node:path'
import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'

const CONTRACT = resolve(import.meta.dirname, '../contract')
const UNCHECKED_SCHEMAS = resolve(import.meta.dirname, 'unchecked-schemas.ts')
const CHECKED = '?checked'

/**
 * Gives the production build two forms of the contract (page 052). `#contract/` has calls and rules, with schemas that
 * encode and decode and check nothing; `#checked/` has the schema library's schemas, for forms and stored data.
 * In development and tests both are the same modules.
 */
export function contractForBrowsers(): Plugin {
  return {
    name: 'contract-for-browsers',
    apply: 'build',
    resolveId: {
      order: 'pre',
      filter: { id: /^(#checked\/|zod\/mini$|\.\/)/ },
      handler(source, importer = '') {
        if (source.startsWith('#checked/')) return join(CONTRACT, source.slice('#checked/'.length)) + CHECKED
        if (dirname(importer) !== CONTRACT) return null
        if (importer.endsWith(CHECKED)) return source === 'zod/mini' ? null : join(CONTRACT, source) + CHECKED
        return source === 'zod/mini' ? UNCHECKED_SCHEMAS : null
      },
    },
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts(\?checked)?$/ },
      // Runs after the types are removed.
      handler: (code, id) => ({ code: withPureCalls(id.endsWith(CHECKED) ? code : withoutChecks(code)), map: null }),
    },
  }
}

/** The options of a call that only the server, the compiler or the API's document use. */
export const FOR_THE_SERVER: ReadonlySet<string> = new Set([
  'summary',
  'errors',
  'params',
  'query',
  'notFoundCode',
  'keepsKeyForever',
  'hasETag',
  'isPaged',
  'hourlyLimit',
  'maxBodyBytes',
  'needsRecentLogin',
  'isOpenDuringSetup',
  'personalData',
])
/** The functions that define a call by its options. */
const DEFINES_CALL = /^(call|list|file|define)$/
/** Functions of `zod/mini` whose values are the same in JSON, whatever their arguments check. */
const PLAIN =
  /^z\.((iso|coerce)\.)?(string|number|int|boolean|enum|literal|uuid|url|email|date|datetime|union|custom|record)$/

/** Removes checks, their messages, and the options of calls that only the server uses. */
export function withoutChecks(code: string): string {
  const dropped: [start: number, end: number][] = []
  const drop = (nodes: readonly ESTree.Node[]) => {
    const [first, last] = [nodes[0], nodes.at(-1)]
    if (first && last) dropped.push([first.start, last.end + (/^\s*,/.exec(code.slice(last.end))?.[0].length ?? 0)])
  }
  const textOf = ({ start, end }: ESTree.Node) => code.slice(start, end)
  const dropOptions = ({ properties }: ESTree.ObjectExpression) => {
    for (const option of properties)
      if (option.type === 'Property' && FOR_THE_SERVER.has(textOf(option.key))) drop([option])
  }
  const fields = new Set<string>()
  /** The names of options that calls of this module share; those that only other modules spread stay whole. */
  const shared = new Set<string>()
  let definesCall = false
  const program = parseAst(code)
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (source.value === './fields.ts') for (const { local } of specifiers) fields.add(local.name)
    },
    FunctionDeclaration({ id }) {
      definesCall = id !== null && DEFINES_CALL.test(id.name)
    },
    'FunctionDeclaration:exit': () => {
      definesCall = false
    },
    ObjectExpression(literal) {
      if (definesCall) dropOptions(literal)
    },
    CallExpression({ callee, arguments: given, end }) {
      const called = textOf(callee)
      if (callee.type === 'MemberExpression' && called.endsWith('.check')) dropped.push([callee.object.end, end])
      if (PLAIN.test(called) || fields.has(called)) drop(given)
      const options = given[1]
      if (!DEFINES_CALL.test(called) || options?.type !== 'ObjectExpression') return
      dropOptions(options)
      for (const option of options.properties) if (option.type === 'SpreadElement') shared.add(textOf(option.argument))
    },
  }).visit(program)
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init?.type === 'ObjectExpression' && shared.has(textOf(id))) dropOptions(init)
    },
  }).visit(program)
  return edited(
    code,
    dropped.map(([start, end]) => [start, end, '']),
  )
}

/**
 * Marks the calls that a module of the contract makes while it is loaded as free of side effects, so that the build
 * omits values that are not used.
 */
export function withPureCalls(code: string): string {
  const marks = new Set<number>()
  let functionsAround = 0
  const enter = () => void functionsAround++
  const leave = () => void functionsAround--
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression({ start }) {
      if (functionsAround === 0) marks.add(start)
    },
  }).visit(parseAst(code))
  return edited(
    code,
    Array.from(marks, start => [start, start, '/* @__PURE__ */ ']),
  )
}

/** The text with these ranges replaced; a range inside another one is ignored. */
export function edited(code: string, edits: readonly (readonly [start: number, end: number, text: string])[]): string {
  let position = 0
  let kept = ''
  for (const [start, end, text] of [...edits].sort(([a], [b]) => a - b)) {
    if (start < position) continue
    kept += code.slice(position, start) + text
    position = end
  }
  return kept + code.slice(position)
}
