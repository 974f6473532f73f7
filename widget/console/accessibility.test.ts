import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { failure, useConsole, type ConsoleFixture } from '../testing/console/consoleFixture.ts'
import {
  sampleBatch,
  sampleDispute,
  authorizedPayment,
  fullSession,
  relatedBodies,
  relatedPayment,
  declinedPayment,
  sampleFigures,
  samplePayment,
  sampleRow,
  sampleSubscription,
} from '../testing/console/samples.ts'

const openFixture = useConsole()
const id = '91738888888107'

type State = {
  readonly name: string
  readonly path: string
  readonly prepare?: (fixture: ConsoleFixture) => void
  /** Brings the page into the state, and waits for it. */
  readonly reach: (page: Page) => Promise<unknown>
}

const never = () => new Promise<never>(() => {})
const states = [
  'authorized',
  'captured',
  'declined',
  'refunded',
  'partially_refunded',
  'pending',
  'voided',
  'expired',
  'returned',
]
const needsAttention = {
  since: '2026-11-20T10:00:00.000Z',
  reason: 'outcome_unknown',
  operation: { transactionId: '1', type: 'capture', amount: 5, created: '2026-11-20T10:00:00.000Z' },
  attempts: 3,
  nextAttempt: null,
} as const

const rowsOfAllStates = () => ({
  body: {
    transactions: states.map((status, index) => sampleRow(index, { status, ...(index === 1 && { needsAttention }) })),
    nextCursor: 'more',
  },
})

const subscriptionsOfAllStates = () => ({
  body: {
    customerSubscriptions: ['pending', 'active', 'past_due', 'paused', 'unpaid', 'completed', 'canceled'].map(
      (status) => sampleSubscription({ status }),
    ),
    nextCursor: 'more',
  },
})

const paymentStates: readonly State[] = (
  [
    ['refunded in part', samplePayment],
    ['authorized', authorizedPayment],
    ['declined', declinedPayment],
    ['needing attention', () => samplePayment({ needsAttention })],
  ] as const
).map(([name, payment]) => ({
  name: `a payment, ${name}`,
  path: `/test/payments/${id}`,
  prepare: (fixture) => fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: payment() })),
  reach: async (page) => {
    await page.getByText('For developers').click()
    await page.getByRole('region', { name: 'JSON' }).waitFor()
  },
}))

const dialogStates: readonly State[] = (
  [
    ['Refund', samplePayment, 'Refund $67.50'],
    ['Capture', authorizedPayment, 'Capture $100.00'],
    ['Void', authorizedPayment, 'Void payment'],
  ] as const
).map(([action, payment, button]) => ({
  name: `the dialog ${action} without a response`,
  path: `/test/payments/${id}`,
  prepare: (fixture) => {
    fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: payment() }))
    for (const path of ['credit', 'capture', 'void']) fixture.respond(`POST /v1/transactions/${path}`, () => 'abort')
  },
  reach: async (page) => {
    await page.getByRole('button', { name: action, exact: true }).click()
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
    await page.getByRole('button', { name: button }).click()
    await page.getByText('it cannot happen twice').waitFor()
  },
}))

const withRelated = (fixture: ConsoleFixture): void => {
  fixture.respond('GET /session', () => ({ body: fullSession }))
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: relatedPayment({ needsAttention }) }))
  for (const [name, body] of Object.entries(relatedBodies())) fixture.respond(name, () => ({ body }))
}

const relatedStates: readonly State[] = [
  {
    name: 'a payment with everything that belongs to it',
    path: `/test/payments/${id}`,
    prepare: withRelated,
    reach: async (page) => {
      await page.locator('event-deliveries summary').click()
      await page.getByText('Status 500').waitFor()
    },
  },
  ...(
    [
      ['Send receipt', 'Send receipt', 'Write an address such as'],
      ['Accept the dispute', 'Give up $26.25', 'Check the box to confirm.'],
      ['Record what happened', 'Record it', 'Choose what the processor shows.'],
    ] as const
  ).map(([action, button, problem]): State => ({
    name: `the dialog ${action} with a problem`,
    path: `/test/payments/${id}`,
    prepare: withRelated,
    reach: async (page) => {
      await page.getByRole('button', { name: action, exact: true }).click()
      const dialog = page.getByRole('dialog')
      if (action === 'Send receipt') await dialog.getByRole('radio', { name: 'Another address' }).check()
      expect(await axeViolations(page, { bestPractices: true }), action).toEqual([])
      await dialog.getByRole('button', { name: button }).click()
      await dialog.getByText(problem).waitFor()
    },
  })),
]

