import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { parseSync } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PagesManifest } from '#contract/builtPages'
import { printPage } from '../worker/pages/console/printPage.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const read = (path: string) => readFileSync(dist + path)
const text = (path: string) => read(path).toString('utf8')

let pages: PagesManifest
let frames: { locale: string; html: string; script: string; style: string }[]

beforeAll(() => {
  if (!existsSync(`${dist}pages.json`))
    throw new Error('There is no dist/pages.json. Run `npm run build`, then this again.')
  pages = JSON.parse(text('pages.json')) as PagesManifest
  frames = pages.card.locales.map((locale) => {
    const html = text(`assets/card/${locale}.html`)
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
    const [, script = ''] = /<script type="module">(.*?)<\/script>/s.exec(html) ?? []
    return { locale, html, script, style }
  })
})

/** The scripts of the console. */
const scripts = () => readdirSync(`${dist}assets/console-assets`).filter((name) => name.endsWith('.js'))

/** The integrity of a file in dist/assets. */
const sha384 = (path: string) =>
  `sha384-${createHash('sha384')
    .update(read(`assets${path}`))
    .digest('base64')}`
const sha256 = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`

/** What is wrong with a module: errors of syntax, and decorators, which the parser reads but no browser does. */
const syntax = (code: string): string[] => {
  const { errors, program } = parseSync('bundle.js', code, { lang: 'js', sourceType: 'module' })
  const decorated = JSON.stringify(program).includes('"type":"Decorator"')
  return [...errors.map(({ message }) => message), ...(decorated ? ['a raw decorator'] : [])]
}

it('a decorator in shipped code is detected', () => {
  expect(syntax('@element class A {}')).toEqual(['a raw decorator'])
  expect(syntax('class {')).not.toEqual([])
})

describe('embed script', () => {
  it('the embed script is plain JavaScript', () => {
    expect(syntax(text(`assets${pages.embed.path}`))).toEqual([])
  })

  it('the embed script has no imports and no code of the frame', () => {
    const code = text(`assets${pages.embed.path}`)
    expect(code).not.toMatch(/\bimport\s*[({"'`*]/)
    expect(code).not.toMatch(/lit-html|cc-number|accountNumber/)
  })

  it('the embed script has the hash of the manifest', () => {
    const digest = createHash('sha384')
      .update(read(`assets${pages.embed.path}`))
      .digest('base64')
    expect(pages.embed.integrity).toBe(`sha384-${digest}`)
  })
})

