import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { checkStates, type ScreenState } from '../../../testing/console/checkStates.ts'
import { sampleRow } from '../../../testing/console/rowSamples.ts'
import {
  ownerMember,
  sampleAccountSettings,
  sampleInvitation,
  sampleMember,
  samplePasskeys,
  sampleQuotas,
  sampleSession,
  sampleView,
  teamOwner,
} from '../../../testing/console/teamSamples.ts'

const openFixture = useConsole()
const never = () => new Promise<never>(() => {})

const prepareAll = (fixture: ConsoleFixture, text?: string): void => {
  const named = text === undefined ? {} : { name: text, email: text }
  fixture.respond('GET /session', () => ({ body: teamOwner }))
  fixture.respond('GET /v1/team/members', () => ({ body: { members: [sampleMember(named), ownerMember()] } }))
  fixture.respond('GET /v1/team/invitations', () => ({
    body: { invitations: [sampleInvitation(text === undefined ? {} : { email: text })] },
  }))
  fixture.respond('GET /v1/team/sessions', () => ({
    body: {
      sessions: [sampleSession(text === undefined ? {} : { browser: text }), sampleSession({ id: 's2', member: 'm2' })],
    },
  }))
  fixture.respond('GET /session/passkeys', () => {
    const { passkeys, hasRecoveryCode } = samplePasskeys()
    return {
      body: {
        passkeys: passkeys.map(({ name, ...each }) => Object.assign(each, { name: text ?? name })),
        hasRecoveryCode,
      },
    }
  })
  fixture.respond('GET /v1/account', () => ({
    body: {
      account: sampleAccountSettings(
        text === undefined
          ? {}
          : { name: text, supportUrl: text, allowedOrigins: [text], legalTexts: { [text]: { bankDebit: text } } },
      ),
    },
  }))
  fixture.respond('GET /v1/account/quotas', () => ({ body: { quotas: sampleQuotas() } }))
  fixture.respond('GET /v1/transactions', () => ({ body: { transactions: [sampleRow()], nextCursor: null } }))
  fixture.respond('GET /v1/views', () => ({ body: { views: [sampleView(text === undefined ? {} : { name: text })] } }))
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()
const table = (name: string) => (page: Page) => page.getByRole('table', { name }).waitFor()

const state = (
  name: string,
  path: string,
  reach: ScreenState['reach'],
  change: (fixture: ConsoleFixture) => void = () => {},
): ScreenState => ({
  name,
  path,
  reach,
  prepare: (fixture) => {
    prepareAll(fixture)
    change(fixture)
  },
})

const states: readonly ScreenState[] = [
  state('the team', '/test/team', table('Signed-in browsers')),
  state(
    'the skeleton of the team',
    '/team',
    (page) => page.locator('.list-skeleton').waitFor(),
    (fixture) => fixture.respond('GET /v1/team/members', never),
  ),
  state(
    'a team without invitations, and an error',
    '/team',
    (page) => page.getByRole('alert').waitFor(),
    (fixture) => {
      fixture.respond('GET /v1/team/invitations', () => ({ body: { invitations: [] } }))
      fixture.respond('GET /v1/team/sessions', () => failure(500, 'internal_error'))
    },
  ),
  state('the form of an invitation, with errors', '/team', async (page) => {
    await click('Invite a colleague')(page)
    await click('Make a link')(page)
    await page.getByText('Enter an email address such as').waitFor()
  }),
  state(
    'the link of an invitation',
    '/team',
    async (page) => {
      await click('Invite a colleague')(page)
      await page.getByLabel('Email').fill('a@b.test')
      await page.getByLabel('May refund up to').fill('50')
      await click('Make a link')(page)
      await page.getByRole('dialog', { name: 'Send this link' }).waitFor()
    },
    (fixture) =>
      fixture.respond('POST /v1/team/invitations', () => ({
        body: { invitation: sampleInvitation(), link: `https://console.test/invitation#00${'x'.repeat(43)}` },
      })),
  ),
  state('the form of a member', '/test/team', async (page) => {
    await click('Change Robin Miller')(page)
    await page.getByRole('radio', { name: 'Viewer' }).check()
    await page.getByText('This is your own role').waitFor()
  }),
  state(
    'a question, with an error',
    '/team',
    async (page) => {
      await click('Remove Robin Miller')(page)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByRole('alertdialog').getByRole('alert').waitFor()
    },
    (fixture) => fixture.respond('DELETE /v1/team/members/m1', () => failure(409, 'last_owner')),
  ),
  state('one’s own page', '/you', table('Passkeys')),
  state(
    'one’s own page without passkeys',
    '/test/you',
    (page) => page.getByText('No passkey yet.').waitFor(),
    (fixture) => fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys(0, false) })),
  ),
  state(
    'the skeleton of one’s own page',
    '/you',
    (page) => page.locator('.list-skeleton').waitFor(),
    (fixture) => fixture.respond('GET /session/passkeys', never),
  ),
  state('the form of a passkey', '/you', async (page) => {
    await click('Add a passkey')(page)
    await page.getByRole('dialog').waitFor()
  }),
  state(
    'a recovery code',
    '/you',
    async (page) => {
      await click('Make a recovery code')(page)
      await page.locator('.recovery-code').waitFor()
    },
    (fixture) => {
      fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys(2, false) }))
      fixture.respond('POST /session/recoverycode', () => ({
        body: { recoveryCode: '00-abcdef-abcdef-abcdef-abcdef' },
      }))
    },
  ),
  state('the settings of live mode', '/settings', async (page) => {
    for (const summary of await page.locator('summary').all()) await summary.click()
    await page.getByRole('region', { name: 'Limits' }).waitFor()
    await page.getByText('1 of 8 results decline').click()
  }),
  state('the settings of test mode, changed and wrong', '/test/settings', async (page) => {
    await page.getByLabel('Accepted currencies').fill('X')
    await page.getByRole('region', { name: 'Payments' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('X is not a currency').waitFor()
  }),
  state(
    'the skeleton of the settings',
    '/settings',
    (page) => page.locator('.skeleton-row').first().waitFor(),
    (fixture) => fixture.respond('GET /v1/account', never),
  ),
  state(
    'settings that cannot be read',
    '/settings',
    (page) => page.getByRole('alert').waitFor(),
    (fixture) => fixture.respond('GET /v1/account', () => failure(503, 'unavailable')),
  ),
  state('saved views, and the menu of one', '/payments?search=order:MUG', async (page) => {
    await click('Edit view')(page)
    await page.getByText('Shared with the team').waitFor()
  }),
  state('the form of a view, without a name', '/payments?search=order:X', async (page) => {
    await click('Save view')(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter a name of up to').waitFor()
  }),
]

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
  { width: 320, dark: false },
])(
  'team, own page, settings and saved views have no axe violations in any state, $width px wide, dark $dark',
  (options) => checkStates(openFixture, states, options),
  240_000,
)

