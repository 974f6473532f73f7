import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { respondToAllScreens } from '../testing/console/allScreens.ts'
import { sampleLink } from '../testing/console/checkoutSamples.ts'
import { useConsole, type ConsoleFixture } from '../testing/console/consoleFixture.ts'
import { edgeContrast } from '../testing/console/edges.ts'
import { alike, blur, checkedAlike, distinct, focusedAlike } from '../testing/console/looks.ts'
import { relatedBodies, relatedPayment } from '../testing/console/relatedSamples.ts'
import { fullSession } from '../testing/console/sessionSamples.ts'
import { samplePasskeys } from '../testing/console/teamSamples.ts'
import { id, needsAttention } from './accessibility/sampleLists.fixtures.ts'

/** The dialogs of the console where the system sets the colours. */

const openFixture = useConsole()

type DialogState = {
  readonly name: string
  readonly path: string
  readonly open: (page: Page) => Promise<unknown>
  readonly prepare?: (fixture: ConsoleFixture) => void
  /** How many main buttons it has; one by default. */
  readonly mainButtons?: number
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

/** The open dialog, modal or as a popover. */
const openDialog = 'dialog:is([open], :popover-open)'

const inDialog = (page: Page, name: string) => page.locator(openDialog).getByRole('button', { name }).click()

const payment = `/test/payments/${id}`
const withRelated = (fixture: ConsoleFixture): void => {
  fixture.respond('GET /session', () => ({ body: fullSession }))
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: relatedPayment({ needsAttention }) }))
  for (const [request, body] of Object.entries(relatedBodies())) fixture.respond(request, () => ({ body }))
}

const dialogs: readonly DialogState[] = [
  { name: 'the list of shortcuts', path: '/you', open: (page) => page.keyboard.press('?'), mainButtons: 0 },
  { name: 'a saved view', path: '/payments?search=order:X', open: click('Save view') },
  {
    name: 'refunds of a selection',
    path: '/test/payments',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all shown' }).click()
      await page.getByRole('region', { name: 'Selected payments' }).getByRole('button', { name: 'Refund' }).click()
    },
  },
  { name: 'a refund', path: payment, open: click('Refund'), prepare: withRelated },
  { name: 'a receipt', path: payment, open: click('Send receipt'), prepare: withRelated },
  { name: 'a dispute', path: payment, open: click('Accept the dispute'), prepare: withRelated },
  { name: 'an unknown outcome', path: payment, open: click('Record what happened'), prepare: withRelated },
  { name: 'the end of a payment link', path: `/test/checkouts/${sampleLink().id}`, open: click('Cancel link') },
  { name: 'a new key', path: '/test/keys', open: click('Create key') },
  {
    name: 'the secret of a new key',
    path: '/test/keys',
    prepare: (fixture) =>
      fixture.respond('POST /v1/apikeys', () => ({ body: { key: 'sluice_rk_test_00abc', warning: 'Warning.' } })),
    open: async (page) => {
      await click('Create key')(page)
      await page.getByText('Secret key', { exact: true }).click()
      await inDialog(page, 'Create key')
      await page.locator('.secret-value').waitFor()
    },
  },
  { name: 'the rotation of a key', path: '/test/keys', open: click('Rotate Shop server') },
  { name: 'a question', path: '/test/keys', open: click('Revoke Shop server') },
  { name: 'a webhook', path: '/test/webhooks', open: click('Add webhook') },
  { name: 'a connection', path: '/test/connections', open: click('Add connection') },
  { name: 'an invitation', path: '/team', open: click('Invite a colleague') },
  { name: 'a member', path: '/team', open: click('Change Grace Hopper') },
  { name: 'a passkey', path: '/you', open: click('Add a passkey') },
  {
    name: 'a recovery code',
    path: '/you',
    prepare: (fixture) => {
      fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys(2, false) }))
      fixture.respond('POST /session/recoverycode', () => ({ body: { recoveryCode: '00-abcdef-abcdef' } }))
    },
    open: click('Make a recovery code'),
  },
]

it.each(dialogs)(
  'forced colours: the dialog of $name has an edge, a main button and a visible focus',
  async ({ path, open, prepare, mainButtons = 1 }) => {
    const fixture = await openFixture()
    respondToAllScreens(fixture)
    prepare?.(fixture)
    await fixture.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const page = await fixture.open(path)
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await open(page)
    await page.locator(openDialog).waitFor()
    await page.waitForLoadState('networkidle')
    // Focus by script is visible after a key was pressed.
    await page.keyboard.press('Shift')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await blur(page)
      expect.soft(await edgeContrast(page, openDialog), colorScheme).toBeGreaterThanOrEqual(3)
      const main = await distinct(page, `${openDialog} .button:is(.primary, .danger)`)
      expect(main).toHaveLength(mainButtons)
      const plain = await alike(
        page,
        main,
        (element) => {
          element.dataset['look'] = element.className
          element.className = 'button'
        },
        (element) => {
          element.className = element.dataset['look']!
        },
      )
      expect.soft(plain, colorScheme).toEqual([])
    }
    const checked = await checkedAlike(page, openDialog)
    const focused = await focusedAlike(page, openDialog)
    expect({ checked, focused }).toEqual({ checked: [], focused: [] })
  },
  60_000,
)
