import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRepository } from '../repository.ts'
import { rateTiers } from '#contract/accounts/accounts'
import { rateLimitBinding, rateLimits, rateLimitsWithBinding } from '#contract/rateLimits'

/** The bindings that a configuration declares, each on a line of its own. */
const declared = (file: string) =>
  [...readFileSync(inRepository(file), 'utf8').matchAll(/^\s*(\{ "name": "RATE_LIMIT_.*\}),$/gm)].map(
    ([, json = '']) => JSON.parse(json) as { name: string; namespace_id: string; simple: object },
  )

test.each(['wrangler.jsonc', 'worker/testing/workers/acquirer/wrangler.jsonc'])(
  '%s binds the rate limits of the contract',
  (file) => {
    const bindings = declared(file)
    expect(Object.fromEntries(bindings.map(({ name, simple }) => [name, simple]))).toEqual(
      Object.fromEntries(
        rateLimitsWithBinding.map((name) => [
          rateLimitBinding(name),
          { limit: rateLimits[name].quota, period: rateLimits[name].window },
        ]),
      ),
    )
    // Two that share a namespace share their counts.
    expect(new Set(bindings.map(({ namespace_id }) => namespace_id)).size).toBe(bindings.length)
  },
)

test('every account tier except unlimited is a rate limit', () => {
  for (const tier of rateTiers) expect(tier === 'unlimited' || Object.hasOwn(rateLimits, tier)).toBe(true)
})
