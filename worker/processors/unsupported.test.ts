import { expect, test } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { capabilitySets } from './conformance/capabilitySets.ts'
import { base, card, check, usd } from './conformance/fixtures.ts'
import type { AuthorizeOp, Capabilities, Instrument } from './processor.ts'
import { missingCapability } from './unsupported.ts'

const { isoLike, bareCards } = capabilitySets

const authorization = (more: Partial<AuthorizeOp> = {}): AuthorizeOp => ({
  ...base(1000n),
  instrument: card('4242424242424242'),
  allowPartial: true,
  capture: 'later',
  ...more,
})

const token: Instrument = { kind: 'networkToken', dpan: new Secret('4242424242424242'), expiry: '1230' }

test.each<[string, Partial<AuthorizeOp>, string | null]>([
  ['a card', {}, null],
  ['a check', { instrument: check }, 'methods'],
  ['cash', { instrument: { kind: 'cash' } }, 'methods'],
  ['a network token', { instrument: token }, 'networkTokens'],
  ['yen', { amount: { minor: 100n, currency: 392, exponent: 0 } }, 'currencies'],
  ['an amount of 0', { amount: usd(0n) }, 'verification'],
])('authorization of %s at a processor for bare cards lacks %o', (_, more, missing) => {
  expect(missingCapability(bareCards, authorization(more))).toBe(missing)
  expect(missingCapability(isoLike, authorization(more))).toBeNull()
})

test('network token at a processor without cards lacks the method', () => {
  const checksOnly: Capabilities = { ...isoLike, methods: ['check'], networkTokens: true }
  expect(missingCapability(checksOnly, authorization({ instrument: token }))).toBe('methods')
})

test('credit without an original lacks unreferencedCredit, also with an amount of 0', () => {
  const payout = { ...base(0n), unreferenced: true, instrument: card('4242424242424242') } as const
  expect(missingCapability(bareCards, payout)).toBe('unreferencedCredit')
  expect(missingCapability(isoLike, payout)).toBeNull()
})

test('modification in an unsupported currency lacks the currency, and in a supported one lacks nothing', () => {
  const original = { processor: 'p', account: 'a', op: '1', root: '1' }
  expect(missingCapability(bareCards, { ...base(1000n), original })).toBeNull()
  const amount = { minor: 100n, currency: 392, exponent: 0 }
  expect(missingCapability(bareCards, { ...base(1000n), amount, original })).toBe('currencies')
})
