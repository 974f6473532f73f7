import { Secret } from '#contract/secret'
import type { AuthorizeOp, FollowUpOp, Outcome, Processor, Ref } from '../../processors/processor.ts'

/** For the acquirer's own tests: a payment of 10.00 by a card, and what follows it. */

let count = 0

export const payment = (more: Partial<AuthorizeOp> = {}): AuthorizeOp => ({
  ...base(),
  instrument: {
    kind: 'card',
    pan: new Secret('4242424242424242'),
    expiry: '1230',
    cvv: new Secret('123'),
    entry: 'ecom',
  },
  allowPartial: true,
  capture: 'later',
  ...more,
})

export const authorize = async (by: Processor, op = payment()): Promise<Outcome> =>
  by.authorize(op, await by.prepare({ type: 'authorize', ...op }))

export const followUp = async (
  by: Processor,
  type: 'capture' | 'void' | 'credit',
  original: Ref,
  minor: bigint,
  more: Partial<FollowUpOp> = {},
): Promise<Outcome> => {
  const op = { ...base(minor), original, ...more }
  return by[type](op, await by.prepare({ type, ...op }))
}

const base = (minor = 1000n) => ({
  op: String(92_000_000_000_000 + ++count),
  account: { id: 'account-1', mode: 'test', strictTestPans: false } as const,
  amount: { minor, currency: 840, exponent: 2 },
  deadline: Date.now() + 5_000,
  signal: new AbortController().signal,
})
