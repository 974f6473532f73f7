import { describe, expect, test } from 'vitest'
import { consoleOrigin, startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant, testClock } from '../../testing/merchant.ts'
import { createAuthenticator } from '../../testing/passkeys.ts'

const clock = testClock()
const { openBrowser, invite, join, signIn, confirm } = startConsole({ clock })

type Send = ReturnType<typeof openBrowser>['send']

const errorOf = (response: { readonly status: number; readonly json: any }) => [
  response.status,
  response.json.errors?.[0].type,
]

const setUp = async () => {
  const merchant = await createMerchant()
  return { merchant, ada: await join(merchant.id, 'viewer') }
}

/** Registers one more passkey of a signed-in person. */
const add = async (
  { send }: { readonly send: Send },
  name?: string,
  device?: Awaited<ReturnType<typeof createAuthenticator>>,
) => {
  const authenticator = device ?? (await createAuthenticator(consoleOrigin))
  const { json } = await send('POST', '/session/passkeys/options')
  const credential = await authenticator.register(json.publicKey)
  const added = await send('POST', '/session/passkeys', { credential, ...(name !== undefined && { name }) })
  return { authenticator, added, publicKey: json.publicKey }
}

const list = async ({ send }: { readonly send: Send }) => (await send('GET', '/session/passkeys')).json

/** As if the member had never had a recovery code. */
const dropCode = async ({ merchant }: Pick<Awaited<ReturnType<typeof setUp>>, 'merchant'>) =>
  merchant.run('UPDATE members SET recoveryHash = NULL WHERE account = ?', merchant.id)

const openRecovery = (code: string) => openBrowser().send('POST', '/recovery', { code })

describe('a signed-in member', () => {
  test('registers a second passkey, which signs in; both are listed, newest first', async () => {
    const { ada, merchant } = await setUp()
    clock.advance(1)
    const { added, authenticator, publicKey } = await add(ada, 'Key on my desk')
    expect([added.status, added.json.passkey]).toMatchObject([200, { name: 'Key on my desk', lastUsed: null }])
    expect(publicKey.excludeCredentials).toEqual([{ type: 'public-key', id: ada.authenticator.id }])
    const { passkeys, hasRecoveryCode } = await list(ada)
    expect(hasRecoveryCode).toBe(true)
    expect(passkeys).toMatchObject([
      { id: authenticator.id, name: 'Key on my desk' },
      { id: ada.authenticator.id, name: 'Firefox on Linux' },
    ])
    clock.advance(1)
    expect((await signIn(authenticator)).signedIn.status).toBe(200)
    expect((await signIn(ada.authenticator)).signedIn.status).toBe(200)
    const entries = await merchant.rows(
      "SELECT key FROM audit WHERE account = ? AND action = 'passkey.added'",
      merchant.id,
    )
    expect(entries).toHaveLength(1)
  })

  test('registers no passkey with the challenge of another session, or of a sign-in', async () => {
    const { ada, merchant } = await setUp()
    const bob = await join(merchant.id, 'viewer')
    for (const options of [
      (await bob.send('POST', '/session/passkeys/options')).json.publicKey,
      { ...(await bob.send('POST', '/session/options')).json.publicKey, user: { id: 'AAAA' } },
    ]) {
      const credential = await (await createAuthenticator(consoleOrigin)).register(options)
      expect(errorOf(await ada.send('POST', '/session/passkeys', { credential }))).toEqual([401, 'passkey_invalid'])
    }
    expect((await list(ada)).passkeys).toHaveLength(1)
  })

  test('has up to ten passkeys', async () => {
    const { ada } = await setUp()
    for (let more = 0; more < 9; more++) expect((await add(ada)).added.status).toBe(200)
    expect(errorOf((await add(ada)).added)).toEqual([409, 'limit_reached'])
    expect((await list(ada)).passkeys).toHaveLength(10)
  })

  test('removes an own passkey, which ends the other sessions and signs in no more', async () => {
    const { ada } = await setUp()
    const { authenticator } = await add(ada)
    clock.advance(1)
    const other = await signIn(authenticator)
    expect((await other.send('GET', '/session')).status).toBe(200)
    expect((await ada.send('DELETE', `/session/passkeys/${authenticator.id}`)).status).toBe(200)
    expect((await other.send('GET', '/session')).status).toBe(401)
    expect((await ada.send('GET', '/session')).status).toBe(200)
    clock.advance(1)
    expect(errorOf((await signIn(authenticator)).signedIn)).toEqual([401, 'passkey_invalid'])
    expect(errorOf(await ada.send('DELETE', `/session/passkeys/${authenticator.id}`))).toEqual([404, 'not_found'])
  })

  test('neither sees nor removes the passkeys of others', async () => {
    const { ada, merchant } = await setUp()
    const bob = await join(merchant.id, 'owner')
    expect((await list(ada)).passkeys).toHaveLength(1)
    expect(errorOf(await bob.send('DELETE', `/session/passkeys/${ada.authenticator.id}`))).toEqual([404, 'not_found'])
    expect((await list(ada)).passkeys).toHaveLength(1)
  })

  test('without a recovery code keeps two passkeys, also against two requests at once', async () => {
    const { ada, merchant } = await setUp()
    await dropCode({ merchant })
    expect((await list(ada)).hasRecoveryCode).toBe(false)
    const [second, third] = [await add(ada), await add(ada)]
    const remove = (device: typeof second) => ada.send('DELETE', `/session/passkeys/${device.authenticator.id}`)
    const removed = await Promise.all([remove(second), remove(third)])
    expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await list(ada)).passkeys).toHaveLength(2)
    expect(errorOf(await ada.send('DELETE', `/session/passkeys/${ada.authenticator.id}`))).toEqual([
      409,
      'last_passkey',
    ])
  })

  test('with a new recovery code removes the last passkey, and comes back by the code', async () => {
    const { ada, merchant } = await setUp()
    await dropCode({ merchant })
    const { status, json } = await ada.send('POST', '/session/recoverycode')
    expect(status).toBe(200)
    expect((await ada.send('DELETE', `/session/passkeys/${ada.authenticator.id}`)).status).toBe(200)
    expect(await list(ada)).toMatchObject({ passkeys: [], hasRecoveryCode: true })
    expect((await openBrowser().send('POST', '/recovery', { code: json.recoveryCode })).status).toBe(200)
  })

  test('makes a recovery code that replaces the one before', async () => {
    const { ada } = await setUp()
    const { json } = await ada.send('POST', '/session/recoverycode')
    expect(errorOf(await openRecovery(ada.joined.json.recoveryCode))).toEqual([401, 'recovery_code_invalid'])
    expect((await openRecovery(json.recoveryCode)).status).toBe(200)
  })
})

