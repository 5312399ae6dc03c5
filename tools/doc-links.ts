import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'

const SIDES = ['contract', 'server', 'web', 'e2e', 'bench', 'tools', 'docs']
const IGNORED = /^(\..*|node_modules|dist)$/
const IGNORED_IN_ROOT = /^(demo-)?data$/

// A repository path, anywhere in a text.
const PATH = new RegExp(String.raw`(?<![\w./-]|\]\()((?:${SIDES.join('|')})/[\w./-]*\.(?:tsx?|sql|md|css|json))\b`, 'g')
// A file name in backticks, which may be the end of a path.
const FILE = /`((?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|sql|md))`/g
// A folder of the repository in backticks.
const FOLDER = new RegExp(String.raw`\`((?:${SIDES.join('|')})(?:/[\w-]+)*/?)\``, 'g')
// The numbers of decision pages.
const PAGE = /\b(?:pages?|decisions?)\s+(0\d\d)\b(?:(?:,|\s+and|\s+to)\s+(0\d\d)\b)?/g
// The target of a Markdown link.
const LINK = /\]\(([^)\s]+)\)/g

/** Every reference to a missing file, heading or decision page in the documents and comments, as `file:line: …`. */
export function brokenReferencesIn(root: string): string[] {
  const files = filesIn(root)
  const folders = new Set(files.flatMap(parentsOf))
  const isFile = (path: string) => files.includes(path)
  const isFolder = (path: string) => folders.has(path.replace(/\/$/, ''))
  const isEndOfFile = (path: string) => files.some(file => `/${file}`.endsWith(`/${path}`))
  const isPage = (number: string) => files.some(file => file.startsWith(`docs/decisions/${number}-`))

  return files.flatMap(file => {
    const isDocument = file.endsWith('.md')
    if (!isDocument && !/\.(tsx?|sql)$/.test(file)) return []
    const content = readFileSync(join(root, file), 'utf8')
    const text = isDocument ? content : commentsOf(content, file)
    const problems = (pattern: RegExp, problemOf: (found: string) => string | false | undefined) =>
      [...text.matchAll(pattern)].flatMap(match => {
        const line = text.slice(0, match.index).split('\n').length
        const found = match.slice(1).flatMap(one => (one && problemOf(one)) || [])
        return found.map(problem => `${file}:${line}: ${problem}`)
      })
    return [
      ...new Set([
        ...problems(PATH, path => !isFile(path) && `there is no ${path}`),
        ...problems(FILE, path => !isEndOfFile(path) && `there is no ${path}`),
        ...problems(FOLDER, path => !isFolder(path) && `there is no folder ${path}`),
        ...problems(PAGE, number => !isPage(number) && `there is no decision page ${number}`),
        ...(file === 'ARCHITECTURE.md' ? missingInTree(content) : []),
        ...(isDocument ? problems(LINK, link => brokenLink(root, file, link, isFile, isFolder)) : []),
      ]),
    ]
  })
}

/** The folders that begin no line of the tree in ARCHITECTURE.md, as after its lines have been wrapped like a text. */
const missingInTree = (document: string) =>
  SIDES.filter(side => side !== 'docs' && !new RegExp(`^${side}/ `, 'm').test(document)).map(
    side => `ARCHITECTURE.md: the tree has no line of ${side}/`,
  )

function brokenLink(
  root: string,
  file: string,
  link: string,
  isFile: (path: string) => boolean,
  isFolder: (path: string) => boolean,
): string | undefined {
  if (/^[a-z]+:/.test(link)) return
  const [path = '', heading] = link.split('#')
  const target = path === '' ? file : normalize(join(file, '..', path))
  if (!isFile(target) && !isFolder(target)) return `the link ${link} leads nowhere`
  if (heading && !headingsOf(readFileSync(join(root, target), 'utf8')).includes(heading))
    return `the link ${link} leads to no heading`
}

/** The anchors of a document's headings, as GitHub makes them. */
function headingsOf(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function filesIn(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !IGNORED.test(name) && (folder || !IGNORED_IN_ROOT.test(name)))
    .flatMap(entry => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      return entry.isDirectory() ? filesIn(root, path) : entry.isFile() ? [path] : []
    })
}

function parentsOf(file: string): string[] {
  const names = file.split('/').slice(0, -1)
  return names.map((_, i) => names.slice(0, i + 1).join('/'))
}

/** A source text with everything but its comments blanked; line numbers stay the same. */
function commentsOf(text: string, file: string): string {
  if (file.endsWith('.sql')) return text.replaceAll(/^(?!\s*--).*$/gm, '')
  const pieces = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[^\n]/g
  return text.replace(pieces, piece => (/^\/[/*]/.test(piece) ? piece : piece.replaceAll(/[^\n]/g, ' ')))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const broken = brokenReferencesIn(join(import.meta.dirname, '..'))
  for (const reference of broken) console.error(reference)
  console.log(broken.length ? `${broken.length} broken references` : 'The references of docs and comments hold')
  process.exitCode = broken.length ? 1 : 0
}
