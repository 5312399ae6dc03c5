import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwind()],
  build: { outDir: '../dist/web', emptyOutDir: true, assetsInlineLimit: 0 },
  // What lies beside this folder (the contract, the fonts) is read from its place, also in development.
  server: { fs: { allow: ['..'] }, proxy: { '^/api/': 'http://127.0.0.1:3000' } },
})
