import { generateKeyPair } from 'jose/key/generate/keypair'
import { exportJWK } from 'jose/key/export'
import { SignJWT } from 'jose/jwt/sign'
import { describe, expect, test } from 'vitest'
import { toBase64url, utf8 } from '#contract/encoding/bytes'
import { createAccessTokens } from './accessTokens.ts'

const teamDomain = 'shop.cloudflareaccess.com'
const issuer = `https://${teamDomain}`
const audience = 'a'.repeat(64)
const begin = Date.UTC(2026, 10, 20)
const seconds = begin / 1000

const createKey = async (kid: string, length = 2048) => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: length, extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}
type Key = Awaited<ReturnType<typeof createKey>>

const [first, second, stranger] = [await createKey('first'), await createKey('second'), await createKey('first')]

const claims = {
  aud: [audience],
  email: 'ada@shop.example',
  iss: issuer,
  iat: seconds,
  nbf: seconds,
  exp: seconds + 600,
  sub: 'c0ffee',
  type: 'app',
}

const sign = (changed: object = {}, { kid, privateKey }: Key = first, header: object = {}): Promise<string> =>
  new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(privateKey)

/** The certificates server of a team, the only part outside. */
const startTeam = (keys: readonly Key[] = [first]) => {
  const state = { keys, response: null as Response | Error | null, requests: [] as string[] }
  const tokens = createAccessTokens({ teamDomain, audience }, async (request) => {
    state.requests.push(request.url)
    if (state.response instanceof Error) throw state.response
    return state.response?.clone() ?? Response.json({ keys: state.keys.map(({ jwk }) => jwk), public_certs: [] })
  })
  return { state, emailOf: (token: string, now = begin) => tokens.emailOf(token, now) }
}

const unsigned = (header: object, payload: object = claims): string =>
  [header, payload].map((part) => toBase64url(utf8(JSON.stringify(part)))).join('.')

