/** A limit on requests. Counts are per place of the network and approximate: a brake, no quota to be sold. */
export interface RateLimit {
  readonly quota: number
  /** Seconds, of which the platform knows two. */
  readonly window: 10 | 60
}

/**
 * The limits by name, which answers carry in RateLimit-Policy. Each is a binding RATE_LIMIT_<NAME> in wrangler.jsonc that says the same
 * again.
 *
 * - `standard`, `strict`, `tiny`: all requests of an account in one mode; the account's setting `rateTier` names its own
 * - `authentication`: requests of an address whose key does not open an account
 * - `tokens`: tokens made with one publishable key from one address, which shoppers behind one router share
 */
export const rateLimits = {
  standard: { quota: 1000, window: 10 },
  strict: { quota: 10, window: 10 },
  tiny: { quota: 1, window: 10 },
  authentication: { quota: 30, window: 60 },
  tokens: { quota: 60, window: 60 },
} as const satisfies Readonly<Record<string, RateLimit>>

export type RateLimitName = keyof typeof rateLimits
export const rateLimitNames = Object.keys(rateLimits) as readonly RateLimitName[]

/** An item of the header RateLimit-Policy (IETF draft "RateLimit header fields for HTTP"): "standard";q=1000;w=10 */
export const rateLimitPolicy = (name: RateLimitName): string =>
  `"${name}";q=${rateLimits[name].quota};w=${rateLimits[name].window}`

/** The header RateLimit where nothing is left: "standard";r=0;t=10 */
export const rateLimitReached = (name: RateLimitName): string => `"${name}";r=0;t=${rateLimits[name].window}`

/** The binding that counts. */
export const rateLimitBinding = (name: RateLimitName): string => `RATE_LIMIT_${name.toUpperCase()}`
