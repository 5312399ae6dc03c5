import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no query suspends, throws its error or waits for restored data, as the build omits what would do so', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const sources = files.filter(name => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith('vite-'))
  const using = sources.filter(name =>
    /throwOnError|useSuspense\w*Query|QueryErrorReset|[iI]sRestoringProvider|useIsRestoring|PersistQueryClientProvider/.test(
      readFileSync(join(import.meta.dirname, name), 'utf8'),
    ),
  )
  expect(sources.length).toBeGreaterThan(500)
  expect(using).toEqual([])
})
