import { describe, expect, test } from 'vitest'
import type { RoutingRule } from '#contract/connections/routing'
import type { Capabilities } from '../../processors/processor.ts'
import { defaultCapabilities } from '../../processors/simulator/capabilities.ts'
import type { Connection } from './connection.ts'
import { chooseRoute, lackOf, routesOf } from './routing.ts'

const connection = (id: string, can: Partial<Capabilities> = {}, disabled = false): Connection => ({
  id,
  disabled,
  used: true,
  can: { ...defaultCapabilities, ...can },
  testCards: null,
})

const rule = (to: string, conditions: Partial<RoutingRule> = {}): RoutingRule => ({
  methods: null,
  currencies: null,
  networks: null,
  ...conditions,
  connection: to,
})

const builtIn = connection('simulator')
const dollars = { type: 'payment', amount: { minor: 100n, currency: 840 } } as const
const yen = { type: 'payment', amount: { minor: 100n, currency: 392 } } as const

const chosen = (
  rules: readonly RoutingRule[],
  connections: readonly Connection[],
  [method, network]: readonly [string, string | null] = ['creditCard', 'visa'],
  payment: Parameters<typeof routesOf>[2] = dollars,
) => chooseRoute(routesOf(rules, [builtIn, ...connections], payment), method, network).connection

describe('routing', () => {
  test('a payment without a rule goes to the built-in connection', () => {
    expect(chosen([], [connection('a')])).toBe('simulator')
  })

  test('the first rule that matches method, currency and network counts', () => {
    const connections = [connection('a'), connection('b'), connection('c')]
    const rules = [
      rule('a', { methods: ['check'] }),
      rule('b', { currencies: [392], networks: ['visa'] }),
      rule('c', { networks: ['visa', 'amex'] }),
      rule('a'),
    ]
    expect(chosen(rules, connections)).toBe('c')
    expect(chosen(rules, connections, ['creditCard', 'visa'], yen)).toBe('b')
    expect(chosen(rules, connections, ['creditCard', 'mastercard'])).toBe('a')
    expect(chosen(rules, connections, ['check', 'ach'])).toBe('a')
  })

  test('a payment at a terminal, whose network is not known, matches no rule with networks', () => {
    const rules = [rule('a', { networks: ['visa'] }), rule('b', { methods: ['terminal'] })]
    expect(chosen(rules, [connection('a'), connection('b')], ['terminal', null])).toBe('b')
  })

  test('rules of disabled and of unknown connections are skipped', () => {
    const rules = [rule('off'), rule('gone'), rule('a')]
    expect(chosen(rules, [connection('off', {}, true), connection('a')])).toBe('a')
    expect(chosen([rule('off')], [connection('off', {}, true)])).toBe('simulator')
  })

  test('the routes end with the first one that takes every payment', () => {
    const rules = [rule('a', { methods: ['check'] }), rule('b'), rule('a')]
    const routes = routesOf(rules, [builtIn, connection('a'), connection('b')], dollars)
    expect(routes.map((route) => route.connection)).toEqual(['a', 'b'])
  })
})

describe('what a connection lacks for a payment', () => {
  const lack = (can: Partial<Capabilities>, payment: Parameters<typeof routesOf>[2] = dollars, method = 'creditCard') =>
    lackOf(routesOf([rule('a')], [builtIn, connection('a', can)], payment)[0]!, method)

  test.each([
    ['currencies', { currencies: [978] }, dollars],
    ['verification', { verification: false }, { type: 'payment', amount: { minor: 0n, currency: 840 } }],
    ['unreferencedCredit', { unreferencedCredit: false }, { type: 'credit', amount: { minor: 1n, currency: 840 } }],
  ] as const)('%s is lacking for a payment that needs it', (name, can, payment) => {
    expect(lack(can, payment)).toBe(name)
    expect(lack({}, payment)).toBeNull()
  })

  test.each([
    ['creditCard', { methods: ['check'] }],
    ['terminal', { methods: ['check'] }],
    ['check', { methods: ['card'] }],
    ['cash', { methods: ['card'] }],
    ['digitalPayPayment', { networkTokens: false }],
  ] as const)('the method %s is lacking if the processor does not take it', (method, can) => {
    expect(lack(can, dollars, method)).toBe('methods')
    expect(lack({}, dollars, method)).toBeNull()
  })
})
