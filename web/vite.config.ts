import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Modules shared by signed-in and signed-out screens, beyond the app's entry. */
const BASE =
  /web\/(main\.tsx|command\.ts|shell\/(brand\.tsx|use-settings\.ts)|ui\/((alert-strip|field|form|icon-button|text-input|textarea)\.tsx|scroll-memory\.ts))$|contract\/settings\.ts$/

export default defineConfig({
  plugins: [react(), tailwind(), paintFirst(), withoutSummaries()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // A few larger chunks of modules that are used together, instead of many small requests that compress badly. Each
    // group includes the imports of its members. Lazily loaded modules stay separate.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 6 },
            { name: 'base', test: BASE, priority: 5 },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 4 },
            { name: 'account', test: /web\/account\/login\.tsx$/, priority: 3 },
            { name: 'customer', test: /web\/customer\/(shell|products|background-work)\.tsx$/, priority: 2 },
            { name: 'orders', test: /web\/customer\/(dashboard|orders|order)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  // Allows files outside this folder (the contract, the fonts) in development, too.
  server: { fs: { allow: ['..'] }, proxy: { '^/api/': 'http://127.0.0.1:3000' } },
})

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

/** Leaves out the calls' sentences for the API's documentation, which only the server shows. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: code => ({ code: code.replaceAll(/^ *summary:\s*(['`"]).*?\1,\n/gm, ''), map: null }),
    },
  }
}
