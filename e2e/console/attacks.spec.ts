import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { monitorPage } from '../checkout/attacks/pageMonitor.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { expect, test } from '../support/fixtures.ts'
import { fillAccount, type Filled, type Texts } from './attacks/fillAccount.ts'
import { readMarkup } from './attacks/markup.ts'
import { formulas, harmless, hostile } from './attacks/texts.ts'
import { crawl } from './tour/crawl.ts'
import { startConsole } from './tour/ownConsole.ts'
import { eachState, enterAsOwner, linksOf, openScreen } from './tour/pages.ts'

/** Hostile texts in every text of the API that is stored, on every screen of the console. */

type Shown = {
  readonly filled: readonly Filled[]
  /** By screen, in all its states. */
  readonly elements: ReadonlyMap<string, ReadonlySet<string>>
  readonly schemes: ReadonlySet<string>
  readonly texts: string
  readonly violations: readonly string[]
  readonly exports: readonly string[]
}

const exportButtons = /csv|export|download/i

/** Presses what exports the rows of a screen. */
const exportsOf = async (page: Page): Promise<string[]> => {
  const files: string[] = []
  for (const button of await page.locator('main').getByRole('button', { name: exportButtons }).all()) {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    files.push(await readFile(await download.path(), 'utf8'))
  }
  return files
}

/** Pays for orders whose texts, which exports have, are formulas. @returns the number of payments */
const payForFormulas = async (gateway: string): Promise<number> => {
  const client = new GatewayClient(gateway)
  const statuses = await Promise.all(
    formulas.map(async (text) => {
      const order = { referenceObject: text, referenceObjectId: text, customerPublicIdentifier: text }
      const body = { payment: { token: 'test-visa-4242' }, amount: { value: 1 }, order }
      return (await client.call('POST', '/v1/transactions/sale', body)).status
    }),
  )
  return statuses.filter((status) => status === 200).length
}

/** Fills an account of its own, and shows all screens. @param more runs on the last page */
const showAll = async (
  page: Page,
  texts: Texts,
  more: (elements: ReadonlySet<string>) => Promise<void>,
): Promise<Shown> => {
  const own = await startConsole()
  try {
    const filled = await fillAccount(own, texts)
    expect(await payForFormulas(own.gateway)).toBeGreaterThan(formulas.length / 2)
    await enterAsOwner(page, own.origin)
    const monitor = await monitorPage(page, own.origin)
    const elements = new Map<string, Set<string>>()
    const schemes = new Set<string>()
    const shown: string[] = []
    const exported: string[] = []
    await crawl(
      own.origin,
      async ({ screen, address }) => {
        await openScreen(page, address)
        if (!elements.has(screen)) exported.push(...(await exportsOf(page)))
        const links = await linksOf(page)
        await eachState(page, async () => {
          const markup = await readMarkup(page)
          elements.set(screen, new Set([...(elements.get(screen) ?? []), ...markup.elements]))
          for (const scheme of markup.schemes) schemes.add(scheme)
          shown.push(...markup.texts)
        })
        return links
      },
      2,
    )
    await more([...elements.values()].at(-1)!)
    await monitor.end()
    page.removeAllListeners()
    return { filled, elements, schemes, texts: shown.join('\n'), violations: monitor.violations, exports: exported }
  } finally {
    await own.stop()
  }
}

/** A text as HTML shows it, which drops NUL and normalizes line ends. */
const asShown = (text: string): string => text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n')

/** The cells of CSV (RFC 4180). */
const cellsOf = (csv: string): string[] =>
  [...csv.matchAll(/"((?:[^"]|"")*)"|([^,\r\n]+)/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)

/** Whether a spreadsheet runs a part of a cell, whatever separates its columns. Numbers are no formulas. */
const isFormula = (cell: string): boolean =>
  cell.split(/[;,|\t\r\n"]/).some((part) => /^\s*[=+\-@＝＋－＠]/.test(part) && !/^\s*-?\d+(\.\d+)?$/.test(part))

test('console: hostile texts in every stored text stay text on every screen and in exports', async ({ page }) => {
  test.setTimeout(15 * 60_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const plain = await showAll(page, harmless(), async (elements) => {
    // The comparison below finds an element that a text has added.
    await page.evaluate(() => document.querySelector('main h1')!.append(document.createElement('i')))
    expect([...(await readMarkup(page)).elements].filter((one) => !elements.has(one))).not.toEqual([])
  })
  const attacked = await showAll(page, hostile(), async () => {})

  expect(attacked.filled.length).toBeGreaterThan(90)
  expect(attacked.violations).toEqual([])
  expect([...attacked.schemes].filter((scheme) => !['http:', 'https:', 'mailto:'].includes(scheme))).toEqual([])
  for (const [screen, elements] of attacked.elements) {
    const known = plain.elements.get(screen) ?? new Set()
    expect([screen, [...elements].filter((one) => !known.has(one))]).toEqual([screen, []])
  }
  const shown = attacked.filled.filter(({ text }) => text.length > 7 && attacked.texts.includes(asShown(text)))
  expect(shown.length).toBeGreaterThan(20)

  expect(attacked.exports.length).toBeGreaterThan(0)
  const cells = attacked.exports.flatMap(cellsOf)
  expect(cells.some((cell) => cell.includes("'="))).toBe(true)
  expect(cells.filter(isFormula)).toEqual([])
})
