import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { useConsole } from '../../testing/console/consoleFixture.ts'
import { sampleBatch } from '../../testing/console/batchSamples.ts'
import { sampleRow } from '../../testing/console/rowSamples.ts'

const openFixture = useConsole()

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** Notes the number of rows whenever the page changes, and whether the button for more is there. */
const noteRows = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const noted: { rows: number; hasButton: boolean }[] = []
    Object.assign(window, { noted })
    new MutationObserver(() => {
      const rows = document.querySelectorAll('main tbody tr').length
      if (rows > 0 && rows !== noted.at(-1)?.rows)
        noted.push({ rows, hasButton: document.querySelector('main .list-foot') !== null })
    }).observe(document, { childList: true, subtree: true })
  })
}

const noted = (page: Page): Promise<{ rows: number; hasButton: boolean }[]> =>
  page.evaluate(() => (window as never as { noted: { rows: number; hasButton: boolean }[] }).noted)

const lists = {
  payments: {
    path: '/payments',
    request: 'GET /v1/transactions',
    response: () => ({ body: { transactions: range(50).map((at) => sampleRow(at)), nextCursor: 'next' } }),
  },
  settlements: {
    path: '/settlements',
    request: 'GET /v1/batches',
    response: () => ({
      body: { batches: range(50).map((at) => sampleBatch(`b${at}`)) },
      headers: { link: '</v1/batches?limit=50&cursor=next>; rel="next"' },
    }),
  },
}

it.each(Object.entries(lists))(
  'of fifty %s the first six are shown at once, then all others, then the button for more',
  async (_name, { path, request, response }) => {
    const fixture = await openFixture()
    fixture.respond(request, response)
    await noteRows(fixture.page)
    const page = await fixture.open(path)
    await page.getByRole('button', { name: 'Show more' }).waitFor()
    const seen = await noted(page)
    expect(seen.map(({ rows }) => rows)).toEqual([6, 14, 22, 30, 38, 46, 50])
    expect(seen.slice(0, -1).some(({ hasButton }) => hasButton)).toBe(false)
  },
)

it('a further page leaves the rows before it, and the focus goes to its first row', async () => {
  const fixture = await openFixture()
  const { path, request, response } = lists.settlements
  fixture.respond(request, response)
  await noteRows(fixture.page)
  const page = await fixture.open(path)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(async () => (await noted(page)).at(-1)).toEqual({ rows: 100, hasButton: true })
  expect((await noted(page)).map(({ rows }) => rows).slice(7)).toEqual([58, 66, 74, 82, 90, 98, 100])
  const focused = () =>
    page.evaluate(() => [...document.querySelectorAll('main tbody tr')].indexOf(document.activeElement!.closest('tr')!))
  expect(await focused()).toBe(50)
})

it('the box above the payments selects those that are not rendered yet, too', async () => {
  const fixture = await openFixture()
  const { path, request, response } = lists.payments
  fixture.respond(request, response)
  // Later parts wait for a frame, which never comes.
  await fixture.page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  const page = await fixture.open(path)
  await page.getByRole('row').nth(6).waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByText('50 selected').waitFor()
  expect(await page.getByRole('row').count()).toBe(7)
})