describe('card frame', () => {
  it('the card frame is one file', () => {
    for (const { locale, html } of frames)
      expect(html.replaceAll(/<script type="application\/json".*?<\/script>/gs, ''), locale).not.toMatch(
        /\s(?:src|href)=["']/,
      )
  })

  it('the card frame is plain JavaScript', () => {
    expect(syntax(frames[0]!.script)).toEqual([])
  })

  it('the card frame has one script and one style element with the hashes of the manifest', () => {
    for (const { script, style, html } of frames) {
      expect(sha256(script)).toBe(pages.card.scriptHash)
      expect(sha256(style)).toBe(pages.card.styleHash)
      expect(html.match(/<script/g)).toHaveLength(2)
      expect(html.match(/<style/g)).toHaveLength(1)
      expect(html).not.toMatch(/\sstyle=/)
    }
  })

  it('the card frame contains the texts and the tag of its locale', () => {
    for (const { locale, html } of frames) {
      const direction = ['ar', 'fa', 'he', 'ur'].includes(locale) ? 'rtl' : 'ltr'
      expect(html).toContain(`<html lang="${locale}" dir="${direction}">`)
      expect(html.includes('Card number')).toBe(locale === 'en')
    }
  })
})

describe('card texts', () => {
  it('card texts equal those of the frame', () => {
    for (const { locale, html } of frames) {
      const [, carried = ''] = /<script type="application\/json" id="texts">(.*?)<\/script>/s.exec(html) ?? []
      expect(JSON.parse(text(`assets/texts/${locale}.json`)), locale).toEqual(JSON.parse(carried))
    }
  })

  it('files of removed locales are deleted', () => {
    for (const [folder, kind] of [
      ['card', 'html'],
      ['texts', 'json'],
    ] as const) {
      const files = pages.card.locales.flatMap((locale) => [`${locale}.${kind}`, `${locale}.${kind}.br`])
      expect(readdirSync(`${dist}assets/${folder}`).sort()).toEqual(files.sort())
    }
  })
})

describe('checkout page', () => {
  it.each(['script', 'repaint'] as const)(
    'has a %s of plain JavaScript, named by its hash and listed with it',
    (name) => {
      const { path, integrity, bytes, brotli: compressed } = pages.checkout[name]
      expect(syntax(text(`assets${path}`))).toEqual([])
      expect(path).toMatch(/^\/checkout-assets\/[0-9a-f]{16}\.js$/)
      expect(integrity).toBe(
        `sha384-${createHash('sha384')
          .update(read(`assets${path}`))
          .digest('base64')}`,
      )
      expect(JSON.parse(text('assets/sri.json'))).toHaveProperty([path], integrity)
      expect([bytes, compressed]).toEqual([read(`assets${path}`).length, read(`assets${path}.br`).length])
    },
  )

  it('the inline loader is plain JavaScript without static imports, below 800 bytes', () => {
    const { code, integrity } = pages.checkout.loader
    expect(syntax(code)).toEqual([])
    expect(code).not.toMatch(/\b(?:import|export)\s*[\w{*"'`]|<\/script|<!--/)
    expect(Buffer.byteLength(code)).toBeLessThan(800)
    expect(integrity).toBe(`sha384-${createHash('sha384').update(code).digest('base64')}`)
  })

  it('the checkout has a file with texts and style sheet for every locale of the card form', () => {
    const { locales } = pages.checkout
    expect(locales).toEqual(pages.card.locales)
    expect(readdirSync(`${dist}assets/checkout`).sort()).toEqual(locales.map((locale) => `${locale}.json`).sort())
    const styles = locales.map((locale) => {
      const { card, checkout, style } = JSON.parse(text(`assets/checkout/${locale}.json`)) as Record<string, unknown>
      expect(card, locale).toEqual(JSON.parse(text(`assets/texts/${locale}.json`)))
      expect(checkout, locale).toHaveProperty('invoice.total')
      return style as string
    })
    expect(new Set(styles).size).toBe(1)
    // It stands in an element of the page.
    expect(styles[0]).toMatch(/\.invoice/)
    expect(styles[0]).not.toContain('</')
  })
})

describe('console', () => {
  it('the console has a script and a chunk for each screen of plain JavaScript, named by their hashes', () => {
    const rooms = readdirSync(new URL('console/screens', import.meta.url), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    // Parts that a screen loads later have its name before theirs.
    const names = new Set(Object.keys(pages.console.screens).map((name) => name.split('/')[0]))
    expect([...names].sort()).toEqual([...rooms.map(({ name }) => name), 'joining'].sort())
    expect(scripts().length).toBeGreaterThan(3)
    for (const name of scripts()) {
      expect(name).toMatch(/^[\w-]{16}\.js$/)
      expect(syntax(text(`assets/console-assets/${name}`)), name).toEqual([])
    }
  })

  it('the templates of the console have no indentation, for which the browser would create text nodes', () => {
    for (const name of scripts())
      expect(text(`assets/console-assets/${name}`), name).not.toMatch(/[>`]\s*\n\s*<|>\s*\n\s*`/)
  })

  it.each(['/test/payments', '/invitation'])(
    'the page of %s refers to each file by its hash, and runs no other inline script',
    (path) => {
      const { script, style, scriptHashes } = pages.console
      const page = printPage(pages.console, path)
      for (const file of [script, style]) {
        expect(sha384(file.path)).toBe(file.integrity)
        expect(page).toContain(`"${file.path}" integrity="${file.integrity}"`)
      }
      const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(page) ?? []
      const { integrity } = JSON.parse(map) as { integrity: Record<string, string> }
      expect(Object.keys(integrity).concat(script.path).sort()).toEqual(
        scripts()
          .map((name) => `/console-assets/${name}`)
          .sort(),
      )
      for (const [file, hash] of Object.entries(integrity)) expect(sha384(file)).toBe(hash)
      const inline = [...page.matchAll(/<script(?: type="importmap")?>(.*?)<\/script>/g)].map(([, code]) =>
        sha256(code!),
      )
      expect(scriptHashes).toEqual(expect.arrayContaining(inline))
      expect(page.match(/<script/g)).toHaveLength(inline.length + 1)
      expect(page).not.toMatch(/\s(?:style|on\w+)=/)
    },
  )

  it('the page of a screen asks for the session, its first reads and its scripts itself, and has its title', () => {
    const { script, screenPages } = pages.console
    const ofPayments = printPage(pages.console, '/test/payments')
    const { scripts } = screenPages.find(({ pattern }) => new RegExp(pattern).test('/payments'))!
    expect(scripts.length).toBeGreaterThan(1)
    const preloads = ofPayments.matchAll(/rel="modulepreload" fetchpriority="low" href="([^"]+)" integrity="([^"]+)"/g)
    expect([...preloads].map(([, path, integrity]) => ({ path, integrity }))).toEqual(scripts)
    const needed = scripts.map(({ path }) => path)
    expect(needed).not.toContain(script.path)
    // Every script that the screen imports is among them.
    for (const path of needed)
      for (const [, imported] of text(`assets${path}`).matchAll(/from"\.\/([\w-]+\.js)"/g))
        expect([...needed, script.path]).toContain(`/console-assets/${imported}`)
    expect(ofPayments).toContain('<meta name="first-reads" content="/v1/transactions?pageSize=50">')
    expect(ofPayments).toContain(`<script>${pages.console.shell.firstRequests}</script>`)
    expect(ofPayments).toContain('<h1>Payments</h1>')
    const ofInvitation = printPage(pages.console, '/invitation')
    expect(ofInvitation).not.toMatch(/modulepreload|fetch\(|first-reads|<h1>/)
    const ofCheckout = printPage(pages.console, '/test/checkouts/a1B2')
    expect(ofCheckout).toContain('"/v1/dynamiccheckout/a1B2 /v1/transactions?reference=a1B2&amp;limit=20"')
  })
})

it('every brotli file decompresses to its plain file', () => {
  const ofLocales = pages.card.locales.flatMap((locale) => [`/card/${locale}.html`, `/texts/${locale}.json`])
  for (const path of [
    pages.embed.path,
    pages.checkout.script.path,
    pages.checkout.address.path,
    pages.checkout.consents.path,
    pages.checkout.customer.path,
    pages.checkout.repaint.path,
    pages.console.script.path,
    pages.console.style.path,
    ...ofLocales,
  ]) {
    expect(brotliDecompressSync(read(`assets${path}.br`)).equals(read(`assets${path}`)), path).toBe(true)
  }
})
