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
 * - `devices`: connections of card readers from one address, such as all of a shop's after a loss of power
 *
 * `codes` is counted in the database instead, exactly and for all places at once: codes of card readers that an account tried, and that
 * opened none. Who may guess on may take over somebody's reader.
 */
export const rateLimits = {
  standard: { quota: 1000, window: 10 },
  strict: { quota: 10, window: 10 },
  tiny: { quota: 1, window: 10 },
  authentication: { quota: 30, window: 60 },
  tokens: { quota: 60, window: 60 },
  devices: { quota: 600, window: 60 },
  codes: { quota: 10, window: 60 },
} as const satisfies Readonly<Record<string, RateLimit>>

export type RateLimitName = keyof typeof rateLimits
/** Those that the platform counts, by a binding. */
export const boundRateLimits = Object.keys(rateLimits).filter((name) => name !== 'codes') as readonly RateLimitName[]

/** An item of the header RateLimit-Policy (IETF draft "RateLimit header fields for HTTP"): "standard";q=1000;w=10 */
export const rateLimitPolicy = (name: RateLimitName): string =>
  `"${name}";q=${rateLimits[name].quota};w=${rateLimits[name].window}`

/** The header RateLimit where nothing is left: "standard";r=0;t=10 */
export const rateLimitReached = (name: RateLimitName): string => `"${name}";r=0;t=${rateLimits[name].window}`

/** The binding that counts. */
export const rateLimitBinding = (name: RateLimitName): string => `RATE_LIMIT_${name.toUpperCase()}`