const captured = () => ({
  body: { transactions: [sampleRow(0), sampleRow(1, { status: 'authorized', amountCaptured: 0 })], nextCursor: null },
})

const selectionStates: readonly State[] = [
  {
    name: 'the dates',
    path: '/test/payments',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Dates' }).click()
      await page.getByRole('link', { name: 'Last month' }).waitFor()
    },
  },
  {
    name: 'a selection, and its refunds without a response',
    path: '/test/payments',
    prepare: (fixture) => {
      fixture.respond('GET /v1/transactions', captured)
      fixture.respond('POST /v1/transactions/credit', () => 'abort')
    },
    reach: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).click()
      expect(await axeViolations(page, { bestPractices: true }), 'selection').toEqual([])
      await page.getByRole('region', { name: 'Selected payments' }).getByRole('button', { name: 'Refund' }).click()
      await page.getByText('1 payment cannot be refunded').waitFor()
      expect(await axeViolations(page, { bestPractices: true }), 'review').toEqual([])
      await page.getByRole('button', { name: 'Refund 1 payment' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
]

const all: readonly State[] = [
  {
    name: 'the sign-in page',
    path: '/',
    prepare: (fixture) => fixture.respond('GET /session', () => ({ status: 401, body: { demo: true } })),
    reach: (page) => page.getByRole('button', { name: 'Enter as the demo owner' }).waitFor(),
  },
  {
    name: 'the sign-in page with an error',
    path: '/',
    prepare: (fixture) => {
      fixture.respond('GET /session', () => failure(401, 'session_missing'))
      fixture.respond('POST /session/options', () => failure(429, 'rate_limited'))
    },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'an invitation, without the name',
    path: '/invitation#00secret',
    prepare: (fixture) =>
      fixture.respond('POST /invitation', () => ({
        body: { account: 'Kiln & Tide', email: 'grace@shop.example', role: 'support', publicKey: {} },
      })),
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create a passkey' }).click()
      await page.getByText('Enter your name.').waitFor()
    },
  },
  {
    name: 'an invitation that was used',
    path: '/invitation#00secret',
    prepare: (fixture) => fixture.respond('POST /invitation', () => failure(409, 'invitation_invalid')),
    reach: (page) => page.getByText('This invitation was used or canceled').waitFor(),
  },
  {
    name: 'the recovery page with a malformed code',
    path: '/recovery',
    reach: async (page) => {
      await page.getByLabel('Recovery code').fill('x')
      await page.getByRole('button', { name: 'Create a new passkey' }).click()
      await page.getByText('A recovery code has five groups').waitFor()
    },
  },
  {
    name: 'the skeleton of the list',
    path: '/test/payments',
    prepare: (fixture) => fixture.respond('GET /v1/transactions', never),
    reach: (page) => page.locator('.list-skeleton').waitFor(),
  },
  {
    name: 'the list with all states',
    path: '/test/payments?search=amount:>1+status:captured',
    prepare: (fixture) => fixture.respond('GET /v1/transactions', rowsOfAllStates),
    reach: (page) => page.getByRole('link', { name: '$18.00' }).waitFor(),
  },
  {
    name: 'the empty list',
    path: '/payments',
    reach: (page) => page.getByText('No payments yet').waitFor(),
  },
  {
    name: 'the list with an error, and an invalid search',
    path: '/payments?search=from:x',
    prepare: (fixture) => fixture.respond('GET /v1/transactions', () => failure(500, 'internal_error')),
    reach: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'the search help',
    path: '/payments',
    reach: async (page) => {
      await page.getByRole('button', { name: 'How to search' }).click()
      await page.getByRole('heading', { name: 'How to search' }).waitFor()
    },
  },
  {
    name: 'the columns',
    path: '/payments',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('checkbox', { name: 'Time' }).waitFor()
    },
  },
  ...paymentStates,
  ...dialogStates,
  ...relatedStates,
  ...selectionStates,
  {
    name: 'a payment that does not exist',
    path: '/payments/1',
    reach: (page) => page.getByText('No such payment').waitFor(),
  },
  {
    name: 'Today',
    path: '/test',
    prepare: (fixture) => {
      fixture.respond('GET /v1/figures', () => ({ body: sampleFigures() }))
      fixture.respond('GET /v1/transactions', rowsOfAllStates)
      fixture.respond('GET /v1/customersubscriptions', subscriptionsOfAllStates)
    },
    reach: async (page) => {
      await page.getByText('Show as a table').click()
      await page.getByText('Payments with an unknown outcome').waitFor()
    },
  },
  {
    name: 'the skeleton of Today',
    path: '/test',
    prepare: (fixture) => fixture.respond('GET /v1/figures', never),
    reach: (page) => page.getByText('Nothing needs your attention.').waitFor(),
  },
  {
    name: 'the list of subscriptions',
    path: '/test/subscriptions?status=past_due',
    prepare: (fixture) => fixture.respond('GET /v1/customersubscriptions', subscriptionsOfAllStates),
    reach: (page) => page.getByRole('link', { name: '$18.50' }).first().waitFor(),
  },
  {
    name: 'the list of disputes',
    path: '/test/disputes',
    prepare: (fixture) =>
      fixture.respond('GET /v1/disputes', () => ({
        body: {
          disputes: ['warning', 'open', 'won', 'lost', 'accepted'].map(sampleDispute),
        },
      })),
    reach: (page) => page.getByRole('link', { name: '$26.25' }).first().waitFor(),
  },
  {
    name: 'the list of settlements',
    path: '/test/settlements',
    prepare: (fixture) => fixture.respond('GET /v1/batches', () => ({ body: { batches: [sampleBatch('b1')] } })),
    reach: (page) => page.getByText('$80.25').waitFor(),
  },
  {
    name: 'the menu of the member',
    path: '/nowhere',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Account of Robin Miller' }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
    },
  },
]

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])(
  'no screen has axe violations in any state, $width px wide, dark $dark',
  async ({ width, dark }) => {
    for (const { name, path, prepare, reach } of all) {
      const fixture = await openFixture({ width, dark })
      prepare?.(fixture)
      const page = await fixture.open(path)
      await reach(page)
      expect(await axeViolations(page, { bestPractices: true }), name).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0)
      await fixture.context.close()
    }
  },
  240_000,
)

