import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { SignJWT } from 'jose/jwt/sign'
import { expect, test } from 'vitest'
import { startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { createMerchant, testClock } from '../../testing/merchant.ts'

const clock = testClock()
const teamDomain = 'shop.cloudflareaccess.com'
const audience = 'a'.repeat(64)
const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }

/** The certificates server of the team, which may be away. */
const certificates = { isAway: false }
const settings = { CONSOLE_ACCESS_TEAM_DOMAIN: teamDomain, CONSOLE_ACCESS_AUD: audience }
const startWithAccess = () =>
  startConsole(
    {
      clock,
      fetch: async () => (certificates.isAway ? new Response(null, { status: 503 }) : Response.json({ keys: [jwk] })),
    },
    settings,
  )
const { openBrowser, join, confirm } = startWithAccess()

const errorOf = (response: { readonly status: number; readonly json: any }) => [
  response.status,
  response.json.errors?.[0].type,
]

const tokenOf = (email: string, changed: object = {}): Promise<string> => {
  const now = Math.floor(clock.now() / 1000)
  return new SignJWT({ email, iss: `https://${teamDomain}`, aud: [audience], iat: now, exp: now + 600, ...changed })
    .setProtectedHeader({ alg: 'RS256', kid: 'first' })
    .sign(privateKey)
}

/** A browser whose requests Cloudflare Access lets through. */
const openAccess = async (email: string, changed: object = {}) => {
  const browser = openBrowser()
  const headers = { 'cf-access-jwt-assertion': await tokenOf(email, changed) }
  const options = () => browser.send('POST', '/session/access/options', undefined, headers)
  const signIn = (member: string) => browser.send('POST', '/session/access', { member }, headers)
  return { ...browser, options, signIn }
}

/** A member with an email address of its own. */
const setUp = async (role: 'viewer' | 'owner' = 'owner') => {
  const merchant = await createMerchant({ settings: { name: 'Mug shop' } })
  const member = await join(merchant.id, role)
  const email = `${crypto.randomUUID()}@shop.example`
  await merchant.run('UPDATE members SET email = ? WHERE account = ?', email, merchant.id)
  const { id } = (await member.send('GET', '/session')).json.member
  return { merchant, member, email, id: `00${id}` }
}

test('a member whom Cloudflare Access lets through gets a session, with an entry in the audit log', async () => {
  const { email, id, merchant } = await setUp()
  const browser = await openAccess(email.toUpperCase())
  expect((await browser.options()).json).toMatchObject({
    members: [{ member: id, account: 'Mug shop', role: 'owner' }],
  })
  const signedIn = await browser.signIn(id)
  expect([signedIn.status, signedIn.json.member]).toMatchObject([200, { email, role: 'owner' }])
  expect((await browser.send('GET', '/v1/team/members')).json.members).toHaveLength(1)
  const [entry] = await merchant.rows(
    "SELECT key, detail FROM audit WHERE account = ? AND action = 'session.started' ORDER BY id DESC LIMIT 1",
    merchant.id,
  )
  expect([entry!['key'], JSON.parse(entry!['detail'])]).toMatchObject([
    `member:${id.slice(2)}`,
    { by: 'Cloudflare Access' },
  ])
})

test('a session of Cloudflare Access still needs a passkey for what must be confirmed', async () => {
  const { email, id, member } = await setUp()
  const browser = await openAccess(email)
  await browser.signIn(id)
  const invite = () => browser.send('POST', '/v1/team/invitations', { email: 'bob@shop.example', role: 'viewer' })
  expect(errorOf(await invite())).toEqual([403, 'passkey_required'])
  expect(errorOf(await browser.send('POST', '/session/passkeys/options'))).toEqual([403, 'passkey_required'])
  expect((await confirm(browser, member.authenticator)).status).toBe(200)
  expect((await invite()).status).toBe(200)
})

test('a person of two accounts chooses one of the own memberships', async () => {
  const [one, other] = [await setUp(), await setUp('viewer')]
  await other.merchant.run('UPDATE members SET email = ? WHERE account = ?', one.email, other.merchant.id)
  const browser = await openAccess(one.email)
  const { members } = (await browser.options()).json
  expect(members.map(({ member }: { member: string }) => member)).toEqual([one.id, other.id])
  expect((await browser.signIn(other.id)).json.member.role).toBe('viewer')
})

