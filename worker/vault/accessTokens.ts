import { createLocalJWKSet } from 'jose/jwks/local'
import { jwtVerify } from 'jose/jwt/verify'
import * as v from 'valibot'

/**
 * Tokens of Cloudflare Access, which stands in front of the console: a JWT (RFC 7519) that says which email address has signed in.
 *
 * One form is accepted: RS256, signed with a key that the team publishes, for this application alone.
 *
 * @see https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json/
 */

/** The team and the application, as Cloudflare names them. */
export interface AccessApplication {
  /** Such as shop.cloudflareaccess.com. */
  readonly teamDomain: string
  /** The application's audience tag. */
  readonly audience: string
}

export interface AccessTokens {
  /**
   * The email address of a token. Null if it is not valid: in any respect, without saying in which.
   *
   * @throws AccessKeysUnavailable if the team's keys cannot be read
   */
  emailOf(token: string, nowMs: number): Promise<string | null>
}

export class AccessKeysUnavailable extends Error {
  override readonly name = 'AccessKeysUnavailable'
}

/** In characters (ASCII). Checked before parsing. */
const maxTokenLength = 8192
const tokenForm = /^[\w-]+\.[\w-]+\.[\w-]+$/

const maxKeysLength = 65_536
const keysTimeoutMs = 5_000

/** How long keys are used. Cloudflare replaces them every six weeks, and accepts the ones before for another week. */
const keysMaxAgeMs = 3_600_000
/** A token with an unknown key reads the keys again, at most so often. */
const keysMinAgeMs = 30_000

/** Differences between the clocks of Access and the gateway, in seconds. */
const clockTolerance = 30

const keySet = v.object({
  keys: v.pipe(
    v.array(
      v.object({
        kty: v.literal('RSA'),
        kid: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
        n: v.string(),
        e: v.string(),
        alg: v.literal('RS256'),
        use: v.literal('sig'),
      }),
    ),
    v.minLength(1),
    v.maxLength(20),
  ),
})
type KeySet = v.InferOutput<typeof keySet>

/** Reads the keys that a team publishes. @throws AccessKeysUnavailable */
const readKeys = async (issuer: string, fetch: (request: Request) => Promise<Response>): Promise<KeySet> => {
  try {
    const response = await fetch(
      new Request(`${issuer}/cdn-cgi/access/certs`, { redirect: 'manual', signal: AbortSignal.timeout(keysTimeoutMs) }),
    )
    if (response.status !== 200) throw new Error(`Status ${response.status}.`)
    const text = await response.text()
    if (text.length > maxKeysLength) throw new Error('The keys are too long.')
    return v.parse(keySet, JSON.parse(text))
  } catch (cause) {
    throw new AccessKeysUnavailable('The keys of Cloudflare Access cannot be read.', { cause })
  }
}

/** @param fetch reads the team's keys */
export const createAccessTokens = (
  { teamDomain, audience }: AccessApplication,
  fetch: (request: Request) => Promise<Response>,
): AccessTokens => {
  const issuer = `https://${teamDomain}`
  let cached: { readonly set: KeySet; readonly at: number } | null = null

  /** The keys, read again if they are old, or if they lack this one. */
  const keysWith = async (kid: string | undefined, nowMs: number): Promise<KeySet> => {
    const age = cached === null ? Infinity : nowMs - cached.at
    const isKnown = cached?.set.keys.some((key) => key.kid === kid) === true
    if (cached !== null && age < (isKnown ? keysMaxAgeMs : keysMinAgeMs)) return cached.set
    // Not shared between requests: a Worker cannot await the fetch of another request.
    const set = await readKeys(issuer, fetch)
    cached = { set, at: nowMs }
    return set
  }

  return {
    emailOf: async (token, nowMs) => {
      if (token.length > maxTokenLength || !tokenForm.test(token)) return null
      try {
        const { payload } = await jwtVerify(
          token,
          async (header, parts) => {
            if (typeof header.kid !== 'string') throw new TypeError('The token names no key.')
            return createLocalJWKSet(await keysWith(header.kid, nowMs))(header, parts)
          },
          {
            algorithms: ['RS256'],
            issuer,
            audience,
            requiredClaims: ['aud', 'email', 'exp', 'iat'],
            currentDate: new Date(nowMs),
            clockTolerance,
          },
        )
        return typeof payload['email'] === 'string' ? payload['email'] : null
      } catch (error) {
        if (error instanceof AccessKeysUnavailable) throw error
        return null
      }
    },
  }
}
