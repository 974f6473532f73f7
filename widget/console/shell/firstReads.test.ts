import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { useConsole } from '../../testing/console/consoleFixture.ts'
import { sampleRow } from '../../testing/console/rowSamples.ts'
import { ownerSession } from '../../testing/console/sessionSamples.ts'
import { firstReads } from './firstReads.ts'
import { pagePath, paths, type RouteName } from './routes.ts'

const openFixture = useConsole()

const addresses: Readonly<Record<RouteName, string>> = {
  today: paths.today,
  payments: paths.payments(),
  payment: paths.payment('91234567890123'),
  checkouts: paths.checkouts(),
  checkout: paths.checkout('a1B2'),
  'new-link': paths.newLink,
  subscriptions: paths.subscriptions(),
  disputes: paths.disputes(),
  settlements: paths.settlements,
  keys: paths.keys,
  webhooks: paths.webhooks,
  webhook: paths.webhook('wh-1'),
  connections: paths.connections,
  audit: paths.audit(),
  team: paths.team,
  settings: paths.settings,
  you: paths.you,
}

/** Notes in the page which of the responses are taken. */
const noteTaken = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    let reads: typeof globalThis.firstReads
    const taken: string[] = []
    Object.assign(globalThis, { taken })
    Object.defineProperty(globalThis, 'firstReads', {
      get: () => reads,
      set: (map: NonNullable<typeof reads>) => {
        reads = map
        map.delete = (path) => {
          const isTaken = Map.prototype.delete.call(map, path)
          if (isTaken) taken.push(path)
          return isTaken
        }
      },
    })
  })
}

it.each(Object.entries(addresses))(
  'the page of %s asks for what its screen reads first, in its mode, and the screen uses each response',
  async (name, path) => {
    const fixture = await openFixture()
    await noteTaken(fixture.page)
    const page = await fixture.open(pagePath('test', path))
    const taken = () => page.evaluate(() => (window as never as { taken: readonly string[] }).taken.length)
    await expect.poll(taken).toBe(firstReads[name as RouteName].length)
    await page.waitForLoadState('networkidle')
    const sent = fixture.requests.map((request) => new URL(request.url()))
    const asked = sent.slice(1, 1 + firstReads[name as RouteName].length)
    expect(sent[0]!.pathname).toBe('/session')
    expect(asked.map(({ pathname }) => pathname)).toEqual(
      firstReads[name as RouteName].map((read) => read.split('?')[0]!.replace('{id}', path.split('/').at(-1)!)),
    )
    expect(sent.map(({ href }) => href).filter((href, index, all) => all.indexOf(href) !== index)).toEqual([])
    const modes = await Promise.all(fixture.requests.slice(1).map((request) => request.headerValue('sluice-mode')))
    if (name !== 'you') expect(new Set(modes)).toEqual(new Set(['test']))
  },
)

it('a search in the address is read by the screen alone', async () => {
  const fixture = await openFixture()
  await fixture.open('/payments?search=last4%3A4242')
  await expect.poll(() => fixture.sent('GET /v1/transactions').length).toBe(1)
  expect(fixture.sent('GET /v1/transactions')[0]!.url()).toContain('lastFour=4242')
})

it('a person who signs in sees what is read with the new session, not the refusal that the page got', async () => {
  const fixture = await openFixture()
  const { handlers } = fixture
  const withSession = handlers.get('GET /session')!
  fixture.respond('GET /session', () => ({ status: 401, body: { errors: [], demo: true } }))
  fixture.respond('GET /v1/transactions', () => ({ status: 401, body: { errors: [] } }))
  fixture.respond('POST /session/demo', withSession)
  const page = await fixture.open('/test/payments')
  const enter = page.getByRole('button', { name: 'Enter as the demo owner' })
  await enter.waitFor()
  fixture.respond('GET /v1/transactions', () => ({
    body: { transactions: [sampleRow()], nextCursor: null, errors: null },
  }))
  await enter.click()
  await page.getByRole('link', { name: '$10.00' }).waitFor()
})

it('what the role may not read does not stay', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({ body: { ...ownerSession, operations: ['listCheckouts'] } }))
  const page = await fixture.open('/test/checkouts/new')
  await page.getByText('Your role makes no payment links').waitFor()
  await expect.poll(() => page.evaluate(() => globalThis.firstReads?.size)).toBe(0)
})

it('another page is read anew, and so is the first one afterwards', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/settlements')
  await page.getByRole('heading', { name: 'Settlements' }).waitFor()
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Settlements' }).click()
  await expect.poll(() => fixture.sent('GET /v1/batches').length).toBe(2)
})
