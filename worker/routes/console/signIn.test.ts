import { describe, expect, test } from 'vitest'
import { consoleOrigin, startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createAuthenticator } from '../../testing/passkeys.ts'
import { createMerchant, gatewayOrigin, testClock } from '../../testing/merchant.ts'

const clock = testClock()
const { worker, openBrowser, invite, join, signIn, confirm } = startConsole({ clock })
const hour = 3_600_000

const errorOf = (response: { readonly status: number; readonly json: any }) => [
  response.status,
  response.json.errors?.[0].type,
]
const auditOf = async ({ id, rows }: Awaited<ReturnType<typeof createMerchant>>) =>
  (await rows('SELECT key, action FROM audit WHERE account = ? ORDER BY id', id)).map(({ action }) => action)

describe('an invitation', () => {
  test('makes its holder a member who is signed in, once', async () => {
    const merchant = await createMerchant()
    const { joined, send, secret, state, authenticator } = await join(merchant.id, 'support', 5000)
    expect(joined.status).toBe(200)
    expect(joined.json.recoveryCode).toMatch(/^00(-[0-9A-Za-z]{6}){4}$/)
    expect(joined.headers.get('set-cookie')).toMatch(
      /^__Host-session=00[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect((await send('GET', '/session')).json).toMatchObject({
      member: { name: 'Ada', email: 'ada@shop.example', role: 'support', refundLimit: 50 },
      account: { id: merchant.id },
    })
    expect(errorOf(await send('POST', '/invitation', { secret }))).toEqual([409, 'invitation_invalid'])
    const [member] = await merchant.rows('SELECT * FROM members WHERE account = ?', merchant.id)
    const [passkey] = await merchant.rows('SELECT * FROM passkeys WHERE member = ?', member!['id'])
    expect(passkey!['id']).toBe(authenticator.id)
    expect(await auditOf(merchant)).toEqual(['member.joined', 'session.started'])
    const stored = JSON.stringify([
      await merchant.rows('SELECT * FROM consoleSessions'),
      await merchant.rows('SELECT * FROM members'),
      await merchant.rows('SELECT * FROM invitations'),
      await merchant.rows('SELECT * FROM audit'),
      worker.log,
    ])
    for (const value of [state.cookie.split('=')[1]!, joined.json.recoveryCode, secret])
      expect(stored).not.toContain(value)
  })

  test('used by two people at once makes one of them a member', async () => {
    const merchant = await createMerchant()
    const secret = await invite(merchant.id, 'owner')
    const accept = async () => {
      const { send } = openBrowser()
      const { json } = await send('POST', '/invitation', { secret })
      const credential = await (await createAuthenticator(consoleOrigin)).register(json.publicKey)
      return () => send('POST', '/invitation/accept', { secret, name: 'Ada', credential })
    }
    const both = [await accept(), await accept()]
    const results = await Promise.all(both.map((send) => send()))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await merchant.rows('SELECT id FROM members WHERE account = ?', merchant.id)).toHaveLength(1)
    expect(await merchant.rows('SELECT id FROM consoleSessions WHERE account = ?', merchant.id)).toHaveLength(1)
  })

  test('that is unknown, canceled or a day old is rejected', async () => {
    const merchant = await createMerchant()
    const { send } = openBrowser()
    expect(errorOf(await send('POST', '/invitation', { secret: `00${'A'.repeat(43)}` }))).toEqual([
      409,
      'invitation_invalid',
    ])
    const canceled = await invite(merchant.id, 'owner')
    await merchant.run('UPDATE invitations SET canceled = 1 WHERE account = ?', merchant.id)
    expect(errorOf(await send('POST', '/invitation', { secret: canceled }))).toEqual([409, 'invitation_invalid'])
    const old = await invite(merchant.id, 'owner')
    await merchant.run('UPDATE invitations SET expires = ? WHERE account = ?', clock.now(), merchant.id)
    expect(errorOf(await send('POST', '/invitation', { secret: old }))).toEqual([409, 'invitation_invalid'])
  })

  test('with a passkey of another challenge, host or person makes no member', async () => {
    const merchant = await createMerchant()
    const secret = await invite(merchant.id, 'owner')
    const { send } = openBrowser()
    const { json } = await send('POST', '/invitation', { secret })
    const authenticator = await createAuthenticator(consoleOrigin)
    const { json: other } = await send('POST', '/session/options')
    for (const credential of [
      await authenticator.register({ ...json.publicKey, challenge: other.publicKey.challenge }),
      await authenticator.register(json.publicKey, { host: 'pay.test' }),
      await authenticator.register(json.publicKey, { flags: 1 }),
    ])
      expect(errorOf(await send('POST', '/invitation/accept', { secret, name: 'Ada', credential }))).toEqual([
        401,
        'passkey_invalid',
      ])
    expect(await merchant.rows('SELECT id FROM members WHERE account = ?', merchant.id)).toEqual([])
  })
})

describe('sign-in', () => {
  test('with a passkey starts a session, and each signature works once', async () => {
    const merchant = await createMerchant()
    const { authenticator } = await join(merchant.id, 'owner')
    clock.advance(1)
    const { signedIn, send, credential } = await signIn(authenticator)
    expect(signedIn.status).toBe(200)
    expect((await send('GET', '/session')).json.member).toMatchObject({ name: 'Ada', role: 'owner' })
    const again = openBrowser()
    expect(errorOf(await again.send('POST', '/session', { credential }))).toEqual([401, 'passkey_invalid'])
    expect(again.state.cookie).toBe('')
  })

  test('with one signature sent twice at once starts one session', async () => {
    const merchant = await createMerchant()
    const { authenticator } = await join(merchant.id, 'owner')
    clock.advance(1)
    const { json } = await openBrowser().send('POST', '/session/options')
    const credential = await authenticator.sign(json.publicKey)
    const results = await Promise.all([1, 2].map(() => openBrowser().send('POST', '/session', { credential })))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await merchant.rows('SELECT id FROM consoleSessions WHERE account = ?', merchant.id)).toHaveLength(2)
  })

  test('with an unknown passkey, a wrong signature or an old challenge is rejected, and the owner sees wrong ones', async () => {
    const merchant = await createMerchant()
    const { authenticator } = await join(merchant.id, 'owner')
    clock.advance(1)
    const stranger = await createAuthenticator(consoleOrigin)
    expect(errorOf((await signIn(stranger)).signedIn)).toEqual([401, 'passkey_invalid'])
    expect(errorOf((await signIn(authenticator, { origin: 'https://evil.example' })).signedIn)).toEqual([
      401,
      'passkey_invalid',
    ])
    const { json } = await openBrowser().send('POST', '/session/options')
    const credential = await authenticator.sign(json.publicKey)
    clock.advance(300_001)
    expect(errorOf(await openBrowser().send('POST', '/session', { credential }))).toEqual([401, 'passkey_invalid'])
    expect((await auditOf(merchant)).slice(2)).toEqual(['passkey.rejected', 'passkey.rejected'])
  })

  test('of a removed member is rejected', async () => {
    const merchant = await createMerchant()
    const { authenticator, send } = await join(merchant.id, 'owner')
    await merchant.run('UPDATE members SET removed = 1 WHERE account = ?', merchant.id)
    expect(errorOf(await send('GET', '/session'))).toEqual([401, 'session_missing'])
    clock.advance(1)
    expect(errorOf((await signIn(authenticator)).signedIn)).toEqual([401, 'passkey_invalid'])
  })

  test('without a passkey is possible in no deployment', async () => {
    expect((await openBrowser().send('POST', '/session/demo')).status).toBe(404)
  })
})

