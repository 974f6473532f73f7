import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { writeMachineReadable } from './build/machineReadable.ts'
import { hideCodeFromSearch, textOnly } from './markdown/hideCodeFromSearch.ts'
import { keepFragments } from './markdown/keepFragments.ts'
import { writeNotFoundPage } from './build/notFound.ts'
import { pictures } from './markdown/pictures.ts'
import { repositoryLinks } from './markdown/repositoryLinks.ts'
import { tables } from './markdown/tables.ts'
import { localServer } from './server/localServer.ts'
import { accessibleTheme } from './build/accessibleTheme.ts'
import { anchorOfHeading } from '../../worker/cli/docs/anchors.ts'
import { searchOptions } from './search.ts'
import { scriptsAfterPaint } from './build/scriptsAfterPaint.ts'
import { icon } from './icon.ts'
import { sidebar } from './sidebar.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The gateway of a local run, which `npm run dev` names. Without one, operations cannot be tried. */
const gateway = process.env.DOCS_GATEWAY_URL ?? ''

export default defineConfig({
  title: 'Sluice',
  description: 'An open-source payment gateway that runs on Cloudflare’s edge and embeds with one script tag.',
  lang: 'en',
  // Relative links with file extensions: the site works below any path of any file server.
  base: './',
  cleanUrls: false,
  outDir: '../dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  head: [
    ['link', { rel: 'icon', href: icon }],
    ['meta', { name: 'theme-color', content: '#ffffff', media: '(prefers-color-scheme: light)' }],
    ['meta', { name: 'theme-color', content: '#0f1116', media: '(prefers-color-scheme: dark)' }],
  ],
  // worker/cli/docs/links.test.ts checks every link and anchor, also those of the repository’s other documents.
  ignoreDeadLinks: true,
  // A page needs its own files first. Others are loaded when a link to them comes into view.
  shouldPreload: (link) => !link.includes('VPLocalSearchBox'),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // As repository viewers make them: see worker/cli/docs/anchors.ts.
    anchor: { slugify: anchorOfHeading },
    config: (markdown) => {
      pictures(markdown)
      repositoryLinks(markdown)
      keepFragments(markdown)
      tables(markdown)
      hideCodeFromSearch(markdown)
    },
  },
  transformHtml: scriptsAfterPaint,
  buildEnd: async (site) => {
    await writeNotFoundPage(site.outDir, site.site.title)
    await writeMachineReadable(site)
  },
  vite: {
    define: { LOCAL_GATEWAY: JSON.stringify(gateway) },
    plugins: [accessibleTheme(), localServer(gateway)],
    // Files instead of data URLs, so that one picture is loaded for a page, not both of a pair.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 4000 },
    server: { strictPort: true },
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/start', activeMatch: '^/(start|guides/)' },
      { text: 'Concepts', link: '/concepts/life-of-a-payment', activeMatch: '^/concepts/' },
      { text: 'Reference', link: '/reference/api/', activeMatch: '^/reference/' },
      { text: 'Operations', link: '/operations/deploy', activeMatch: '^/operations/' },
      { text: `v${version}`, link: '/operations/upgrade', activeMatch: '^$' },
    ],
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    docFooter: { prev: 'Previous', next: 'Next' },
    notFound: {
      title: 'Page not found',
      quote: 'The address may be old or mistyped. Press / to search the documentation.',
      linkText: 'Go to the start page',
      linkLabel: 'Go to the start page',
    },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        disableQueryPersistence: true,
        // Only text is found: code would double the index and the time of a build, and hide what a page explains.
        _render: (source, env, markdown) => markdown.renderAsync(source, Object.assign(env, textOnly)),
        miniSearch: { searchOptions },
        translations: { button: { buttonText: 'Search', buttonAriaLabel: 'Search the documentation' } },
      },
    },
  },
})
