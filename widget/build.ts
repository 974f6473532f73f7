import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import type { EnvironmentOptions, ViteBuilder } from 'vite'
import { readAddressRules } from './addressRules.ts'
import { consoleBundle, writeConsole } from './buildConsole.ts'
import { hash, keepOnly, minifyCss, scriptName, version, write, writeScript, type FileSizes } from './buildFiles.ts'
import { cardStyles } from './card-frame/card.styles.ts'
import { checkoutStyles } from './checkout/checkout.styles.ts'
import { orderStyles } from './checkout/order/order.styles.ts'
import { outcomeStyles } from './checkout/page/page.styles.ts'
import type { PagesManifest } from '#contract/builtPages'
import { cardLocales, checkoutLocales, englishLegalTexts, legalTranslations } from './locales/locales.ts'
import type { Texts } from './locales/cardTexts.ts'
import { listPaymentPages } from './paymentPages.ts'
import { withoutShadowStyles } from './withoutShadowStyles.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** A bundle of one file: the merchant's page and the frame share no chunk. A script that is not a module needs a scope of its own: `iife`. */
const bundle = (input: string, format: 'es' | 'iife' = 'es'): EnvironmentOptions => ({
  consumer: 'client',
  build: {
    write: false,
    target: 'es2022',
    minify: true,
    modulePreload: false,
    rolldownOptions: {
      input: join(repository, input),
      output: { format, codeSplitting: false },
      plugins: [withoutShadowStyles],
      // Other scripts may import the exports.
      preserveEntrySignatures: 'exports-only',
    },
  },
})

/** The bundles, as Vite environments. */
export const bundles = {
  embed: bundle('widget/embed/index.ts'),
  card: bundle('widget/card-frame/main.ts'),
  checkout: bundle('widget/checkout/main.ts'),
  address: bundle('widget/checkout/form/address.ts'),
  order: bundle('widget/checkout/order/order.ts'),
  networks: bundle('widget/checkout/form/networks.ts'),
  consents: bundle('widget/checkout/form/consentBoxes.ts'),
  customer: bundle('widget/checkout/form/customer.ts'),
  repaint: bundle('widget/checkout/page/repaint.ts'),
  loader: bundle('widget/checkout/page/loader.ts', 'iife'),
  logo: bundle('widget/checkout/page/logo.ts', 'iife'),
  earlyLayout: bundle('widget/checkout/page/earlyLayout.ts', 'iife'),
  console: consoleBundle,
  firstRequests: bundle('widget/console/firstRequests.ts', 'iife'),
} satisfies Record<string, EnvironmentOptions>