test('nobody signs in as a member with another email address, of the own or another account', async () => {
  const [one, other] = [await setUp(), await setUp()]
  const browser = await openAccess(one.email)
  expect(errorOf(await browser.signIn(other.id))).toEqual([403, 'access_member_unknown'])
  expect(errorOf(await browser.signIn(`00${crypto.randomUUID()}`))).toEqual([403, 'access_member_unknown'])
  expect(errorOf(await browser.signIn(`zz${crypto.randomUUID()}`))).toEqual([401, 'passkey_invalid'])
  expect(errorOf(await browser.send('GET', '/session'))).toEqual([401, 'session_missing'])
})

test('an email address of no member, of a removed one, or with an open invitation alone signs nobody in', async () => {
  const stranger = await openAccess('eve@shop.example')
  expect(errorOf(await stranger.options())).toEqual([403, 'access_member_unknown'])
  const { email, id, merchant, member } = await setUp()
  await member.send('POST', '/v1/team/invitations', { email: 'invited@shop.example', role: 'owner' })
  expect(errorOf(await (await openAccess('invited@shop.example')).options())).toEqual([403, 'access_member_unknown'])
  const browser = await openAccess(email)
  expect((await browser.signIn(id)).status).toBe(200)
  await merchant.run('UPDATE members SET removed = 1 WHERE account = ?', merchant.id)
  expect((await browser.send('GET', '/session')).status).toBe(401)
  expect(errorOf(await browser.options())).toEqual([403, 'access_member_unknown'])
  expect(errorOf(await browser.signIn(id))).toEqual([403, 'access_member_unknown'])
})

test('a request without a token, or with one that is not valid, returns 401 access_invalid', async () => {
  const { email, id } = await setUp()
  const browser = openBrowser()
  expect(errorOf(await browser.send('POST', '/session/access/options'))).toEqual([401, 'access_invalid'])
  expect(errorOf(await browser.send('POST', '/session/access', { member: id }))).toEqual([401, 'access_invalid'])
  const wrong = await openAccess(email, { aud: ['b'.repeat(64)] })
  expect(errorOf(await wrong.options())).toEqual([401, 'access_invalid'])
  expect(errorOf(await wrong.signIn(id))).toEqual([401, 'access_invalid'])
})

test('without the keys of the team, sign-in returns 503 access_unavailable, and passkeys still work', async () => {
  const { member, email } = await setUp()
  certificates.isAway = true
  const fresh = startWithAccess()
  const headers = { 'cf-access-jwt-assertion': await tokenOf(email) }
  const away = await fresh.openBrowser().send('POST', '/session/access/options', undefined, headers)
  certificates.isAway = false
  expect(errorOf(away)).toEqual([503, 'access_unavailable'])
  clock.advance(1)
  expect((await fresh.signIn(member.authenticator)).signedIn.status).toBe(200)
})

test('sign-in with Cloudflare Access needs a page of the console', async () => {
  const { email, id } = await setUp()
  const headers = { 'cf-access-jwt-assertion': await tokenOf(email), 'sec-fetch-site': 'cross-site' }
  for (const [path, body] of [
    ['/session/access/options', undefined],
    ['/session/access', { member: id }],
  ] as const)
    expect(errorOf(await openBrowser().send('POST', path, body, headers))).toEqual([403, 'origin_not_allowed'])
})

test('the sign-in page learns of Cloudflare Access, and a console without it has no such sign-in', async () => {
  expect((await openBrowser().send('GET', '/session')).json).toMatchObject({ access: true })
  const without = startConsole({ clock }).openBrowser()
  expect((await without.send('GET', '/session')).json).not.toHaveProperty('access')
  const headers = { 'cf-access-jwt-assertion': await tokenOf('ada@shop.example') }
  expect(errorOf(await without.send('POST', '/session/access/options', undefined, headers))).toEqual([
    404,
    'route_not_found',
  ])
})
