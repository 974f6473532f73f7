import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import { scopeRules, scopes } from '#contract/scopes'
import type { Scope } from '#contract/scopes'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

/** Every scope against every operation of the contract. */

const worker = startWorker({ fetch: () => Promise.resolve(new Response(null, { status: 204 })) })
const merchant = await createMerchant()

const pathOf = ({ path }: Endpoint): string =>
  path.replace('{id}', '12345678901234').replace(/\{\w+\}/g, 'abcdefgh-1234')

/** The nouns of a path: /v1/customers/{Customer}/subscriptions has two. */
const nounsOf = ({ path }: Endpoint): string[] =>
  path.split('/').filter((part) => part !== '' && part !== 'v1' && !part.startsWith('{'))

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The operations that a key with one scope may call. */
const reachable = (scope: Scope): string[] =>
  endpoints.filter((endpoint) => endpoint.scope === scope && (endpoint.additionalScopes ?? []).length === 0).map(nameOf)

describe.each(scopes.map((scope) => [scope] as const))('scope %s', (scope) => {
  test(`a key with the scope ${scope} alone calls the operations of its name, and gets 403 scope_missing from all others`, async () => {
    const keyOf = async (mode: 'test' | 'live') =>
      worker.as((await merchant.issue('rk', { scopes: [scope], mode })).key)
    const [test, live] = [await keyOf('test'), await keyOf('live')]
    const called: string[] = []
    for (const endpoint of endpoints) {
      const response = await (endpoint.liveOnly ? live : test)(
        endpoint.method,
        pathOf(endpoint),
        endpoint.body ? { body: {} } : {},
      )
      if (response.status !== 403) called.push(nameOf(endpoint))
      else if (endpoint.errorFormat === 'envelope')
        expect(response.json.errors[0].type, nameOf(endpoint)).toBe('scope_missing')
    }
    expect(called).toEqual(reachable(scope))
  })
})

test.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  '%s belongs to a scope of its noun and method',
  (_name, endpoint) => {
    const { methods, nouns }: { methods: readonly string[]; nouns: readonly string[] } = scopeRules[endpoint.scope]
    expect(methods).toContain(endpoint.method)
    expect(nounsOf(endpoint).some((noun) => nouns.includes(noun))).toBe(true)
  },
)
