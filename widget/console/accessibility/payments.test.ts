import { expect, it } from 'vitest'
import { checkStates, type ScreenState } from '../../testing/console/checkStates.ts'
import { consoleViolations } from '../../testing/console/consoleViolations.ts'
import { useConsole, failure } from '../../testing/console/consoleFixture.ts'
import { sampleRow } from '../../testing/console/rowSamples.ts'
import { never, rowsOfAllStates } from './sampleLists.fixtures.ts'

const openFixture = useConsole()

const captured = () => ({
  body: { transactions: [sampleRow(0), sampleRow(1, { status: 'authorized', amountCaptured: 0 })], nextCursor: null },
})

const selectionStates: readonly ScreenState[] = [
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
      expect(await consoleViolations(page), 'selection').toEqual([])
      await page.getByRole('region', { name: 'Selected payments' }).getByRole('button', { name: 'Refund' }).click()
      await page.getByText('1 payment cannot be refunded').waitFor()
      expect(await consoleViolations(page), 'review').toEqual([])
      await page.getByRole('button', { name: 'Refund 1 payment' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
]

const listStates: readonly ScreenState[] = [
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
]

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])(
  'the payments and their selection have no axe violations in any state, $width px wide, dark $dark',
  (options) => checkStates(openFixture, [...listStates, ...selectionStates], options),
  120_000,
)
