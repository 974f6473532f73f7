import { defineConfig } from 'vitepress'
import { sidebar } from './sidebar.ts'

export default defineConfig({
  title: 'Sluice',
  description: 'An open-source payment gateway that runs on Cloudflare’s edge and embeds with one script tag.',
  lang: 'en',
  cleanUrls: true,
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  themeConfig: { sidebar, search: { provider: 'local' }, outline: [2, 3] },
})
