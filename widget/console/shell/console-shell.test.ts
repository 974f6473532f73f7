import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { addAuthenticator } from '../../testing/console/addAuthenticator.ts'
import { failure, useConsole, type ConsoleFixture } from '../../testing/console/consoleFixture.ts'
import { ownerSession } from '../../testing/console/sessionSamples.ts'
import { samplePayment } from '../../testing/console/paymentSamples.ts'
import { sampleRow } from '../../testing/console/rowSamples.ts'

const openFixture = useConsole()

/** Signs the fixture out until POST /session or /session/demo. */
const signedOut = (fixture: ConsoleFixture, isLocal = false): void => {
  let hasSession = false
  const enter = () => {
    hasSession = true
    return { body: ownerSession }
  }
  const missing = failure(401, 'session_missing')
  fixture.respond('GET /session', () =>
    hasSession ? { body: ownerSession } : { ...missing, body: { ...(missing.body as object), demo: isLocal } },
  )
  fixture.respond('POST /session/demo', enter)
  fixture.respond('POST /session', enter)
  fixture.respond('POST /session/options', () => ({
    body: { publicKey: { challenge: 'Y2hhbGxlbmdl', rpId: 'console.test', userVerification: 'required' } },
  }))
}

/** Gives the browser a passkey of the console. */
const addPasskey = async ({ context, page }: ConsoleFixture): Promise<void> => {
  const { session, authenticatorId } = await addAuthenticator(context, page)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await session.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: {
      credentialId: 'AQID',
      isResidentCredential: true,
      rpId: 'console.test',
      userHandle: 'bTE=',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      signCount: 1,
    },
  })
}

it('without a session the console shows the sign-in page, and no button of local runs', async () => {
  const fixture = await openFixture()
  signedOut(fixture)
  const page = await fixture.open('/payments')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Sign in with a passkey'])
  expect(fixture.requests.map((request) => new URL(request.url()).pathname)).toEqual(['/session', '/v1/transactions'])
})

it('a passkey signs in, and the address that was asked for opens', async () => {
  const fixture = await openFixture()
  signedOut(fixture)
  await addPasskey(fixture)
  const page = await fixture.open('/test/payments?search=4242')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
  expect(page.url()).toBe('https://console.test/test/payments?search=4242')
  const { credential } = fixture.sent('POST /session')[0]!.postDataJSON() as { credential: Record<string, unknown> }
  expect(credential).toMatchObject({ id: 'AQID', type: 'public-key', response: { signature: expect.any(String) } })
})

it('without a passkey the sign-in page says that nothing happened, and can be used again', async () => {
  const fixture = await openFixture()
  signedOut(fixture)
  await fixture.page.addInitScript(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  const page = await fixture.open('/')
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.click()
  await page.getByRole('alert').getByText('No passkey was used').waitFor()
  expect(await button.isEnabled()).toBe(true)
  expect(fixture.sent('POST /session')).toEqual([])
})

it('in a local run a button enters as the demo owner, in test mode', async () => {
  const fixture = await openFixture()
  signedOut(fixture, true)
  const page = await fixture.open('/')
  await page.getByRole('button', { name: 'Enter as the demo owner' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/test')
  await page.getByText('No real money moves').waitFor()
})

it('a request without a session leads to the sign-in page, and back to the same address', async () => {
  const fixture = await openFixture()
  signedOut(fixture, true)
  fixture.respond('POST /session/demo', () => {
    fixture.respond('GET /v1/transactions', () => ({ body: { transactions: [sampleRow()], nextCursor: null } }))
    return { body: ownerSession }
  })
  fixture.respond('GET /session', () => ({ body: ownerSession }))
  fixture.respond('GET /v1/transactions', () => failure(401, 'session_expired'))
  const page = await fixture.open('/test/payments')
  await page.getByText('Your session has ended').waitFor()
  signedOutAgain(fixture)
  await page.reload()
  await page.getByRole('button', { name: 'Enter as the demo owner' }).click()
  await page.getByRole('link', { name: '$10.00' }).waitFor()
  expect(page.url()).toBe('https://console.test/test/payments')
})

const signedOutAgain = (fixture: ConsoleFixture): void =>
  fixture.respond('GET /session', () => ({ status: 401, body: { errors: [], demo: true } }))

it('signing out ends the session on the server', async () => {
  const fixture = await openFixture()
  fixture.respond('DELETE /session', () => {
    signedOutAgain(fixture)
    return { status: 200 }
  })
  const page = await fixture.open('/payments')
  await page.getByRole('button', { name: 'Account of Robin Miller' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are signed out.').waitFor()
  expect(fixture.sent('DELETE /session')).toHaveLength(1)
})

it('a gateway that does not respond shows what to do, and is asked again', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => 'abort')
  const page = await fixture.open('/payments')
  await page.getByText('The gateway does not respond').waitFor()
  fixture.respond('GET /session', () => ({ body: ownerSession }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
})

it('each request names the mode of the address', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/test/payments')
  await page.getByText('No payments yet').waitFor()
  await page.getByRole('link', { name: 'Live' }).click()
  await page.getByText('Your first payment appears here.').waitFor()
  const modes = fixture.sent('GET /v1/transactions').map((request) => request.headers()['sluice-mode'])
  expect(modes).toEqual(['test', 'live'])
  expect(page.url()).toBe('https://console.test/payments')
  expect(await page.getByText('No real money moves').count()).toBe(0)
})

it('an account without live mode opens in test mode, without a switch', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({
    body: { ...ownerSession, account: { ...ownerSession.account, modes: ['test'] } },
  }))
  const page = await fixture.open('/payments')
  await page.getByText('No real money moves').waitFor()
  expect(await page.getByRole('group', { name: 'Mode' }).count()).toBe(0)
})

it('the buttons back and forward move between list and payment', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', () => ({ body: { transactions: [sampleRow(7)], nextCursor: null } }))
  fixture.respond('GET /v1/transactions/91738888800007', () => ({
    body: samplePayment({ transactionId: '91738888800007', originalTransactionId: '91738888800007' }),
  }))
  const page = await fixture.open('/payments?search=status:captured')
  await page.getByRole('link', { name: '$17.00' }).click()
  await page.getByRole('heading', { name: '$80.00' }).waitFor()
  expect(page.url()).toBe('https://console.test/payments/91738888800007')
  expect(await page.title()).toBe('Payment of $80.00 · Kiln & Tide')
  await page.goBack()
  await page.getByText('State: Captured').waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: '$80.00' }).waitFor()
})