it('the list of shortcuts has no axe violations, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await (await openFixture({ dark })).open('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
  }
})

it('at 320 px nothing is cut off sideways', async () => {
  for (const path of [
    '/test',
    '/test/payments',
    '/test/subscriptions',
    '/test/disputes',
    '/test/settlements',
    `/test/payments/${id}`,
  ]) {
    const fixture = await openFixture({ width: 320 })
    fixture.respond('GET /v1/figures', () => ({ body: sampleFigures() }))
    fixture.respond('GET /v1/transactions', rowsOfAllStates)
    fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: samplePayment() }))
    fixture.respond('GET /v1/customersubscriptions', subscriptionsOfAllStates)
    fixture.respond('GET /v1/disputes', () => ({ body: { disputes: [sampleDispute()] } }))
    fixture.respond('GET /v1/batches', () => ({ body: { batches: [sampleBatch('b1')] } }))
    const page = await fixture.open(path)
    await page.locator('.figures dt, .rows, .payment-grid h2').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

it('buttons, links of the navigation and fields are at least 24 px large, main ones 44 px', async () => {
  const fixture = await openFixture({ width: 390 })
  fixture.respond('GET /v1/transactions', rowsOfAllStates)
  const page = await fixture.open('/test/payments?search=status:captured')
  await page.getByRole('link', { name: '$18.00' }).waitFor()
  const sizes = await page
    .locator('button:visible, .views a, .mode-link')
    .evaluateAll((elements) =>
      elements.map((element) => [element.textContent, element.getBoundingClientRect()] as const),
    )
  for (const [text, { width, height }] of sizes) expect(Math.min(width, height), text ?? '').toBeGreaterThanOrEqual(24)
  const main = page.locator('.button:visible, .icon-button:visible')
  for (const { height } of await main.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect()),
  ))
    expect(height).toBeGreaterThanOrEqual(44)
})
