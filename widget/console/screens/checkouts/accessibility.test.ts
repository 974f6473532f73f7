import { expect, it } from 'vitest'
import { useConsole } from '../../../testing/console/consoleFixture.ts'
import { checkStates, type ScreenState } from '../../../testing/console/checkStates.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'
import { multiCurrencyAccountBody } from '../../../testing/console/accountSamples.ts'
import { sampleCheckout, sampleLink } from '../../../testing/console/checkoutSamples.ts'
import { sampleRow } from '../../../testing/console/rowSamples.ts'

const openFixture = useConsole()
const id = '91738888888107'
const linkPath = '/test/checkouts/00K3m9Qz7LxT5vBnRw8YcHd2'
const linkRequest = 'GET /v1/dynamiccheckout/00K3m9Qz7LxT5vBnRw8YcHd2'

const never = () => new Promise<never>(() => {})

const states: readonly ScreenState[] = [
  {
    name: 'the skeleton of the payment links',
    path: '/test/checkouts',
    prepare: (fixture) => fixture.respond('GET /v1/dynamiccheckout', never),
    reach: (page) => page.locator('.list-skeleton').waitFor(),
  },
  {
    name: 'the payment links in all states',
    path: '/test/checkouts?search=INV-7',
    prepare: (fixture) =>
      fixture.respond('GET /v1/dynamiccheckout', () => ({
        body: {
          checkouts: [
            ...['open', 'processing', 'completed', 'expired', 'canceled'].map((status) =>
              sampleLink({ status, ...(status === 'completed' && { transactionId: id }) }),
            ),
            sampleLink({ status: 'canceled', reason: 'too_many_declines' }),
          ],
          nextCursor: null,
        },
      })),
    reach: (page) => page.getByText('Closed after ten declines').waitFor(),
  },
  {
    name: 'no payment links',
    path: '/test/checkouts',
    reach: (page) => page.getByText('No payment links yet').waitFor(),
  },
  {
    name: 'the payment links without a response',
    path: '/test/checkouts',
    prepare: (fixture) => fixture.respond('GET /v1/dynamiccheckout', () => 'abort'),
    reach: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'an open payment link with an attempt',
    path: linkPath,
    prepare: (fixture) => {
      fixture.respond(linkRequest, () => ({ body: sampleCheckout() }))
      fixture.respond('GET /v1/transactions', () => ({
        body: { transactions: [sampleRow(0, { status: 'declined' })] },
      }))
    },
    reach: (page) => page.locator('.qr').waitFor(),
  },
  {
    name: 'the skeleton of a payment link',
    path: linkPath,
    prepare: (fixture) => fixture.respond(linkRequest, never),
    reach: (page) => page.getByText('Loading the payment link').waitFor({ state: 'attached' }),
  },
  {
    name: 'a payment link that closed after declines',
    path: linkPath,
    prepare: (fixture) =>
      fixture.respond(linkRequest, () => ({
        body: sampleCheckout({ status: 'canceled', reason: 'too_many_declines' }),
      })),
    reach: (page) => page.getByText('The page closed after ten declined attempts').waitFor(),
  },
  {
    name: 'the dialog that cancels a payment link, without a response',
    path: linkPath,
    prepare: (fixture) => {
      fixture.respond(linkRequest, () => ({ body: sampleCheckout() }))
      fixture.respond(linkRequest.replace('GET', 'DELETE'), () => 'abort')
    },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Cancel link' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel link' }).click()
      await page.getByText('The gateway does not respond').waitFor()
    },
  },
  {
    name: 'the skeleton of the form for a payment link',
    path: '/test/checkouts/new',
    prepare: (fixture) => fixture.respond('GET /v1/account', never),
    reach: (page) => page.locator('.link-bones').waitFor(),
  },
  {
    name: 'the form for a payment link, with items, more options and problems',
    path: '/test/checkouts/new',
    prepare: (fixture) => fixture.respond('GET /v1/account', () => ({ body: multiCurrencyAccountBody() })),
    reach: async (page) => {
      await page.getByRole('button', { name: 'List several items' }).click()
      await page.getByText('More options').click()
      await page.getByLabel('Text to agree to').fill('I accept the terms.')
      await page.getByLabel('Can be paid').selectOption('due')
      await page.getByLabel('Look').selectOption('own')
      await page.getByLabel('JSON', { exact: true }).fill('{')
      await page.getByText('Also accept bank accounts').click()
      await page.getByRole('button', { name: 'Make link' }).click()
      await page.getByText('Check the marked fields.').waitFor()
    },
  },
  {
    name: 'the form for a payment link, for a role that makes none',
    path: '/test/checkouts/new',
    prepare: (fixture) =>
      fixture.respond('GET /session', () => ({ body: { ...ownerSession, operations: ['listCheckouts'] } })),
    reach: (page) => page.getByText('Your role makes no payment links').waitFor(),
  },
]

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
  { width: 320, dark: false },
])(
  'payment links have no axe violations in any state, $width px wide, dark $dark',
  (options) => checkStates(openFixture, states, options),
  240_000,
)

it('payment links, one link and the form are usable from right to left and with forced colours', async () => {
  for (const { name, path, prepare, reach } of states.slice(1)) {
    const fixture = await openFixture({ width: 390 })
    await fixture.page.emulateMedia({ forcedColors: 'active' })
    prepare?.(fixture)
    const page = await fixture.open(path)
    await page.evaluate(() => (document.documentElement.dir = 'rtl'))
    await reach(page)
    const box = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.body.scrollLeft])
    expect(box, name).toEqual([0, 0])
    await fixture.context.close()
  }
}, 120_000)