it('back to a list finds all pages that were read, and its place, unless something was written', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', (_, url) => {
    const from = url.searchParams.has('cursor') ? 50 : 0
    const transactions = Array.from({ length: 50 }, (_, index) => sampleRow(from + index))
    return { body: { transactions, nextCursor: from === 0 ? 'second' : null } }
  })
  fixture.respond('GET /v1/transactions/91738888800080', () => ({
    body: samplePayment({ transactionId: '91738888800080', originalTransactionId: '91738888800080' }),
  }))
  fixture.respond('POST /v1/transactions/credit', () => ({ body: { approved: true, responseCode: '00' } }))
  const page = await fixture.open('/payments')
  await page.getByRole('button', { name: 'Show more' }).click()
  const link = page.getByRole('link', { name: 'Payment of $90.00' })
  await link.click()
  await page.getByRole('heading', { name: '$80.00' }).waitFor()
  await page.goBack()
  await link.waitFor()
  await expect.poll(() => link.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(800)
  expect(fixture.sent('GET /v1/transactions')).toHaveLength(2)

  await link.click()
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('button', { name: 'Refund $67.50' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('link', { name: 'Payment of $10.00' }).waitFor()
  expect(fixture.sent('GET /v1/transactions')).toHaveLength(3)
})

it('back to a list that was still being read reads it again', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', () => new Promise<never>(() => {}))
  const page = await fixture.open('/payments')
  await page.locator('.list-skeleton').waitFor()
  await page.getByRole('link', { name: 'Disputes' }).click()
  await page.getByText('No disputes here').waitFor()
  fixture.respond('GET /v1/transactions', () => ({ body: { transactions: [sampleRow()], nextCursor: null } }))
  await page.goBack()
  await page.getByRole('link', { name: 'Payment of $10.00' }).waitFor()
})

it('a change of one’s role is in the navigation a minute later, with the next screen', async () => {
  const fixture = await openFixture()
  await fixture.page.clock.install()
  const page = await fixture.open('/payments')
  await page.getByText('No payments yet').waitFor()
  fixture.respond('GET /session', () => ({ body: { ...ownerSession, operations: ['listTransactions'] } }))
  await page.getByRole('link', { name: 'Disputes' }).click()
  await page.getByText('No disputes here').waitFor()
  expect(fixture.sent('GET /session')).toHaveLength(1)
  await page.clock.fastForward(61_000)
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByRole('link', { name: 'Disputes' }).waitFor({ state: 'detached' })
})

it('a page that does not exist is said so, in its mode', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/test/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByText('No real money moves').waitFor()
  expect(await page.getByRole('link', { name: 'Go to Today' }).getAttribute('href')).toBe('/test')
})

it('keys open the list of shortcuts and the search, but not while one types, and can be turned off', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.keyboard.press('/')
  const search = page.getByRole('textbox', { name: 'Search payments' })
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('?/')
  expect(await search.inputValue()).toBe('?/')
  await page.getByRole('heading', { name: 'Payments', exact: true }).click()
  await search.blur()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.waitFor()
  await dialog.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  expect(page.url()).toBe('https://console.test/payments')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect.poll(() => page.url()).toBe('https://console.test/')
})

it('the console runs under its content security policy', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', () => ({ body: { transactions: [sampleRow()], nextCursor: 'x' } }))
  const page = await fixture.open('/test/payments')
  await page.getByRole('link', { name: '$10.00' }).waitFor()
  expect(fixture.errors).toEqual([])
})