describe('a session', () => {
  test('ends after twelve hours, after an hour without a request, and at sign-out', async () => {
    const merchant = await createMerchant()
    const { authenticator, send } = await join(merchant.id, 'owner')
    clock.advance(59 * 60_000)
    expect((await send('GET', '/session')).status).toBe(200)
    clock.advance(59 * 60_000)
    expect((await send('GET', '/session')).status).toBe(200)
    clock.advance(hour)
    expect(errorOf(await send('GET', '/session'))).toEqual([401, 'session_missing'])

    const long = await signIn(authenticator)
    for (let quarters = 0; quarters < 47; quarters++) {
      clock.advance(hour / 4)
      expect((await long.send('GET', '/session')).status).toBe(200)
    }
    clock.advance(hour / 4)
    expect((await long.send('GET', '/session')).status).toBe(401)

    const short = await signIn(authenticator)
    const { cookie } = short.state
    expect((await short.send('DELETE', '/session')).status).toBe(200)
    expect(short.state.cookie).toBe('')
    expect((await openBrowser(cookie).send('GET', '/session')).status).toBe(401)
  })

  test('calls the API in the mode of the page, within its account', async () => {
    const [merchant, other] = [await createMerchant(), await createMerchant()]
    const { send } = await join(merchant.id, 'owner')
    const paid = await worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', {
      body: { payment: { token: 'test-visa-4242' }, amount: { value: 10 } },
    })
    const theirs = await worker.as(other.secretKey)('POST', '/v1/transactions/authorize', {
      body: { payment: { token: 'test-visa-4242' }, amount: { value: 10 } },
    })
    const list = async (headers = {}) => (await send('GET', '/v1/transactions', undefined, headers)).json.transactions
    expect(await list()).toMatchObject([{ transactionId: paid.json.transactionId }])
    expect(await list({ 'sluice-mode': 'test' })).toHaveLength(1)
    expect(await list({ 'sluice-mode': 'live' })).toEqual([])
    expect((await send('GET', `/v1/transactions/${theirs.json.transactionId}`)).status).toBe(404)
  })

  test('is useless on the payment host, and an API key on the console', async () => {
    const merchant = await createMerchant()
    const { state, send } = await join(merchant.id, 'owner')
    for (const path of ['/session', '/v1/account']) {
      const response = await worker.fetch(new Request(gatewayOrigin + path, { headers: { cookie: state.cookie } }))
      expect([path, response.status]).toEqual([path, path === '/session' ? 404 : 401])
    }
    const { send: stranger } = openBrowser()
    expect(errorOf(await stranger('GET', '/v1/account', undefined, { 'x-api-key': merchant.secretKey }))).toEqual([
      401,
      'session_missing',
    ])
    expect((await send('GET', '/v1/account')).status).toBe(200)
  })

  test('is useless from a page of another origin, also of a neighbouring host', async () => {
    const merchant = await createMerchant()
    const { send } = await join(merchant.id, 'owner')
    const pages: readonly Readonly<Record<string, string>>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://pay.test', 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of pages) {
      for (const path of ['/session', '/v1/account'])
        expect(errorOf(await send('GET', path, undefined, headers)), path).toEqual([403, 'origin_not_allowed'])
      for (const path of ['/session/options', '/session', '/session/confirm', '/invitation', '/v1/apikeys'])
        expect(errorOf(await send('POST', path, {}, headers)), path).toEqual([403, 'origin_not_allowed'])
    }
    const { cookie } = (await join(merchant.id, 'owner')).state
    const withoutOrigin = await worker.fetch(
      new Request(`${consoleOrigin}/v1/apikeys`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: '{}',
      }),
    )
    expect(withoutOrigin.status).toBe(403)
  })
})

