import { expect, it } from 'vitest'
import { checkStates, type ScreenState } from '../../testing/console/checkStates.ts'
import { consoleViolations } from '../../testing/console/consoleViolations.ts'
import { useConsole, type ConsoleFixture } from '../../testing/console/consoleFixture.ts'
import { authorizedPayment, declinedPayment, samplePayment } from '../../testing/console/paymentSamples.ts'
import { fullSession } from '../../testing/console/sessionSamples.ts'
import { relatedBodies, relatedPayment } from '../../testing/console/relatedSamples.ts'
import { id, needsAttention } from './sampleLists.fixtures.ts'

const openFixture = useConsole()

const paymentStates: readonly ScreenState[] = (
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

const dialogStates: readonly ScreenState[] = (
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
    expect(await consoleViolations(page)).toEqual([])
    await page.getByRole('button', { name: button }).click()
    await page.getByText('it cannot happen twice').waitFor()
  },
}))

const withRelated = (fixture: ConsoleFixture): void => {
  fixture.respond('GET /session', () => ({ body: fullSession }))
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: relatedPayment({ needsAttention }) }))
  for (const [name, body] of Object.entries(relatedBodies())) fixture.respond(name, () => ({ body }))
}

const relatedStates: readonly ScreenState[] = [
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
  ).map(([action, button, problem]): ScreenState => ({
    name: `the dialog ${action} with a problem`,
    path: `/test/payments/${id}`,
    prepare: withRelated,
    reach: async (page) => {
      await page.getByRole('button', { name: action, exact: true }).click()
      const dialog = page.getByRole('dialog')
      if (action === 'Send receipt') await dialog.getByRole('radio', { name: 'Another address' }).check()
      expect(await consoleViolations(page), action).toEqual([])
      await dialog.getByRole('button', { name: button }).click()
      await dialog.getByText(problem).waitFor()
    },
  })),
]

const paymentErrors: readonly ScreenState[] = [
  {
    name: 'a payment that does not exist',
    path: '/payments/1',
    reach: (page) => page.getByText('No such payment').waitFor(),
  },
]

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])(
  'a payment and its dialogs have no axe violations in any state, $width px wide, dark $dark',
  (options) =>
    checkStates(openFixture, [...paymentStates, ...dialogStates, ...relatedStates, ...paymentErrors], options),
  120_000,
)
