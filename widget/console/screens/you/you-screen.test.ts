import { expect, it } from 'vitest'
import { addAuthenticator } from '../../../testing/console/addAuthenticator.ts'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { samplePasskeys, sampleSession, teamOwner } from '../../../testing/console/teamSamples.ts'

const openFixture = useConsole()

const openYou = async (prepare: (fixture: ConsoleFixture) => void = () => {}) => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({ body: teamOwner }))
  fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys() }))
  fixture.respond('GET /v1/team/sessions', () => ({
    body: {
      sessions: [
        sampleSession(),
        sampleSession({ id: 's2', browser: 'Safari on iOS' }),
        sampleSession({ id: 's3', member: 'm2', browser: 'Edge on Windows' }),
      ],
    },
  }))
  prepare(fixture)
  return { fixture, page: await fixture.open('/you') }
}

/** Options for a new passkey. */
const creation = () => ({
  body: {
    publicKey: {
      challenge: 'Y2hhbGxlbmdl',
      rp: { id: 'console.test', name: 'Kiln & Tide' },
      user: { id: 'bTE', name: 'robin@shop.test', displayName: 'Robin' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  },
})

it('the menu of the member leads to own passkeys, and to own sessions alone', async () => {
  const { fixture } = await openYou()
  const page = await fixture.open('/test/payments')
  await page.getByRole('button', { name: 'Account of Robin Miller' }).click()
  await page.getByRole('link', { name: 'Your passkeys and sessions' }).click()
  const rows = page.getByRole('table', { name: 'Where you are signed in' }).getByRole('row')
  await rows.first().waitFor()
  expect(await page.locator('#member-menu').isVisible()).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/test/you')
  expect(await rows.locator('td.name').allInnerTexts()).toEqual([
    expect.stringMatching(/^Firefox on Linux\s+This browser$/),
    'Safari on iOS',
  ])
  expect(await page.getByRole('table', { name: 'Passkeys' }).locator('td.name').allInnerTexts()).toEqual([
    'Phone',
    'Security key',
  ])
  await page.getByText('Owner. Refunds: Any amount.').waitFor()
})

it('a second passkey is made in the browser and registered under its name', async () => {
  const { fixture, page } = await openYou((fixture) => {
    fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys(1, false) }))
    fixture.respond('POST /session/passkeys/options', creation)
    fixture.respond('POST /session/passkeys', () => ({ body: { passkey: samplePasskeys(2).passkeys[1] } }))
  })
  await addAuthenticator(fixture.context, page)
  await page.getByText('You have one passkey and no recovery code').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys() }))
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(' Security key ')
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('The passkey “Security key” was added.').waitFor()
  await page.getByRole('button', { name: 'Remove Security key' }).waitFor()
  expect(await page.getByText('You have one passkey and no recovery code').count()).toBe(0)
  expect(fixture.sent('POST /session/passkeys')[0]!.postDataJSON()).toMatchObject({
    name: 'Security key',
    credential: { type: 'public-key', response: { attestationObject: expect.any(String) } },
  })
})

it('a device that has a passkey already says so, and a canceled one changes nothing', async () => {
  const { fixture } = await openYou((fixture) => fixture.respond('POST /session/passkeys/options', creation))
  await fixture.page.addInitScript(() => {
    let tries = 0
    navigator.credentials.create = () =>
      Promise.reject(new DOMException('', tries++ === 0 ? 'InvalidStateError' : 'NotAllowedError'))
  })
  const page = await fixture.open('/you')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await dialog.getByText('This device has a passkey of yours already').waitFor()
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await dialog.getByText('No passkey was used').waitFor()
  expect(fixture.sent('POST /session/passkeys')).toEqual([])
})

it('a passkey is removed after a question, unless it is the last way in', async () => {
  const { fixture, page } = await openYou((fixture) =>
    fixture.respond('DELETE /session/passkeys/p1', () => failure(409, 'last_passkey')),
  )
  await page.getByRole('button', { name: 'Remove Security key' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the passkey “Security key”?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await question.getByText('You need two passkeys, or a recovery code').waitFor()
  fixture.respond('DELETE /session/passkeys/p1', () => ({ body: {} }))
  fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys(1) }))
  await question.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The passkey was removed.').waitFor()
  await page.getByRole('button', { name: 'Remove Security key' }).waitFor({ state: 'detached' })
})

it('a new recovery code is made after a question, and shown once', async () => {
  const { fixture, page } = await openYou((fixture) =>
    fixture.respond('POST /session/recoverycode', () => ({ body: { recoveryCode: '00-abcdef-abcdef-abcdef-abcdef' } })),
  )
  await page.getByRole('button', { name: 'Make a new recovery code' }).click()
  await page.getByRole('alertdialog').getByText('The code that you have stops working.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make a new code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep your recovery code' })
  expect(await dialog.locator('.recovery-code').innerText()).toBe('00-abcdef-abcdef-abcdef-abcdef')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await page.getByText('00-abcdef').count()).toBe(0)
  expect(fixture.sent('POST /session/recoverycode')).toHaveLength(1)
})

it('a first recovery code needs no question', async () => {
  const { page } = await openYou((fixture) => {
    fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys(2, false) }))
    fixture.respond('POST /session/recoverycode', () => ({ body: { recoveryCode: '00-a' } }))
  })
  await page.getByRole('button', { name: 'Make a recovery code' }).click()
  await page.getByRole('dialog', { name: 'Keep your recovery code' }).waitFor()
})

it('signing out everywhere ends own sessions on all pages, that of this browser last', async () => {
  const { fixture, page } = await openYou((fixture) => {
    fixture.respond('GET /v1/team/sessions', (_, url) =>
      url.searchParams.has('cursor')
        ? { body: { sessions: [sampleSession({ id: 's4' })] } }
        : {
            body: {
              sessions: [sampleSession(), sampleSession({ id: 's3', member: 'm2' }), sampleSession({ id: 's2' })],
            },
            headers: { link: '<https://console.test/v1/team/sessions?cursor=next>; rel="next"' },
          },
    )
    fixture.respond('DELETE /v1/team/sessions/s2', () => failure(404, 'not_found'))
    fixture.respond('DELETE /v1/team/sessions/s4', () => ({ body: {} }))
    fixture.respond('DELETE /session', () => ({ body: {} }))
  })
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByText('You are signed out.').waitFor()
  const ended = fixture.requests.filter((request) => request.method() === 'DELETE')
  expect(ended.map((request) => new URL(request.url()).pathname)).toEqual([
    '/v1/team/sessions/s2',
    '/v1/team/sessions/s4',
    '/session',
  ])
})

it('passkeys that cannot be read leave the sessions, and are read again', async () => {
  const { fixture, page } = await openYou((fixture) =>
    fixture.respond('GET /session/passkeys', () => failure(503, 'unavailable')),
  )
  await page.getByRole('alert').getByText('The gateway is busy').waitFor()
  await page.getByRole('table', { name: 'Where you are signed in' }).waitFor()
  fixture.respond('GET /session/passkeys', () => ({ body: samplePasskeys() }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table', { name: 'Passkeys' }).waitFor()
})
