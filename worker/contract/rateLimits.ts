/** A rate limit. The platform counts per location and approximately, so this protects the service but is no exact quota. */
export interface RateLimit {
  readonly quota: number
  /** Seconds. The platform supports these two values. */
  readonly window: 10 | 60
}

/**
 * The limits by the names in the header RateLimit-Policy. Each has a binding RATE_LIMIT_<NAME> in wrangler.jsonc with the same values.
 * All are counted before the database is read.
 *
 * - `standard`, `strict`, `tiny`: all requests of an account in one mode; the account's setting `rateTier` selects one
 * - `authentication`: requests without a well-formed API key from one IP address
 * - `lookups`: API keys, and ids of checkouts, from one IP address that an isolate has not met: strangers can invent any number of them
 * - `pages`: card forms, pages, states and orders of checkouts for one IP address, which shoppers behind one router share
 * - `tokens`: tokens by publishable keys, and payments and promo codes of checkouts, of one account in one mode, from one IP address
 * - `devices`: terminal connections from one IP address, such as those of a whole shop after a power failure
 * - `notifications`: messages of processors from one IP address, which sends those of many merchants
 *
 * `codes` is counted exactly and globally, in the database: failed pairing codes of an account. Without this limit, guessing could take
 * over another merchant's terminal.
 */
export const rateLimits = {
  standard: { quota: 1000, window: 10 },
  strict: { quota: 10, window: 10 },
  tiny: { quota: 1, window: 10 },
  authentication: { quota: 30, window: 60 },
  lookups: { quota: 60, window: 60 },
  pages: { quota: 600, window: 60 },
  tokens: { quota: 60, window: 60 },
  devices: { quota: 600, window: 60 },
  notifications: { quota: 1200, window: 60 },
  codes: { quota: 10, window: 60 },
} as const satisfies Readonly<Record<string, RateLimit>>

export type RateLimitName = keyof typeof rateLimits
/** The limits that the platform counts with a binding. */
export const rateLimitsWithBinding = Object.keys(rateLimits).filter(
  (name) => name !== 'codes',
) as readonly RateLimitName[]

/** An item of the header RateLimit-Policy (IETF draft "RateLimit header fields for HTTP"): "standard";q=1000;w=10 */
export const rateLimitPolicy = (name: RateLimitName): string =>
  `"${name}";q=${rateLimits[name].quota};w=${rateLimits[name].window}`

/** The header RateLimit of a rejected request: "standard";r=0;t=10 */
export const rateLimitExceeded = (name: RateLimitName): string => `"${name}";r=0;t=${rateLimits[name].window}`

/** Name of the limit's binding. */
export const rateLimitBinding = (name: RateLimitName): string => `RATE_LIMIT_${name.toUpperCase()}`