/** Builds a bundle and returns its code. */
const code = async (builder: ViteBuilder, name: keyof typeof bundles): Promise<string> => {
  const environment = builder.environments[name]
  if (!environment) throw new Error(`no environment ${name}`)
  const built = await builder.build(environment)
  const chunks = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const [chunk, ...more] = chunks
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${name} must be one file, and is ${chunks.length}`)
  return chunk.code.trim()
}

/** Removes line ends and indentation from templates in minified code. */
const minifyTemplates = (script: string): string => script.replace(/>\s*\n\s*</g, '><').replace(/\s*\n\s*/g, ' ')

/** A module that does nothing if a copy has started, since the loader may load it twice. It has no imports or exports. */
const runOnce = (script: string): string => `if(!("started"in document.body.dataset)){${script}}`

/** JSON for a script element. `<` is escaped, so the JSON cannot close the element. */
const embeddable = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const cardPage = (locale: string, texts: Texts, style: string, script: string): string =>
  `<!doctype html><html lang="${locale}" dir="${texts.direction}"><meta charset="utf-8">` +
  // The page sets the viewport of a frame; the robots rule is in the response headers.
  `<meta name="color-scheme" content="light dark"><title>${texts.frameTitle}</title><style>${style}</style>` +
  `<body><script type="application/json" id="texts">${embeddable(texts)}</script><script type="module">${script}</script>`

/** Writes one file per locale; returns the sizes of the largest. */
const writeLocales = async (folder: string, files: Map<string, string>, quality: number): Promise<FileSizes> => {
  await keepOnly(folder, [...files.keys()])
  const sizes = await Promise.all([...files].map(([name, text]) => write(join(folder, name), text, quality)))
  return {
    bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    brotli: Math.max(...sizes.map(({ brotli }) => brotli)),
  }
}

/** Removes from a folder the scripts of earlier builds. */
const keepScripts = (folder: string, scripts: readonly string[]): Promise<void> =>
  keepOnly(folder, scripts.map(scriptName))

/** Writes one file of address rules per country; returns their version. */
const writeAddressRules = async (folder: string, quality: number): Promise<string> => {
  const rules = [...(await readAddressRules())].map(
    ([country, rules]) => [`${country}.json`, JSON.stringify(rules)] as const,
  )
  await keepOnly(
    folder,
    rules.map(([name]) => name),
  )
  await Promise.all(rules.map(([name, text]) => write(join(folder, name), text, quality)))
  return version(JSON.stringify(rules))
}

/** Writes one file per locale for the worker's rendering of checkout pages; returns the locales. */
const writeCheckout = async (
  folder: string,
  styles: { readonly style: string; readonly orderStyle: string; readonly outcomeStyle: string },
): Promise<string[]> => {
  const locales = Object.keys(checkoutLocales).filter((locale) => cardLocales[locale])
  const files = locales.map((locale) => ({
    name: `${locale}.json`,
    text: JSON.stringify({ card: cardLocales[locale], checkout: checkoutLocales[locale], ...styles }),
  }))
  await keepOnly(
    folder,
    files.map(({ name }) => name),
  )
  await Promise.all(files.map(({ name, text }) => writeFile(join(folder, name), text)))
  return locales
}

/** Writes one file of legal texts per locale, for the pages that show them; translations have the English texts beside them. */
const writeLegalTexts = async (folder: string): Promise<void> => {
  const translations = Object.entries(legalTranslations).map(
    ([locale, texts]) => [`${locale}.json`, { ...texts, english: englishLegalTexts }] as const,
  )
  const files = [['en.json', englishLegalTexts] as const, ...translations]
  await keepOnly(
    folder,
    files.map(([name]) => name),
  )
  await Promise.all(files.map(([name, texts]) => writeFile(join(folder, name), JSON.stringify(texts))))
}

/**
 * Builds dist/: the merchant's script, the card frame in every locale, the files of the checkout page, pages.json about them, and the
 * manifest of payment page scripts.
 *
 * @param quality of the compression: the best takes four seconds, so tests of plain files use a lower one
 */
export const writePages = async (builder: ViteBuilder, quality = constants.BROTLI_MAX_QUALITY): Promise<void> => {
  const dist = resolve(builder.config.root, builder.config.build.outDir)
  const assets = join(dist, 'assets')
  const [
    embed,
    script,
    checkout,
    address,
    networks,
    consents,
    customer,
    order,
    repaint,
    loader,
    logo,
    earlyLayout,
    firstRequests,
  ] = await Promise.all([
    code(builder, 'embed'),
    code(builder, 'card').then(minifyTemplates),
    code(builder, 'checkout').then(minifyTemplates).then(runOnce),
    code(builder, 'address').then(minifyTemplates),
    code(builder, 'networks').then(minifyTemplates),
    code(builder, 'consents').then(minifyTemplates),
    code(builder, 'customer').then(minifyTemplates),
    code(builder, 'order'),
    code(builder, 'repaint'),
    code(builder, 'loader'),
    code(builder, 'logo'),
    code(builder, 'earlyLayout'),
    code(builder, 'firstRequests'),
  ])
  // A script element ends at the first end tag, even in a string.
  if (/<\/script|<!--/i.test(script + loader + logo + earlyLayout + firstRequests))
    throw new Error('a script cannot be inlined in a script element')
  const style = minifyCss(cardStyles)

  await keepScripts(join(assets, 'embed'), [embed])
  await keepScripts(join(assets, 'checkout-assets'), [checkout, address, networks, consents, customer, order, repaint])
  const scripts = {
    embed: await writeScript(assets, 'embed', embed, quality),
    checkout: await writeScript(assets, 'checkout-assets', checkout, quality),
    address: await writeScript(assets, 'checkout-assets', address, quality),
    order: await writeScript(assets, 'checkout-assets', order, quality),
    networks: await writeScript(assets, 'checkout-assets', networks, quality),
    consents: await writeScript(assets, 'checkout-assets', consents, quality),
    customer: await writeScript(assets, 'checkout-assets', customer, quality),
    repaint: await writeScript(assets, 'checkout-assets', repaint, quality),
  }
  const integrities = Object.values(scripts).map(({ path, integrity }) => [path, integrity] as const)
  await writeFile(join(assets, 'sri.json'), `${JSON.stringify(Object.fromEntries(integrities))}\n`)
  const locales = Object.entries(cardLocales)
  const pages = new Map(
    locales.map(([locale, texts]) => [`${locale}.html`, cardPage(locale, texts, style, script)] as const),
  )
  const texts = new Map(locales.map(([locale, texts]) => [`${locale}.json`, JSON.stringify(texts)] as const))
  const [cardSizes] = await Promise.all([
    writeLocales(join(assets, 'card'), pages, quality),
    writeLocales(join(assets, 'texts'), texts, quality),
  ])

  const consoleFiles = await writeConsole(builder, firstRequests, assets, quality)
  await writeLegalTexts(join(assets, 'legal'))
  const manifest: PagesManifest = {
    embed: scripts.embed,
    card: {
      locales: Object.keys(cardLocales),
      scriptHash: hash('sha256', script),
      styleHash: hash('sha256', style),
      version: version([...pages.values()].join('\n')),
      ...cardSizes,
    },
    checkout: {
      locales: await writeCheckout(join(assets, 'checkout'), {
        style: minifyCss(checkoutStyles),
        orderStyle: minifyCss(orderStyles),
        outcomeStyle: minifyCss(outcomeStyles),
      }),
      script: scripts.checkout,
      address: scripts.address,
      order: scripts.order,
      networks: scripts.networks,
      consents: scripts.consents,
      customer: scripts.customer,
      loader: { code: loader, integrity: hash('sha384', loader) },
      logo: { code: logo, integrity: hash('sha384', logo) },
      earlyLayout: { code: earlyLayout, integrity: hash('sha384', earlyLayout) },
      repaint: scripts.repaint,
      addressVersion: await writeAddressRules(join(assets, 'address'), quality),
    },
    console: consoleFiles,
  }
  const paymentPages = listPaymentPages(manifest, hash('sha384', script))
  await Promise.all([
    writeFile(join(dist, 'pages.json'), `${JSON.stringify(manifest, undefined, 2)}\n`),
    writeFile(join(assets, 'payment-page-scripts.json'), `${JSON.stringify(paymentPages, undefined, 2)}\n`),
  ])
}
