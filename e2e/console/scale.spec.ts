import type { Page } from '@playwright/test'
import type { FilterKey } from '../../widget/console/screens/payments/search.ts'
import { gatewayConfig } from '../bench/load/servers.ts'
import { expect, test } from '../support/fixtures.ts'
import { costOf, kindOf, sweepAll, type Cost } from './scale/costs.ts'
import { multiplyRows, seedPayments } from './scale/largeAccount.ts'
import { crawl } from './tour/crawl.ts'
import { fillScreens } from './tour/fillScreens.ts'
import { startConsole } from './tour/ownConsole.ts'
import { eachState, enterAsOwner, linksOf, openScreen } from './tour/pages.ts'

/** What the console requests of the API costs the same in a large account as in a small one. */

/** A search by each filter, with a value that few of the seeded payments have. */
const searches: Readonly<Record<FilterKey, string>> = {
  amount: '10.07',
  status: 'expired',
  last4: '0007',
  order: 'Invoice:7',
  customer: '"shopper 7"',
  from: '2026-01-01',
  to: '2026-01-02',
  currency: 'EUR',
  method: 'bank',
  is: 'attention',
  batch: 'seeded1',
  captured: '2026-01-01',
  refunded: '2026-01-01',
  moved: '2026-01-01',
}

/** The costs of all reads that the screens request, by kind. */
const costsAmong = async (page: Page, payments: number): Promise<ReadonlyMap<string, Cost>> => {
  const own = await startConsole({ config: gatewayConfig, prepare: (state) => seedPayments(state, payments) })
  try {
    await fillScreens(own.gateway)
    multiplyRows(own.state, payments)
    await sweepAll(own.gateway)
    const reads = new Map<string, URL>()
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (request.method() === 'GET' && url.pathname.startsWith('/v1/')) reads.set(kindOf(url), url)
    })
    await enterAsOwner(page, own.origin)
    const typed = Object.entries(searches).map(
      ([key, value]) => `${own.origin}/test/payments?${new URLSearchParams({ search: `${key}:${value}` })}`,
    )
    await crawl(
      own.origin,
      async ({ address }) => {
        await openScreen(page, address)
        const links = await linksOf(page)
        await eachState(page, async () => {})
        return links
      },
      1,
    )
    for (const address of typed) await openScreen(page, address)
    page.removeAllListeners()
    const cookie = (await page.context().cookies(own.origin)).map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = { host: new URL(own.origin).host, cookie, 'sluice-mode': 'test' }
    const costs = new Map<string, Cost>()
    for (const [kind, { pathname, search }] of reads)
      costs.set(kind, await costOf(own.gateway, pathname + search, headers))
    return costs
  } finally {
    await own.stop({ searchDatabase: payments <= few })
  }
}

/** Searches that an index does not serve read at most 2,000 payments a page: with fewer payments than some pages they would read fewer. */
const few = 10_000
const many = 1_000_000

/** Ends of ranges read a row more or less, depending on random ids. A cost that grows with the payments grows by hundreds. */
const tolerance = 16

test(`console: every list and figure reads the same rows among ${many.toLocaleString('en')} payments as among ${few.toLocaleString('en')}`, async ({
  page,
}) => {
  test.setTimeout(90 * 60_000)
  const [small, large] = [await costsAmong(page, few), await costsAmong(page, many)]
  expect([...large.keys()].toSorted()).toEqual([...small.keys()].toSorted())
  expect(large.size).toBeGreaterThan(20)
  const table = [...large].map(([kind, { rowsRead, trips }]) => ({
    kind,
    rows: [small.get(kind)!.rowsRead, rowsRead],
    trips: [small.get(kind)!.trips, trips],
  }))
  console.log(
    table.map(({ kind, rows, trips }) => `${kind}: ${rows.join(' → ')} rows, ${trips.join(' → ')} trips`).join('\n'),
  )
  expect(table.filter(({ rows: [before, after] }) => after! > before! + tolerance)).toEqual([])
  expect(table.filter(({ trips: [before, after] }) => after !== before || after! > 3)).toEqual([])
})