test('passkeys and the recovery code change only with a signature of the last five minutes', async () => {
  const { ada } = await setUp()
  const { json } = await ada.send('POST', '/session/passkeys/options')
  const credential = await (await createAuthenticator(consoleOrigin)).register(json.publicKey)
  clock.advance(300_000)
  for (const [method, path, body] of [
    ['POST', '/session/passkeys/options', undefined],
    ['POST', '/session/passkeys', { credential }],
    ['DELETE', `/session/passkeys/${ada.authenticator.id}`, undefined],
    ['POST', '/session/recoverycode', undefined],
  ] as const)
    expect([path, ...errorOf(await ada.send(method, path, body))]).toEqual([path, 403, 'passkey_required'])
  expect((await list(ada)).passkeys).toHaveLength(1)
  expect((await confirm(ada, ada.authenticator)).status).toBe(200)
  expect((await add(ada)).added.status).toBe(200)
})

test('passkeys and the recovery code need a session, and a page of the console', async () => {
  const { ada } = await setUp()
  for (const [method, path] of [
    ['GET', '/session/passkeys'],
    ['POST', '/session/passkeys/options'],
    ['POST', '/session/passkeys'],
    ['DELETE', `/session/passkeys/${ada.authenticator.id}`],
    ['POST', '/session/recoverycode'],
  ] as const) {
    expect(errorOf(await openBrowser().send(method, path))).toEqual([401, 'session_missing'])
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect(errorOf(await ada.send(method, path, undefined, foreign))).toEqual([403, 'origin_not_allowed'])
  }
})

describe('a passkey that is registered already is refused with passkey_exists', () => {
  test('for a signed-in member, whoever has it', async () => {
    const { ada, merchant } = await setUp()
    const bob = await join(merchant.id, 'viewer')
    for (const taken of [ada.authenticator, bob.authenticator])
      expect(errorOf((await add(ada, undefined, taken)).added)).toEqual([409, 'passkey_exists'])
    expect((await list(ada)).passkeys).toHaveLength(1)
  })

  test('for the holder of an invitation, who may then use another passkey', async () => {
    const { ada, merchant } = await setUp()
    const secret = await invite(merchant.id, 'viewer')
    const browser = openBrowser()
    const { json } = await browser.send('POST', '/invitation', { secret })
    const accept = async (device: typeof ada.authenticator) =>
      browser.send('POST', '/invitation/accept', {
        secret,
        name: 'Bob',
        credential: await device.register(json.publicKey),
      })
    expect(errorOf(await accept(ada.authenticator))).toEqual([409, 'passkey_exists'])
    expect(await merchant.rows('SELECT id FROM members WHERE account = ?', merchant.id)).toHaveLength(1)
    expect((await accept(await createAuthenticator(consoleOrigin))).status).toBe(200)
  })

  test('after a loss, without using the recovery code up', async () => {
    const { ada, merchant } = await setUp()
    const bob = await join(merchant.id, 'viewer')
    const browser = openBrowser()
    const code = ada.joined.json.recoveryCode
    const { json } = await browser.send('POST', '/recovery', { code })
    const accept = async (device: typeof ada.authenticator) =>
      browser.send('POST', '/recovery/accept', { code, credential: await device.register(json.publicKey) })
    expect(errorOf(await accept(bob.authenticator))).toEqual([409, 'passkey_exists'])
    expect((await ada.send('GET', '/session')).status).toBe(200)
    expect((await accept(await createAuthenticator(consoleOrigin))).status).toBe(200)
  })
})
