import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { OLDEST_BROWSERS } from './browsers.ts'
import { contractForBrowsers } from './vite-contract.ts'
import { pathIcons } from './vite-icons.ts'
import { shortImports } from './vite-imports.ts'
import { smallerLibraries } from './vite-libraries.ts'

/** Modules shared by logged-in and logged-out screens, beyond the app's entry. */
const BASE =
  /web\/(main\.tsx|action\.ts|shell\/(brand\.tsx|use-settings\.ts)|ui\/((alert-strip|icon-button)\.tsx|(input|scroll-memory)\.ts))$|contract\/(fields|settings)\.ts$/

/** Modules loaded after the first screen of every visit. */
const BACKGROUND = /web\/pwa\/(persisted-queries|app-update|outbox-in-use)\.ts$/
/** The customer's layout and catalogue, and the modules loaded after them. */
const CUSTOMER =
  /web\/(customer\/(shell|products|background-work)\.tsx|notifications\/live-updates\.ts|catalogue\/offline-catalogue\.ts)$/

/** Modules that several of the groups below use, few of them together. */
const SHARED = [
  {
    name: 'schemas',
    test: /node_modules\/zod\/|contract\/(auth|call|fields|money|secret|turkish)\.ts\?checked$/,
  },
  // The panels use these contract files without the account screens.
  { name: 'log-in', test: /contract\/(auth|staff-login)\.ts$/ },
  { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  // Not in the base, as the catalogue has no form.
  { name: 'form-parts', test: /web\/(command\.ts|ui\/(field|form|text-input|textarea)\.tsx)$/ },
  { name: 'eye-icons', test: /icons\/eye(-off)?\.mjs$/ },
  {
    name: 'panel-icons',
    test: /icons\/(clipboard-list|message-square-quote|user-round|user-round-x|users)\.mjs$/,
  },
  { name: 'account', test: /web\/account\/login\.tsx$/ },
  { name: 'orders', test: /web\/customer\/(dashboard|orders|order)\.tsx$/ },
  { name: 'ordering', test: /web\/marketer\/(open-cart|ordering-panel)\.ts$/ },
  { name: 'fields', test: /web\/ui\/(checkbox\.tsx|date-input\.tsx|accepts-press\.ts|sheet-address\.ts)$/ },
  { name: 'delivery', test: /contract\/delivery\.ts$/ },
  {
    name: 'primitives',
    test: /@radix-ui\/(primitive|react-(collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|use-.*))\//,
  },
]

/** Modules used by every screen of a panel or every screen with an outbox, and modules too small for their own file. */
const AREAS = [
  {
    name: 'panels',
    test: /web\/(shell\/panel-(links|tabs)|ui\/(figures|active-badge))\.tsx$|contract\/(reports|staff-orders)\.ts$/,
  },
  { name: 'marketer', test: /web\/marketer\/(shell|panel|dashboard-tab|customer-strip)\.tsx$/ },
  {
    name: 'desk',
    test: /web\/(admin\/(shell|panel)|files\/download-button|lists\/list-summary|ui\/(data-table|figure-line|list-filters))\.tsx$/,
  },
  { name: 'outbox', test: /web\/(orders\/waiting-orders\.tsx|pwa\/(outbox|waiting-changes)\.ts)$/ },
  {
    name: 'overlays',
    test: /@radix-ui\/react-(dismissable-layer|focus-scope|portal)\/|react-remove-scroll|aria-hidden/,
  },
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons/, minShareCount: 2 },
]

/** Modules that some screens use together. */
const PARTS = [
  { name: 'dialogs', test: /web\/ui\/(dialog|form-dialog|confirm-dialog-content|leave-unsaved)\.tsx$/ },
  { name: 'menus', test: /web\/ui\/(bulk-bar|menu|row-actions)\.tsx$/ },
  {
    name: 'cart',
    test: /web\/(cart\/(cart-check|cart-foot|current-products|whole-cart-toast)|orders\/(put-into-cart|order-again|rebased-line)|order-lists\/quick-entry)\.tsx?$/,
  },
  {
    name: 'cart-lines',
    test: /web\/(cart\/(cart-delivery|fill-report-strip|synced-carts)|delivery\/(any-day|day-select|late-goods|override-question)|orders\/(change-title|outbox-notifications)|ui\/guarded-button)\.tsx?$/,
  },
  {
    name: 'goods',
    test: /contract\/(inventory|lot-labels|lots|product-fields|products|remaining-days|stock)\.ts(\?checked)?$|web\/(admin\/products\/(field-text|product-cache)|ui\/signed-text)\.ts$/,
  },
  { name: 'scanning', test: /web\/admin\/(scanning\/scanner\.ts|stock\/stock-card\.tsx)$/ },
]

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    windowHeights(),
    layersInBlocks(),
    paintFirst(),
    contractForBrowsers(),
    pathIcons(),
    smallerLibraries(),
    shortImports(),
  ],
  build: {
    outDir: '../dist/web',
    target: OLDEST_BROWSERS,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Browsers that cannot preload need no polyfill.
    modulePreload: { polyfill: false },
    // A few larger chunks of modules that are used together, instead of many small requests that compress badly. Each
    // group includes the imports of its members that no group of a higher priority has. Lazily loaded modules stay
    // separate.
    rolldownOptions: {
      // An unused contract module is omitted, even if it computes values when loaded.
      treeshake: { moduleSideEffects: [{ test: /\/contract\//, sideEffects: false }] },
      // Fields are assigned: no class here inherits a setter of a field's name.
      transform: { assumptions: { setPublicClassFields: true } },
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 7 },
            { name: 'base', test: BASE, priority: 6 },
            { name: 'background', test: BACKGROUND, priority: 5 },
            // The catalogue's calls import it, but the catalogue uses nothing from it.
            { name: 'order-status', test: /contract\/order-status\.ts$/, priority: 5 },
            { name: 'customer', test: CUSTOMER, priority: 4 },
            ...SHARED.map(group => ({ ...group, priority: 3 })),
            ...AREAS.map(group => ({ ...group, priority: 2 })),
            ...PARTS.map(group => ({ ...group, priority: 1 })),
          ],
        },
      },
    },
  },
  // Also allows files outside this folder (the contract, the fonts) in development.
  server: { fs: { allow: ['..'] }, proxy: { '^/api/': 'http://127.0.0.1:3000' } },
})

/**
 * Puts a fallback in `vh` before each `dvh`, which Chrome supports since version 108. Runs after Tailwind, which would
 * remove the fallback.
 */
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
    // Runs after the styles are compressed, which turns an empty block into a statement.
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
