import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { OLDEST_BROWSERS } from './browsers.ts'
import { contractForBrowsers } from './vite-contract.ts'
import { smallerLibraries } from './vite-libraries.ts'

/** Modules shared by signed-in and signed-out screens, beyond the app's entry. */
const BASE =
  /web\/(main\.tsx|command\.ts|shell\/(brand\.tsx|use-settings\.ts)|ui\/((alert-strip|field|form|icon-button|text-input|textarea)\.tsx|scroll-memory\.ts))$|contract\/(fields|settings)\.ts$/

/** What is loaded after the first screen of every visit. */
const BACKGROUND = /web\/pwa\/(persisted-queries|app-update|outbox-in-use)\.ts$/
/** The customer's layout and catalogue, and what is loaded after them. */
const CUSTOMER =
  /web\/(customer\/(shell|products|background-work)\.tsx|notifications\/live-updates\.ts|catalogue\/offline-catalogue\.ts)$/

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    windowHeights(),
    layersInBlocks(),
    paintFirst(),
    contractForBrowsers(),
    smallerLibraries(),
  ],
  build: {
    outDir: '../dist/web',
    target: OLDEST_BROWSERS,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Only the page's own scripts are preloaded (`vite-libraries.ts`); browsers that cannot preload need no polyfill.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_url, deps, { hostType }) => (hostType === 'js' ? [] : deps),
    },
    // A few larger chunks of modules that are used together, instead of many small requests that compress badly. Each
    // group includes the imports of its members. Lazily loaded modules stay separate.
    rolldownOptions: {
      // Fields are assigned: no class here inherits a setter of a field's name.
      transform: { assumptions: { setPublicClassFields: true } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 7 },
            { name: 'base', test: BASE, priority: 6 },
            { name: 'background', test: BACKGROUND, priority: 5 },
            { name: 'customer', test: CUSTOMER, priority: 4 },
            {
              name: 'schemas',
              test: /node_modules\/zod\/|contract\/(auth|call|fields|money|secret|turkish)\.ts\?checked$/,
              priority: 3,
            },
            // A chunk of its own: the panels use it without the account screens.
            { name: 'log-in', test: /contract\/auth\.ts$/, priority: 3 },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 2 },
            { name: 'account', test: /web\/account\/login\.tsx$/, priority: 1 },
            // Chunks of a few hundred bytes each, which several panels use.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\/(users|user-round|user-round-x|clipboard-list|message-square-quote)\.mjs$/,
              priority: 0,
            },
            {
              name: 'desk-icons',
              test: /lucide-react\/dist\/esm\/icons\/(volume-2|volume-x|sliders-horizontal)\.mjs$/,
              priority: 0,
            },
            { name: 'ordering', test: /web\/marketer\/(open-cart|ordering-panel)\.ts$/, priority: 0 },
            { name: 'fields', test: /web\/ui\/(checkbox|date-input)\.tsx$/, priority: 0 },
            { name: 'orders', test: /web\/customer\/(dashboard|orders|order)\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
  // Allows files outside this folder (the contract, the fonts) in development, too.
  server: { fs: { allow: ['..'] }, proxy: { '^/api/': 'http://127.0.0.1:3000' } },
})

/** Puts `vh` before each `dvh`, which Chrome has since version 108, after Tailwind, which would remove it. */
function windowHeights(): Plugin {
  return {
    name: 'window-heights',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: code => ({
        code: code.replaceAll(
          /([\w-]+):([^:;{}]*\ddvh\b[^;{}]*)/g,
          (declaration, property, value) => `${property}:${value.replaceAll('dvh', 'vh')};${declaration}`,
        ),
        map: null,
      }),
    },
  }
}

/** Names layers in empty blocks: Chromium 102 and 103 hang on `@layer name;` in a stylesheet that they have cached. */
function layersInBlocks(): Plugin {
  return {
    name: 'layers-in-blocks',
    // After the styles are compressed, which turns an empty block into a statement.
    generateBundle: {
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = String(file.source).replaceAll(/@layer ([\w ,-]+);/g, (__, names: string) =>
              names.replaceAll(/([\w-]+)(\s*,\s*)?/g, '@layer $1{}'),
            )
      },
    },
  }
}

/** Gives scripts a low fetch priority: the first paint waits for the styles only. */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    transformIndexHtml: {
      order: 'post',
      handler: html => html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
    },
  }
}
