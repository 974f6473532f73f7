import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { PagesManifest } from '#contract/builtPages'
import { inRepository } from '../../repository.ts'
import type { Sizes } from './budgets.ts'

const read = (path: string): Promise<Buffer> => readFile(join(inRepository('dist/assets'), path))

const brotliSize = async (content: Buffer): Promise<number> =>
  (
    await promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    })
  ).length

/** A file's compressed size. The build writes a brotli file beside each file. */
const sent = async (path: string): Promise<number> => (await read(`${path}.br`)).length

const bySize = async (locales: readonly string[], size: (locale: string) => Promise<number>) => {
  const sizes = await Promise.all(locales.map(size))
  return { largest: Math.max(...sizes), english: sizes[locales.indexOf('en')]! }
}

/** Texts that an open checkout without optional parts does not have. */
const otherTexts = new Set(['order', 'customer', 'address', 'closed', 'receipt', 'mail'])

/** The texts and styles of an open checkout without optional parts in one language. */
const plainTexts = async (locale: string): Promise<Buffer> => {
  const { card, checkout, style } = JSON.parse((await read(`checkout/${locale}.json`)).toString()) as Record<
    string,
    object
  >
  const plain = Object.fromEntries(Object.entries(checkout!).filter(([name]) => !otherTexts.has(name)))
  return Buffer.from(JSON.stringify({ card, checkout: plain, style }))
}

/** The console: its page with script and styles, and what its largest screen adds. */
const consoleSizes = async ({ console: { shell, script, style, screens } }: PagesManifest): Promise<Sizes> => ({
  'console shell, brotli':
    (await brotliSize(Buffer.from(Object.values(shell).join('')))) + script.brotli + style.brotli,
  'largest screen of the console, brotli': Math.max(...Object.values(screens).map(({ brotli }) => brotli)),
})

/** The sizes of the built widgets in bytes after brotli. */
export const measureWidgets = async (): Promise<Sizes> => {
  const pages = JSON.parse(await readFile(inRepository('dist/pages.json'), 'utf8')) as PagesManifest
  const { embed, card, checkout } = pages
  const frame = await bySize(card.locales, (locale) => sent(`card/${locale}.html`))
  const texts = await bySize(card.locales, (locale) => sent(`texts/${locale}.json`))
  const script = await sent(checkout.script.path)
  // The worker inlines these into the page, so there is no brotli file.
  const loader = await brotliSize(Buffer.from(checkout.loader.code + checkout.earlyLayout.code))
  const page = await bySize(checkout.locales, async (locale) => loader + (await brotliSize(await plainTexts(locale))))
  return {
    'embed.js, brotli': await sent(embed.path),
    'card frame in English, brotli': frame.english,
    'card frame in the largest language, brotli': frame.largest,
    'card texts in the largest language, brotli': texts.largest,
    'checkout script, brotli': script,
    'script of choices, brotli': await sent(checkout.order.path),
    'checkout in English, brotli': script + page.english,
    'checkout in the largest language, brotli': script + page.largest,
    ...(await consoleSizes(pages)),
  }
}