describe('a fresh passkey', () => {
  test('is required for keys five minutes after sign-in, and a confirmation of the same session gives it', async () => {
    const merchant = await createMerchant()
    const owner = await join(merchant.id, 'owner')
    const issue = () => owner.send('POST', '/v1/apikeys', { kind: 'publishable' })
    expect((await issue()).status).toBe(200)
    clock.advance(300_000)
    expect(errorOf(await issue())).toEqual([403, 'passkey_required'])
    expect((await owner.send('GET', '/v1/apikeys')).status).toBe(200)
    expect((await confirm(owner, owner.authenticator)).status).toBe(200)
    expect((await issue()).status).toBe(200)
    expect(await auditOf(merchant)).toContain('session.confirmed')
  })

  test('of another member, or for another session or sign-in, confirms nothing', async () => {
    const merchant = await createMerchant()
    const [owner, other] = [await join(merchant.id, 'owner'), await join(merchant.id, 'owner')]
    clock.advance(300_000)
    expect(errorOf(await confirm(owner, other.authenticator))).toEqual([401, 'passkey_invalid'])
    const { json: signInOptions } = await owner.send('POST', '/session/options')
    const { json: otherOptions } = await other.send('POST', '/session/confirm/options')
    for (const { publicKey } of [signInOptions, otherOptions])
      expect(
        errorOf(
          await owner.send('POST', '/session/confirm', { credential: await owner.authenticator.sign(publicKey) }),
        ),
      ).toEqual([401, 'passkey_invalid'])
    expect(errorOf(await owner.send('POST', '/v1/apikeys', { kind: 'publishable' }))).toEqual([403, 'passkey_required'])
  })
})

test('the console serves no payment page, and the payment host nothing of the console', async () => {
  for (const path of [
    '/embed.js',
    '/card',
    '/checkout/00aaaaaaaaaaaaaaaaaaaaaa',
    '/health',
    '/openapi.json',
    '/sri.json',
  ])
    expect([path, (await worker.fetch(new Request(consoleOrigin + path))).status]).toEqual([path, 404])
  for (const [method, path] of [
    ['POST', '/session/options'],
    ['GET', '/session'],
    ['POST', '/invitation'],
  ] as const)
    expect([path, (await worker.fetch(new Request(gatewayOrigin + path, { method }))).status]).toEqual([path, 404])
})
