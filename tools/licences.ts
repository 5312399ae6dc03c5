import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Lock, type Shipped, shippedPackages, webPackages } from './shipped-packages.ts'

// Checks that the licence of every package of the product permits its use here, and lists them with `--list`.

/** Licences whose only condition is that their text is distributed with the product. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
])

/** The licences of packages whose `package.json` names none, by their file LICENSE. */
const UNNAMED: Record<string, string> = { 'png-js': 'MIT' }

/** Packages with another licence, and the reasons why they may be used. */
const EXCEPTIONS: readonly { name: RegExp; licence: RegExp }[] = [
  // Its conditions concern changes of its own files, which are used unchanged.
  { name: /^web-push$/, licence: /^MPL-2\.0$/ },
  // libvips is a separate library, loaded at run time and replaceable, as the LGPL requires.
  { name: /^@img\/sharp-/, licence: /^(Apache-2\.0 AND )?LGPL-3\.0-or-later( AND MIT)?$/ },
]

/** One message for each package whose licence is not allowed. */
export function forbiddenLicences(packages: readonly Shipped[]): string[] {
  return packages
    .filter(one => {
      const licence = licenceOf(one)
      const isException = EXCEPTIONS.some(other => other.name.test(one.name) && other.licence.test(licence))
      return !isException && !ALLOWED.has(licence)
    })
    .map(one => `${one.name}@${one.version}: the licence ${licenceOf(one)} is not allowed`)
}

const licenceOf = ({ name, license }: Shipped) => license ?? UNNAMED[name] ?? 'unknown'

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..')
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = shippedPackages(lock, webPackages(root))
  const forbidden = forbiddenLicences(packages)
  if (process.argv.includes('--list'))
    for (const one of packages) console.log(`${one.name}@${one.version}  ${licenceOf(one)}`)
  for (const message of forbidden) console.error(message)
  console.log(`${packages.length} packages, ${forbidden.length} with a licence that is not allowed`)
  process.exitCode = forbidden.length > 0 ? 1 : 0
}
