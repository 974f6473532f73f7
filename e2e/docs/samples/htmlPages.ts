import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { inRepository } from '../../../worker/cli/repository.ts'
import { MerchantSite } from '../../support/merchantSite.ts'
import type { Merchant } from './merchant.ts'

/** The reader of a page, with the gateway and account of the test. */
interface Reader {
  readonly page: Page
  readonly folder: string
  readonly servers: { readonly gateway: string }
  readonly merchant: Merchant
}

/** A page without the parts that every page has, such as a form, is completed as a reader would. */
const complete = (html: string, head = ''): string =>
  /<!doctype html>/i.test(html)
    ? html.replace(/<\/head>|<body|$/i, (found) => head + found)
    : `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head><body>${html}</body></html>`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const contents = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, text]) => text!)

/**
 * The policy of a careful merchant: the page's own scripts and styles by their hashes, and the gateway for its script and frame, as the guides
 * describe. A sample that needs more violates it.
 */
const policyFor = (html: string, gateway: string): string => {
  const scripts = contents(html, /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g).map(hashOf)
  const handlers = contents(html, /\son\w+="([^"]*)"/g).map(hashOf)
  const styles = contents(html, /<style[^>]*>([\s\S]*?)<\/style>/g).map(hashOf)
  const unsafe = handlers.length > 0 ? ["'unsafe-hashes'"] : []
  return [
    `default-src 'self'`,
    `script-src 'self' ${[gateway, ...scripts, ...handlers, ...unsafe].join(' ')}`,
    `style-src 'self' ${styles.join(' ')}`,
    `frame-src ${gateway}`,
  ].join('; ')
}

/** Records exceptions, console errors and violations of the policy. */
const collectErrors = (page: Page): string[] => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => errors.push(`request failed: ${request.url()}`))
  return errors
}

/** Elements whose `ready` event was fired, in the page. */
const recordReady = (): void => {
  const ready = new WeakSet<EventTarget>()
  document.addEventListener('ready', ({ target }) => target && ready.add(target), true)
  Object.assign(window, { isReady: (element: EventTarget) => ready.has(element) })
}

const awaitReady = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('sluice-card, sluice-checkout')].every((element) =>
        (window as unknown as { isReady: (element: EventTarget) => boolean }).isReady(element),
      ),
    undefined,
    { timeout: 15_000 },
  )
}

interface Loading {
  /** Tags for the head of the page. */
  readonly head?: string
  /** Further files of the site. */
  readonly files?: Readonly<Record<string, string>>
  /** Runs in the page once its elements are ready. @returns errors */
  readonly inspect?: (page: Page) => Promise<string[]>
}

/** Loads HTML from the server of a merchant. @returns errors */
const load = async (reader: Reader, html: string, { head, files = {}, inspect }: Loading = {}): Promise<string[]> => {
  const site = new MerchantSite()
  await site.open()
  const page = await reader.page.context().newPage()
  try {
    await page.addInitScript(recordReady)
    const document = complete(html, head)
    for (const [path, text] of Object.entries(files))
      site.serve(text, { path, headers: { 'content-type': path.endsWith('.css') ? 'text/css' : 'text/javascript' } })
    site.serve('', { path: '/favicon.ico' })
    const errors = collectErrors(page)
    await page.goto(site.serve(document, { csp: policyFor(document, reader.servers.gateway) }))
    await awaitReady(page).catch(() => errors.push('an element did not fire its event ready within 15 seconds'))
    return [...errors, ...((await inspect?.(page)) ?? [])]
  } finally {
    await page.close()
    await site.close()
  }
}

/** Loads a page with its files, in which a person may act. @returns errors */
export const loadPage = (
  reader: Reader,
  html: string,
  { files, act = async () => {} }: Pick<Loading, 'files'> & { act?: (page: Page) => Promise<void> },
): Promise<string[]> =>
  load(reader, html, {
    ...(files && { files }),
    inspect: async (page) => {
      await act(page)
      return []
    },
  })

/** The page of samples that belong to one, where their document has none. */
const cardPage = ({ servers, merchant }: Reader): string =>
  `<script type="module" src="${servers.gateway}/embed.js"></script>
<form action="/pay" method="post"><sluice-card publishable-key="${merchant.publishableKey}" name="token" required></sluice-card><button>Pay</button></form>`

const bundle = async (folder: string, file: string): Promise<string> => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    build: { write: false, target: 'es2022', rolldownOptions: { input: join(folder, file) } },
  })
  const [chunk] = [output].flat().flatMap((result) => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The bundle has more than one chunk.')
  return chunk.code
}

/** Bundles a module and runs it in the page before it. @returns errors */
export const runInPage = async (
  reader: Reader,
  html: string | undefined,
  language: string,
  code: string,
): Promise<string[]> => {
  const file = `page-module.${language}`
  await writeFile(join(reader.folder, file), code)
  const files = { '/module.js': await bundle(reader.folder, file) }
  return load(reader, html ?? cardPage(reader), { head: '<script type="module" src="/module.js"></script>', files })
}

interface Manifest {
  readonly modules: readonly { readonly declarations: readonly { readonly cssProperties?: { name: string }[] }[] }[]
}

/** The custom properties of the elements. */
const knownProperties = (): string[] =>
  (JSON.parse(readFileSync(inRepository('dist/package/custom-elements.json'), 'utf8')) as Manifest).modules
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ cssProperties = [] }) => cssProperties.map(({ name }) => name))

/** Rules without a valid declaration or an element, of the style sheet of the page. */
const uselessRules = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { cssRules } = document.styleSheets[document.styleSheets.length - 1]!
    return [...cssRules].flatMap((rule) => {
      if (!(rule instanceof CSSStyleRule)) return []
      const selector = rule.selectorText.replaceAll(/::part\([\w-]+\)|:not\(:defined\)/g, '')
      if (rule.style.length === 0) return [`no valid declaration in ${rule.selectorText}`]
      return document.querySelector(selector) ? [] : [`nothing matches ${rule.selectorText}`]
    })
  })

/** Applies a style sheet to the page before it: each rule must select an element there, and each declaration must be known. @returns errors */
export const checkStyles = async (reader: Reader, html: string | undefined, css: string): Promise<string[]> => {
  const declared = [...css.matchAll(/(--sluice-[\w-]+):/g)].map(([, name]) => name!)
  const known = knownProperties()
  const unknown = declared.filter((name) => !known.includes(name))
  const head = '<link rel="stylesheet" href="/sample.css">'
  return [
    ...unknown.map((name) => `unknown property ${name}`),
    ...(await load(reader, html ?? cardPage(reader), { head, files: { '/sample.css': css }, inspect: uselessRules })),
  ]
}
