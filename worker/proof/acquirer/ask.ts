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

export type FollowUpType = 'capture' | 'void' | 'credit'

/** A follow-up with its references, which can be sent again and again. */
export const prepareFollowUp = async (
  by: Processor,
  type: FollowUpType,
  original: Ref,
  minor: bigint,
  more: Partial<FollowUpOp> = {},
) => {
  const op: FollowUpOp = { ...base(minor), original, ...more }
  const ref = await by.prepare({ type, ...op })
  return { op, ref, send: (soon: Partial<FollowUpOp> = {}) => by[type]({ ...op, ...soon }, ref) }
}

export const followUp = async (...asked: Parameters<typeof prepareFollowUp>): Promise<Outcome> =>
  (await prepareFollowUp(...asked)).send()

const base = (minor = 1000n) => ({
  op: String(92_000_000_000_000 + ++count),
  account: { id: 'account-1', mode: 'test', strictTestPans: false } as const,
  amount: { minor, currency: 840, exponent: 2 },
  deadline: Date.now() + 5_000,
  signal: new AbortController().signal,
})
