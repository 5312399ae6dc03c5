import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwind()],
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
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 4 },
            {
              name: 'base',
              test: /web\/(main|parts\/brand|ui\/(alert-strip|icon-button|text-input))\.tsx$/,
              priority: 3,
            },
            { name: 'base', test: /web\/ui\/scroll-memory\.ts$|contract\/settings\.ts$/, priority: 3 },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 2 },
            { name: 'account', test: /web\/account\/login\.tsx$/, priority: 1 },
            { name: 'customer', test: /web\/customer\/(shell|products|background)\.tsx$/, priority: 0 },
          ],
        },
      },
    },
  },
  // What lies beside this folder (the contract, the fonts) is read from its place, also in development.
  server: { fs: { allow: ['..'] }, proxy: { '^/api/': 'http://127.0.0.1:3000' } },
})
