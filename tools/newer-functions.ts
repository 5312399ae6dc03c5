import { type ESTree, parseSync, Visitor } from 'vite'

// Functions, objects and regular expressions that one of the oldest supported browsers lacks (`web/browsers.ts`).

const namesIn = (...lists: string[]) => new Set(lists.flatMap(list => list.split(' ')))

/** Methods, which are recognized by their names alone. */
const METHODS = namesIn(
  'toReversed toSorted toSpliced with',
  'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom',
  'isWellFormed toWellFormed',
  'toHex toBase64 setFromHex setFromBase64',
  'getOrInsert getOrInsertComputed',
  'checkVisibility',
  'showPopover hidePopover togglePopover',
  'startViewTransition',
  'setHTMLUnsafe getHTML',
  'moveBefore',
)

/** Functions of built-in objects. */
const STATICS = namesIn(
  'AbortSignal.timeout AbortSignal.any',
  'Array.fromAsync',
  'Object.groupBy Map.groupBy',
  'Promise.withResolvers Promise.try',
  'Response.json',
  'URL.canParse URL.parse',
  'Intl.Segmenter Intl.DurationFormat',
  'Iterator.from',
  'RegExp.escape',
  'Uint8Array.fromHex Uint8Array.fromBase64',
  'navigator.wakeLock navigator.userAgentData navigator.setAppBadge navigator.connection',
)

/** Properties of the window. */
const GLOBALS = namesIn(
  'requestIdleCallback cancelIdleCallback',
  'CompressionStream DecompressionStream',
  'OffscreenCanvas',
  'navigation scheduler',
  'BarcodeDetector',
  // Not in iOS before 16.4.
  'Notification',
  'URLPattern',
  'SharedWorker',
  'Temporal',
)

/**
 * Lookbehind (Safari 16.4) and modifiers (Chrome 125). esbuild finds the former in literals only, the latter nowhere.
 */
const NEWER_PATTERN = /\(\?(<[=!]|[ims]+(-[ims]+)?:|-[ims]+:)/

/** A media query with a range (Chrome 104, Safari 16.4) for `matchMedia`; older browsers never match it. */
const NEWER_MEDIA_QUERY = /\((width|height) *[<>]/

/**
 * Calls of functions, and patterns and media queries in strings, that the oldest supported browsers do not support,
 * unless a condition tests for them.
 */
export function newerFunctionsIn(name: string, code: string): string[] {
  const found = new Set<string>()
  const conditions: string[] = []
  const textOf = ({ start, end }: ESTree.Node) => code.slice(start, end)
  const enter = (condition: ESTree.Node) => conditions.push(textOf(condition))
  const leave = () => conditions.pop()
  const report = (use: string, key = use) => {
    const last = key.replace(/^.*\./, '')
    if (!conditions.some(condition => condition.includes(last))) found.add(use)
  }
  const called = (callee: ESTree.Node, args: number, optional: boolean) => {
    if (callee.type === 'Identifier' && GLOBALS.has(callee.name)) report(callee.name)
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return
    const method = callee.property.name
    if (STATICS.has(textOf(callee))) report(textOf(callee))
    // `with` of an array has two arguments; other methods of that name have one.
    else if (METHODS.has(method) && !optional && (method !== 'with' || args === 2)) report(`.${method}()`, method)
  }
  const pattern = (text: string) => NEWER_PATTERN.test(text) && found.add(`the pattern ${text.slice(0, 80)}`)
  const text = (value: string) => {
    pattern(value)
    if (NEWER_MEDIA_QUERY.test(value)) found.add(`the media query ${value.slice(0, 80)}`)
  }
  new Visitor({
    IfStatement: ({ test }) => enter(test),
    'IfStatement:exit': leave,
    ConditionalExpression: ({ test }) => enter(test),
    'ConditionalExpression:exit': leave,
    LogicalExpression: ({ left }) => enter(left),
    'LogicalExpression:exit': leave,
    CallExpression: ({ callee, arguments: given, optional }) => called(callee, given.length, optional),
    NewExpression: ({ callee }) => called(callee, 0, false),
    MemberExpression: ({ object, optional }) => {
      if (optional) return
      if (object.type === 'Identifier' && GLOBALS.has(object.name)) report(object.name)
      if (object.type === 'MemberExpression' && STATICS.has(textOf(object))) report(textOf(object))
    },
    Literal: node => {
      if ('regex' in node) pattern(node.regex.pattern)
      else if (typeof node.value === 'string') text(node.value)
    },
    TemplateElement: ({ value }) => text(value.raw),
  }).visit(parseSync(name, code).program)
  return [...found]
}