describe('a token of Cloudflare Access', () => {
  test('is read with the keys of its team, which are read once', async () => {
    const { state, emailOf } = startTeam()
    expect(await emailOf(await sign())).toBe('ada@shop.example')
    expect(await emailOf(await sign({ aud: audience }))).toBe('ada@shop.example')
    expect(state.requests).toEqual([`${issuer}/cdn-cgi/access/certs`])
  })

  test.each<[string, object]>([
    ['for another application', { aud: ['b'.repeat(64)] }],
    ['for no application', { aud: undefined }],
    ['of another team', { iss: 'https://evil.cloudflareaccess.com' }],
    ['of a team whose name begins alike', { iss: `${issuer}.evil.example` }],
    ['of no team', { iss: undefined }],
    ['that has expired', { exp: seconds - 31 }],
    ['that never expires', { exp: undefined }],
    ['that is not valid yet', { nbf: seconds + 31 }],
    ['without a time', { iat: undefined }],
    ['of a service, without an email address', { email: undefined, common_name: 'robot' }],
    ['with a list of email addresses', { email: ['ada@shop.example'] }],
  ])('%s is rejected', async (_reason, changed) => {
    expect(await startTeam().emailOf(await sign(changed))).toBeNull()
  })

  test.each<[string, object]>([
    ['expired 29 seconds ago, by clocks that differ', { exp: seconds - 29 }],
    ['is valid in 29 seconds, by clocks that differ', { nbf: seconds + 29 }],
  ])('that %s is accepted', async (_reason, changed) => {
    expect(await startTeam().emailOf(await sign(changed))).toBe('ada@shop.example')
  })

  test('with another algorithm than RS256 is rejected', async () => {
    const { emailOf } = startTeam()
    expect(await emailOf(`${unsigned({ alg: 'none', kid: 'first' })}.`)).toBeNull()
    expect(await emailOf(`${unsigned({ alg: 'none', kid: 'first' })}.AAAA`)).toBeNull()
    const body = unsigned({ alg: 'HS256', kid: 'first' })
    // The public key as the secret, as a confused reader would take it.
    const secret = await crypto.subtle.importKey(
      'raw',
      utf8(JSON.stringify(first.jwk)),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign'],
    )
    const mac = toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', secret, utf8(body))))
    expect(await emailOf(`${body}.${mac}`)).toBeNull()
    const { publicKey, privateKey } = await generateKeyPair('RS512', { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'long', alg: 'RS256', use: 'sig' }
    const team = startTeam([{ kid: 'long', privateKey, jwk }])
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS512', kid: 'long' }).sign(privateKey)
    expect(await team.emailOf(token)).toBeNull()
  })

  test('of another key with a known name, with a changed part, or with a key of its own is rejected', async () => {
    const { emailOf } = startTeam()
    expect(await emailOf(await sign({}, stranger))).toBeNull()
    expect(await emailOf(await sign({}, stranger, { jwk: stranger.jwk }))).toBeNull()
    expect(await emailOf(await sign({}, first, { kid: undefined }))).toBeNull()
    const [header, payload, signature] = (await sign()).split('.')
    const other = toBase64url(utf8(JSON.stringify({ ...claims, email: 'eve@shop.example' })))
    expect(await emailOf(`${header}.${other}.${signature}`)).toBeNull()
    expect(await emailOf(`${header}.${payload}.${'A'.repeat(342)}`)).toBeNull()
  })

  test.each(['', '.', '..', 'a.b', 'a.b.c.d', 'e30.e30.e30', 'é.e30.e30', `${'a'.repeat(8191)}.b.c`])(
    'that is malformed is rejected without a request: %.20s',
    async (token) => {
      const { state, emailOf } = startTeam()
      expect(await emailOf(token)).toBeNull()
      expect(state.requests).toEqual([])
    },
  )
})

describe('keys of a team', () => {
  test('that were replaced are read again, at most every 30 seconds', async () => {
    const { state, emailOf } = startTeam()
    await emailOf(await sign())
    state.keys = [second]
    const rotated = await sign({}, second)
    expect(await emailOf(rotated, begin + 29_999)).toBeNull()
    expect(state.requests).toHaveLength(1)
    expect(await emailOf(rotated, begin + 30_000)).toBe('ada@shop.example')
    expect(await emailOf(await sign({}, { ...first, kid: 'unknown' }), begin + 30_001)).toBeNull()
    expect(state.requests).toHaveLength(2)
  })

  test('are used for an hour: one that was withdrawn is not known afterwards', async () => {
    const { state, emailOf } = startTeam()
    const token = await sign({ exp: seconds + 7200 })
    await emailOf(token)
    state.keys = [second]
    expect(await emailOf(token, begin + 3_599_999)).toBe('ada@shop.example')
    expect(await emailOf(token, begin + 3_600_000)).toBeNull()
  })

  test.each<[string, Response | Error]>([
    ['no response', new TypeError('Network connection lost.')],
    ['an error', new Response('no', { status: 500 })],
    ['a redirect', new Response(null, { status: 302, headers: { location: 'https://evil.example' } })],
    ['no JSON', new Response('<html>')],
    ['no keys', Response.json({ keys: [] })],
    [
      'keys of another kind',
      Response.json({ keys: [{ kty: 'oct', kid: 'first', k: 'AAAA', alg: 'HS256', use: 'sig' }] }),
    ],
    ['too many keys', Response.json({ keys: Array.from({ length: 21 }, () => first.jwk) })],
    ['a long body', Response.json({ keys: [first.jwk], more: 'x'.repeat(70_000) })],
  ])('that cannot be read, since there is %s, are an error of their own', async (_reason, response) => {
    const { state, emailOf } = startTeam()
    state.response = response
    await expect(emailOf(await sign())).rejects.toThrow('The keys of Cloudflare Access cannot be read.')
    state.response = null
    expect(await emailOf(await sign())).toBe('ada@shop.example')
  })
})
