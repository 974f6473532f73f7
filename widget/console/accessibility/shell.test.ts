import { expect, it } from 'vitest'
import { checkStates, type ScreenState } from '../../testing/console/checkStates.ts'
import { consoleViolations } from '../../testing/console/consoleViolations.ts'
import { failure, useConsole } from '../../testing/console/consoleFixture.ts'

const openFixture = useConsole()

const signInStates: readonly ScreenState[] = [
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
    name: 'the menu of the member',
    path: '/nowhere',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Account of Robin Miller' }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
    },
  },
]

it('the list of shortcuts has no axe violations, light and dark', async () => {
  for (const dark of [false, true]) {
    const page = await (await openFixture({ dark })).open('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await consoleViolations(page)).toEqual([])
  }
})

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])(
  'the pages around a session have no axe violations in any state, $width px wide, dark $dark',
  (options) => checkStates(openFixture, signInStates, options),
  120_000,
)
