import { expect, it } from 'vitest'
import { consoleViolations } from '../../testing/console/consoleViolations.ts'
import { failure, useConsole, type ConsoleFixture } from '../../testing/console/consoleFixture.ts'
import { ownerSession } from '../../testing/console/sessionSamples.ts'

const openFixture = useConsole()

const memberships = [
  { member: `00${'a'.repeat(36)}`, account: 'Mug shop', role: 'owner' },
  { member: `01${'b'.repeat(36)}`, account: 'Kiln & Tide', role: 'support' },
]

/** A console whose operator has set up Cloudflare Access. */
const withAccess = (fixture: ConsoleFixture, members = memberships): void => {
  let hasSession = false
  const missing = failure(401, 'session_missing')
  fixture.respond('GET /session', () =>
    hasSession ? { body: ownerSession } : { ...missing, body: { ...(missing.body as object), access: true } },
  )
  fixture.respond('POST /session/access/options', () => ({ body: { members } }))
  fixture.respond('POST /session/access', () => {
    hasSession = true
    return { body: ownerSession }
  })
}

it('the sign-in page leads to Cloudflare Access, and a person of one account is signed in right away', async () => {
  const fixture = await openFixture()
  withAccess(fixture, memberships.slice(0, 1))
  const page = await fixture.open('/')
  await page.getByRole('link', { name: 'Sign in with Cloudflare Access' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(fixture.sent('POST /session/access').map((request) => request.postDataJSON() as unknown)).toEqual([
    { member: memberships[0]!.member },
  ])
})

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])('a person of two accounts chooses one, $width px wide, dark $dark', async ({ width, dark }) => {
  const fixture = await openFixture({ width, dark })
  withAccess(fixture)
  const page = await fixture.open('/session/access')
  await page.getByText('You belong to more than one account.').waitFor()
  expect(fixture.sent('POST /session/access')).toEqual([])
  expect(await consoleViolations(page)).toEqual([])
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Mug shop\nOwner', 'Kiln & Tide\nSupport'])
  await page.getByRole('button', { name: 'Kiln & Tide' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  expect(fixture.sent('POST /session/access')[0]!.postDataJSON()).toEqual({ member: memberships[1]!.member })
})

it('an email address without a member shows an error that names an owner’s invitation, and a link to sign-in by passkey', async () => {
  const fixture = await openFixture()
  withAccess(fixture)
  fixture.respond('POST /session/access/options', () => failure(403, 'access_member_unknown'))
  const page = await fixture.open('/session/access')
  await page.getByRole('alert').getByText('Ask an owner to invite it').waitFor()
  expect(await consoleViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in with a passkey instead' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
})

it('a membership that was removed meanwhile shows its error, and another can be chosen', async () => {
  const fixture = await openFixture()
  withAccess(fixture)
  fixture.respond('POST /session/access', () => failure(403, 'access_member_unknown'))
  const page = await fixture.open('/session/access')
  await page.getByRole('button', { name: 'Mug shop' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('button', { name: 'Kiln & Tide' }).isEnabled()).toBe(true)
})
