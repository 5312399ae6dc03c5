import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Lock, type Shipped, shippedPackages, webPackages } from './shipped-packages.ts'

// Prints the software bill of materials of the product in CycloneDX. It is that of `npm sbom` without the tools, but
// with the packages that the web app bundles, which npm regards as development dependencies.

type Component = { 'bom-ref': string; name: string; version: string; properties?: unknown[] }
type Bill = {
  metadata: { component: { 'bom-ref': string; name: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** A bill reduced to the shipped packages, without paths of the machine on which it was made. */
export function shippedBill<B extends Bill>(bill: B, packages: readonly Shipped[]): B {
  const { metadata } = bill
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const components = bill.components
    .filter(({ name, version }) => shipped.has(`${name}@${version}`))
    // The properties contain the path of the package, and that npm regards it as a development dependency.
    .map(({ properties: _, ...component }) => ({ ...component, scope: 'required' }))
  const refs = new Set([metadata.component['bom-ref'], ...components.map(component => component['bom-ref'])])
  return {
    ...bill,
    metadata: { ...metadata, component: { ...metadata.component, name: 'toptan' } },
    components,
    dependencies: bill.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(other => refs.has(other)) })),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..')
  const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  console.log(JSON.stringify(shippedBill(JSON.parse(text), shippedPackages(lock, webPackages(root))), null, 2))
}
