import { expect, test } from 'vitest'
import { forbiddenLicences } from './licences.ts'
import { shippedBill } from './sbom.ts'
import { packagesIn, shippedPackages } from './shipped-packages.ts'

const LOCK = {
  packages: {
    '': { dependencies: { server: '1' } },
    'node_modules/server': {
      version: '1.0.0',
      license: 'MIT',
      dependencies: { inner: '2' },
      optionalDependencies: { gone: '1' },
    },
    'node_modules/server/node_modules/inner': { version: '2.0.0', license: 'ISC', dependencies: { shared: '1' } },
    'node_modules/inner': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/shared': { version: '1.0.0' },
    'node_modules/@ui/kit': { version: '3.0.0', license: 'MIT', dependencies: { inner: '1' } },
    'node_modules/tool': { version: '9.0.0', license: 'AGPL-3.0-only' },
  },
}

test('the packages of the product are those of the server and the web app, in the versions that these load', () => {
  expect(shippedPackages(LOCK, []).map(({ name, version }) => `${name} ${version}`)).toEqual([
    'inner 2.0.0',
    'server 1.0.0',
    'shared 1.0.0',
  ])
  expect(shippedPackages(LOCK, ['@ui/kit']).map(({ name, version }) => `${name} ${version}`)).toEqual([
    '@ui/kit 3.0.0',
    'inner 1.0.0',
    'inner 2.0.0',
    'server 1.0.0',
    'shared 1.0.0',
  ])
})

test('a missing or forbidden licence is reported; packages of the tools may have any', () => {
  expect(forbiddenLicences(shippedPackages(LOCK, ['@ui/kit']))).toEqual([
    'inner@1.0.0: the licence GPL-3.0-only is not allowed',
    'shared@1.0.0: the licence unknown is not allowed',
  ])
  const lgpl = { version: '1.0.0', license: 'LGPL-3.0-or-later' }
  expect(forbiddenLicences([{ name: '@img/sharp-libvips-linux-x64', ...lgpl }])).toEqual([])
  expect(forbiddenLicences([{ name: 'libvips', ...lgpl }])).toHaveLength(1)
})

test('the packages that a module imports are found', () => {
  const code = [
    "import { useState } from 'react'",
    "import type { Plugin } from 'vite'",
    "import '@ui/kit/styles.css'",
    '@import "tailwindcss";',
    "import { call } from '#contract/call.ts'",
    "const { read } = await import('zxing-wasm/reader')",
    "export * from './own.ts'",
  ].join('\n')
  expect(packagesIn(code)).toEqual(['react', '@ui/kit', 'tailwindcss', 'zxing-wasm'])
})

test('the bill of materials contains only the packages of the product, and no paths', () => {
  const component = (name: string, version: string) => {
    const path = { name: 'cdx:npm:package:path', value: `node_modules/${name}` }
    return { 'bom-ref': `${name}@${version}`, name, version, properties: [path] }
  }
  const bill = shippedBill(
    {
      metadata: { component: { 'bom-ref': 'toptan@1.0.0', name: 'some-folder' } },
      components: [component('server', '1.0.0'), component('tool', '9.0.0')],
      dependencies: [
        { ref: 'toptan@1.0.0', dependsOn: ['server@1.0.0', 'tool@9.0.0'] },
        { ref: 'tool@9.0.0', dependsOn: [] },
      ],
    },
    shippedPackages(LOCK, []),
  )
  expect(bill).toEqual({
    metadata: { component: { 'bom-ref': 'toptan@1.0.0', name: 'toptan' } },
    components: [{ 'bom-ref': 'server@1.0.0', name: 'server', version: '1.0.0', scope: 'required' }],
    dependencies: [{ ref: 'toptan@1.0.0', dependsOn: ['server@1.0.0'] }],
  })
})