it('nothing moves while team, own page, settings and views load', async () => {
  for (const width of [1280, 390])
    for (const path of ['/test/team', '/you', '/settings', '/test/settings', '/payments?search=order:MUG']) {
      const fixture = await openFixture({ width })
      prepareAll(fixture)
      await fixture.page.addInitScript(() => {
        const shifts: number[] = ((window as never as { shifts: number[] }).shifts = [])
        new PerformanceObserver((entries) => {
          for (const entry of entries.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const [name, handler] of fixture.handlers)
        fixture.respond(name, async (request, url) => {
          // Each response comes at another time.
          await new Promise((resolve) => setTimeout(resolve, name.length * 4))
          return handler(request, url)
        })
      const page = await fixture.open(path)
      await page.locator('.rows, .settings-form').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => (window as never as { shifts: number[] }).shifts), `${path} ${width}`).toEqual(
        [],
      )
    }
}, 60_000)

it('stored texts of team, own page, settings and views are shown as text', async () => {
  const attack = `"><img src=x onerror="attacked()"><script>attacked()</script>`
  const fixture = await openFixture()
  prepareAll(fixture, attack)
  const attacked: string[] = []
  await fixture.page.exposeFunction('attacked', () => attacked.push('attacked'))
  for (const [path, selector] of [
    ['/team', 'td.name strong'],
    ['/you', 'td.name'],
    ['/test/settings', '.facts dd'],
    ['/settings', '#business'],
    ['/payments', '.views a:has-text("attacked")'],
  ] as const) {
    const page = await fixture.open(path)
    const place = page.locator(selector).first()
    await place.waitFor()
    const shown = path === '/settings' ? await page.getByLabel('Business name').inputValue() : await place.innerText()
    expect(shown, path).toContain(attack)
    expect(await page.locator('console-shell :is(img, script, iframe)').count(), path).toBe(0)
  }
  expect([attacked, fixture.errors]).toEqual([[], []])
})
