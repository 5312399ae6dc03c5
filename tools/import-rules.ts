import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ORDER_STATUSES } from '../contract/order-status.ts'
import { DECLINED_QUOTE, QUOTE_STATUSES } from '../contract/quote-status.ts'
import { schemaImports } from './schema-imports.ts'

// A module may import only those listed after it. Infrastructure modules import no module, and of the contract only the
// platform, which has no domain terms.
const MODULES = [
  'operations settings recalls privacy reports quotes standing-orders order-papers orders carts order-lists inventory offers',
  'counts catalogue customer-import delivery customers marketers lots stock import-runs notifications auth audit security-log',
].flatMap(names => names.split(' '))
const INFRASTRUCTURE = 'mail push outbox documents images http db metrics settings.ts'.split(' ')
const PLATFORM_CONTRACT =
  /^contract\/(calendar|call|call-errors|check-digit|refusals|fields|image-url|secret|money|quantity|roles|session-limits|stock-refusals|times|turkish)\.ts$/
// It has the types of all columns, some of which come from the contract of modules.
const TABLE_TYPES = 'server/db/tables.ts'
// The outermost files, which assemble the rest and which no module may import.
const OUTERMOST = new Set(
  [
    'app.ts main.ts env-file.ts portal.ts first-admin.ts database.ts stoppable.ts mail-context.ts push-context.ts monitoring.ts',
    'commands backup doctor sample testing',
    'cluster.ts cluster-metrics.ts worker.ts worker-process.ts worker-messages.ts worker-metrics.ts',
  ].flatMap(names => names.split(' ')),
)

// Any module may read a table; only its owner may insert into it, update it and delete from it.
const TABLES: Record<string, string> = {
  auth: [
    'accounts sessions second_factors recovery_codes login_failures known_devices',
    'account_links asked_mails counted_requests',
  ].join(' '),
  customers: 'customers customer_notes',
  'import-runs': 'import_runs refused_import_rows customer_imports',
  marketers: 'marketers',
  catalogue: 'products product_watches price_changes',
  stock: 'stock stock_ledger receipts receipt_items receipt_lots lots lot_ledger lot_origins',
  lots: 'order_lots lot_choices',
  offers: 'offers offer_settings',
  recalls: 'recall_letters',
  inventory: 'reorder_levels',
  counts: 'stock_counts stock_count_items stock_count_lots',
  orders: 'orders order_items order_revisions',
  carts: 'carts cart_lines',
  'order-lists': 'order_lists order_list_lines',
  delivery: 'delivery_settings delivery_routes delivery_customers delivery_exceptions',
  'standing-orders': 'standing_orders standing_order_lines standing_order_days',
  reports: [
    'daily_sales customer_sales monthly_customer_sales product_sales category_sales summed_categories',
    'monthly_product_sales moved_products order_changes line_changes',
  ].join(' '),
  quotes: 'custom_orders',
  privacy: 'privacy_notices privacy_acknowledgements order_archive pseudonyms_due',
  notifications: 'notifications notification_preferences push_subscriptions pushes',
  audit: 'audit_log',
  'security-log': 'security_log',
  http: 'idempotency_keys portal_secrets',
  db: 'changes',
  backup: 'backups',
  images: 'images',
  mail: 'mails',
}
const OWNER = new Map(Object.entries(TABLES).flatMap(([owner, names]) => names.split(' ').map(name => [name, owner])))

// The routes import every audience; the audiences import the capabilities that they share; those import offline use,
// which names no screen; and all of them import ui, which has no product terms.
const AUDIENCES = 'account customer marketer admin'.split(' ')
const CAPABILITIES =
  'cart catalogue customers delivery files forms lists notifications order-lists orders quotes scanning session shell standing-orders'.split(
    ' ',
  )
// The other files of the root, such as the HTTP client.
const ROOT_FILE = 'api.ts'
const LAYERS = [['main.tsx', 'routes.tsx', 'screens.ts'], AUDIENCES, CAPABILITIES, ['pwa'], [ROOT_FILE], ['ui']]
const UI_MAY_IMPORT = /^(web\/ui\/|contract\/(active-labels|turkish|money|quantity)\.ts$)/

const MAY_IMPORT: Record<string, RegExp> = {
  contract: /^contract\//,
  server: /^(server|contract)\//,
  web: /^(web|contract)\//,
  e2e: /^((e2e|contract|server\/testing)\/|web\/(screens|admin\/products\/camera\/reader-options)\.ts$)/,
  bench: /^(bench|e2e|contract|server\/testing)\//,
}
const MAX_LINES = 300
/** The files of the admin's panel as a whole; all others are in the folder of their topic. */
const ADMIN_ROOT = /^web\/admin\/(panel|shell|tabs)(\.dom\.test)?\.tsx?$/

type File = { path: string; side: string; folder: string; isTest: boolean; text: string; code: string }

