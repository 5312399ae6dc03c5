import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What screens inside and outside share, beyond what the app begins with. */
const BASE =
  /web\/(main\.tsx|parts\/brand\.tsx|ui\/((alert-strip|field|form|icon-button|text-input|textarea)\.tsx|scroll-memory\.ts))$|contract\/settings\.ts$/

export default defineConfig({
  plugins: [react(), tailwind(), paintFirst()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Few files that go together instead of many small ones, which are many requests and compress badly: each group
    // takes in what its members import. What is fetched later stays apart.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 6 },
            { name: 'base', test: BASE, priority: 5 },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 4 },
            { name: 'account', test: /web\/account\/login\.tsx$/, priority: 3 },
            { name: 'customer', test: /web\/customer\/(shell|products|background)\.tsx$/, priority: 2 },
            { name: 'orders', test: /web\/customer\/(dashboard|orders|order)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  // What lies beside this folder (the contract, the fonts) is read from its place, also in development.
  server: { fs: { allow: ['..'] }, proxy: { '^/api/': 'http://127.0.0.1:3000' } },
})

/** The page's first paint waits for its styles alone; the code, which comes along, leaves them the line. */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    transformIndexHtml: {
      order: 'post',
      handler: html => html.replace(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"'),
    },
  }
}
