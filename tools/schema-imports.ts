// In the production build of the web app, `#contract/` has schemas that check nothing, and `#checked/` the library's
// (page 052). Their types are the same, so the compiler cannot see which one a file uses.

/** The only file that gets schemas from calls, to check the replies to these calls. */
const LOOKS_UP = 'web/pwa/stored-replies.ts'

/** Every import of a schema from `#contract/`, or of a call from `#checked/`, in a file of the web app. */
export function schemaImports({ path, side, isTest, code }: SourceFile): string[] {
  if (side !== 'web' || isTest || path === LOOKS_UP) return []
  return [...code.matchAll(/import \{([^}]*)\} from '#(contract|checked)\/[^']+'/g)].flatMap(
    ({ 1: names = '', 2: form, index }) => {
      const at = `${path}:${code.slice(0, index).split('\n').length}`
      const values = names.split(',').flatMap(name => /^\s*(\w+)\s*$/.exec(name)?.[1] ?? [])
      return values.flatMap(name => {
        const isSchema = /^[A-Z].*[a-z]/.test(name) && !CLASSES.has(name)
        if (form === 'checked') return isSchema ? [] : [`${at}: imports ${name} from #checked, which is for schemas`]
        if (isSchema) return [`${at}: imports the schema ${name} from #contract; import it from #checked`]
        return new RegExp(`(?<!typeof )\\b${name}\\.(body|query|reply|item|params)\\b`).test(code)
          ? [`${at}: uses a schema of ${name}, which checks nothing in production; name it and import it from #checked`]
          : []
      })
    },
  )
}

/** The contract's classes; any other value with such a name is a schema. */
const CLASSES = new Set(['EntryMatcher', 'ProductSearch'])

type SourceFile = { path: string; side: string; isTest: boolean; code: string }
