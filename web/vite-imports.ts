import { type ESTree, type Plugin, parseAst, Visitor } from 'vite'
import { edited } from './vite-contract.ts'

/**
 * Shortens the dynamic imports of finished chunks. Vite wraps each in a function that names the used exports, from which
 * the bundler has learned by then what else can be left out, and adds a list of stylesheets to preload, of which there
 * is only one (see `vite-libraries.ts`).
 */
export function shortImports(): Plugin {
  return {
    name: 'short-imports',
    apply: 'build',
    renderChunk: code => ({ code: withShortImports(code), map: null }),
  }
}

/** `__vitePreload(async () => { const { X } = await load; return { X } }, list)` becomes `__vitePreload(() => load)`. */
export function withShortImports(code: string): string {
  const edits: [start: number, end: number, text: string][] = []
  const textOf = ({ start, end }: ESTree.Node) => code.slice(start, end)
  const keysOf = ({ properties }: ESTree.ObjectPattern | ESTree.ObjectExpression) =>
    properties.map(property => ('key' in property ? textOf(property.key) : '')).join()
  /** What a function awaits of which it only returns exports, under their own names. */
  const awaitedIn = (wrapped: ESTree.Argument) => {
    if (wrapped.type !== 'ArrowFunctionExpression' || wrapped.body.type !== 'BlockStatement') return undefined
    const [declaration, returned] = wrapped.body.body
    if (declaration?.type !== 'VariableDeclaration' || returned?.type !== 'ReturnStatement') return undefined
    const [exports] = declaration.declarations
    const { argument } = returned
    if (exports?.id.type !== 'ObjectPattern' || exports.init?.type !== 'AwaitExpression') return undefined
    const isSame = argument?.type === 'ObjectExpression' && keysOf(exports.id) === keysOf(argument)
    return isSame ? exports.init.argument : undefined
  }
  new Visitor({
    CallExpression({ callee, arguments: [wrapped, list] }) {
      if (!wrapped || !list || textOf(callee) !== '__vitePreload') return
      const awaited = awaitedIn(wrapped)
      if (awaited) edits.push([wrapped.start, wrapped.end, `() => ${textOf(awaited)}`])
      edits.push([wrapped.end, list.end, ''])
    },
  }).visit(parseAst(code))
  return edited(code, edits)
}