/** Every violation of the import and size rules that a compiler cannot see, each as `file:line: what is wrong`. */
export function violationsIn(root: string): string[] {
  const rules = [tooLong, withoutFolder, barrel, imports, schemaImports, writes, transactions, statusLiterals]
  return filesIn(root).flatMap(file => rules.flatMap(rule => rule(file)))
}

function filesIn(root: string): File[] {
  const sides = [...Object.keys(MAY_IMPORT), 'tools'].filter(side => existsSync(join(root, side)))
  return sides
    .flatMap(side =>
      readdirSync(join(root, side), { recursive: true, encoding: 'utf8' }).map(name => `${side}/${name}`),
    )
    .filter(path => /\.(tsx?|sql)$/.test(path) && !/\.d\.ts$|(^|\/)(node_modules|dist)\//.test(path))
    .sort()
    .map(path => {
      const [side = '', folder = ''] = path.split('/')
      const text = readFileSync(join(root, path), 'utf8')
      const isTest = /\.(test|spec)\.tsx?$/.test(path)
      return { path, side, folder, isTest, text, code: withoutComments(text) }
    })
}

function tooLong({ path, isTest, text }: File): string[] {
  const lines = text.trimEnd().split('\n').length
  return lines > MAX_LINES && !isTest && !path.endsWith('.sql')
    ? [`${path}:${MAX_LINES + 1}: ${lines} lines are more than ${MAX_LINES}`]
    : []
}

function withoutFolder({ path }: File): string[] {
  return /^web\/admin\/[^/]+$/.test(path) && !ADMIN_ROOT.test(path)
    ? [`${path}:1: belongs in a folder of web/admin`]
    : []
}

function barrel({ path, code }: File): string[] {
  const rest = code.replaceAll(/\bexport\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'[.#][^']*';?/g, '')
  return code.trim() && !rest.trim() && !path.endsWith('.sql') ? [`${path}:1: only re-exports`] : []
}

function imports(file: File): string[] {
  // The test of this tool quotes the imports that it checks.
  if (file.side === 'tools') return []
  const found = file.code.matchAll(
    /(?:(?<![/'])\b(?:from|import|import\()\s*'([^']+)'|\bnew URL\(\s*'([^']+\.(?:ts|js))')/g,
  )
  return [...found].flatMap(({ 1: from, 2: worker, index }) => {
    const reason = wrongImport(file, from ?? worker ?? '')
    return reason ? [`${file.path}:${lineOf(file, index)}: ${reason}`] : []
  })
}

function wrongImport(file: File, from: string): string | undefined {
  if (/^(#(?!contract\/|checked\/)|@\/|~)/.test(from))
    return `${from} is an alias; the only ones are #contract and #checked`
  if (from.startsWith('#checked/') && file.side !== 'web') return `${from} is for the web app; use #contract`
  if (file.side === 'contract' && /^[^.#]/.test(from))
    return from.startsWith('zod') || file.isTest ? undefined : `contract imports ${from}; it may import zod only`
  if (!/^[.#]/.test(from)) return

  const target = from.startsWith('#')
    ? from.replace(/^#(contract|checked)/, 'contract')
    : normalize(join(file.path, '..', from))
  if (!MAY_IMPORT[file.side]?.test(target)) return `${file.side} imports ${target}`
  if (file.isTest) return
  return file.side === 'server'
    ? wrongInServer(file, target)
    : file.side === 'web'
      ? wrongInWeb(file, target)
      : undefined
}

function wrongInServer({ path, folder }: File, target: string): string | undefined {
  const [side, theirs = ''] = target.split('/')
  const isInfrastructure = INFRASTRUCTURE.includes(folder)
  if (side === 'contract' && isInfrastructure && path !== TABLE_TYPES && !PLATFORM_CONTRACT.test(target))
    return `the infrastructure module ${folder} imports ${target}, which has domain terms`
  if (side !== 'server' || OUTERMOST.has(folder)) return
  if (!MODULES.includes(folder) && !isInfrastructure)
    return `server/${folder} is neither a module nor an infrastructure module`
  if (OUTERMOST.has(theirs)) return `${folder} imports ${theirs}, which assembles the modules`
  if (target.endsWith('/routes.ts')) return `${target} is imported by app.ts only`
  if (!MODULES.includes(theirs) || theirs === folder || path.endsWith('/routes.ts')) return
  if (isInfrastructure) return `the infrastructure module ${folder} imports the module ${theirs}`
  if (MODULES.indexOf(theirs) < MODULES.indexOf(folder)) return `${folder} imports ${theirs}, which is above it`
}

function wrongInWeb({ folder }: File, target: string): string | undefined {
  const [side, theirs = ''] = target.split('/')
  if (folder === 'ui') return UI_MAY_IMPORT.test(target) ? undefined : `ui imports ${target}, which has domain terms`
  // The code that tests share opens screens, as tests do.
  if (side !== 'web' || folder === theirs || folder === 'testing') return
  const [own, other] = [layerOf(folder), layerOf(theirs)]
  if (own === -1) return `web/${folder} is neither an audience nor a capability`
  if (other < own) return `${folder} imports ${theirs}, which is above it`
  if (other === own && AUDIENCES.includes(folder)) return `the audience ${folder} imports the audience ${theirs}`
}

function layerOf(folder: string): number {
  const layer = LAYERS.findIndex(names => names.includes(folder))
  return layer === -1 && folder.includes('.') ? layerOf(ROOT_FILE) : layer
}

const TABLE = String.raw`((?:"?public"?\.)?"?\w+"?|\$\{[^}]*\})`
const WRITES = [
  /\.\s*(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*('\w+|[^'\s])/g,
  new RegExp(String.raw`\b(?:insert|merge)\s+into\s+${TABLE}`, 'gi'),
  new RegExp(String.raw`\bupdate\s+(?:only\s+)?${TABLE}\s+(?:(?:as\s+)?\w+\s+)?set\b`, 'gi'),
  new RegExp(String.raw`\bdelete\s+from\s+(?:only\s+)?${TABLE}`, 'gi'),
  new RegExp(String.raw`\btruncate\s+(?:table\s+)?${TABLE}`, 'gi'),
]
const CREATES = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?((?:public\.)?"?\w+"?)/gi

// A migration may write to every table, but each table that it creates needs an owner.
function writes(file: File): string[] {
  const { path, side, folder, isTest, code } = file
  if (side !== 'server' || isTest || folder === 'testing') return []
  const patterns = path.includes('/migrations/') ? [CREATES] : WRITES
  return patterns.flatMap(pattern =>
    [...code.matchAll(pattern)].flatMap(({ 1: written = '', index }) => {
      const at = `${path}:${lineOf(file, index)}`
      const table = /^(?:'|"?public"?\.)?"?(\w+)/.exec(written)?.[1]
      if (!table || (pattern === WRITES[0] && !written.startsWith("'")))
        return [`${at}: writes to a table whose name is not a literal`]
      const owner = OWNER.get(table)
      if (!owner) return [`${at}: the table ${table} has no owner; add one in tools/import-rules.ts`]
      return pattern === CREATES || owner === folder
        ? []
        : [`${at}: ${folder} writes to ${table}, which belongs to ${owner}`]
    }),
  )
}

const TRANSACTIONS = 'server/db/transaction.ts'
const OPENS =
  /\.\s*(?:transaction|startTransaction)\s*\(|`\s*(?:begin|start\s+transaction)\b|\bpg_(?:try_)?advisory\w*/gi

// A transaction that is opened in another way would lose the work that is registered to run after its commit.
function transactions(file: File): string[] {
  if (file.side !== 'server' || file.isTest || file.path === TRANSACTIONS) return []
  return [...file.code.matchAll(OPENS)].map(
    ({ index }) =>
      `${file.path}:${lineOf(file, index)}: opens a transaction or takes an advisory lock; ${TRANSACTIONS} does`,
  )
}

const namesOf = (statuses: readonly string[]) => {
  const status = statuses.join('|')
  return new RegExp(String.raw`(['"\`])(?:${status})\1|\.(?:${status})\b|(?:^|[{,])\s*(?:${status})\s*:`, 'gm')
}
// The status of a declined quote is also the name of a colour, so only what is compared with a status or set is found.
const DECLINED = new RegExp(String.raw`\bstatus['"]?\s*(?:[=!<>:]+|,\s*'[=<>!]+',)\s*(['"])${DECLINED_QUOTE}\1`, 'g')
const STATUS_NAMES = [
  { kind: 'order', pattern: namesOf(ORDER_STATUSES) },
  { kind: 'quote', pattern: namesOf(QUOTE_STATUSES.filter(status => status !== DECLINED_QUOTE)) },
  { kind: 'quote', pattern: DECLINED },
]
const MAY_NAME_A_STATUS =
  /^(contract\/(order|quote)-status\.ts$|server\/(.*\/)?(sample|testing|migrations)\/|(e2e|bench|tools)\/)/

function statusLiterals(file: File): string[] {
  if (file.isTest || MAY_NAME_A_STATUS.test(file.path)) return []
  return STATUS_NAMES.flatMap(({ kind, pattern }) =>
    [...file.code.matchAll(pattern)].map(
      ({ 0: literal, index }) =>
        `${file.path}:${lineOf(file, index)}: names the ${kind} status ${literal.trim()}; use contract/${kind}-status.ts`,
    ),
  )
}

// Strings are kept, so that the // of a URL is no comment. Line numbers stay the same.
function withoutComments(text: string): string {
  const pieces = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return text.replace(pieces, piece => (piece.startsWith('/') ? piece.replaceAll(/[^\n]/g, ' ') : piece))
}

const lineOf = ({ code }: File, index: number) => code.slice(0, index).split('\n').length

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const violations = violationsIn(join(import.meta.dirname, '..'))
  for (const violation of violations) console.error(violation)
  console.log(violations.length ? `${violations.length} violations of the import rules` : 'The import rules hold')
  process.exitCode = violations.length ? 1 : 0
}
