import { Secret } from '#contract/schema/secret'
import type {
  AuthorizeOp,
  Card,
  Check,
  ModificationOp,
  Instrument,
  Money,
  Outcome,
  Processor,
  Ref,
} from '../processor.ts'
import { simulator } from './simulator.ts'

/** Sends operations to the simulator and summarizes their outcomes, for the tests of its triggers. */

export const account = { id: 'acc', mode: 'test', strictTestPans: false } as const

export const usd = (minor: bigint): Money => ({ minor, currency: 840, exponent: 2 })
export const jpy = (minor: bigint): Money => ({ minor, currency: 392, exponent: 0 })
export const bhd = (minor: bigint): Money => ({ minor, currency: 48, exponent: 3 })

export const card = (pan: string, { code, entry = 'ecom' }: { code?: string; entry?: Card['entry'] } = {}): Card => ({
  kind: 'card',
  pan: new Secret(pan),
  expiry: '1230',
  entry,
  ...(code ? { cvv: new Secret(code) } : {}),
})

export const networkToken = (dpan: string) =>
  ({ kind: 'networkToken', dpan: new Secret(dpan), expiry: '1230' }) as const

export const check = (number: string): Check => ({
  kind: 'check',
  routing: '021000021',
  account: new Secret(number),
  accountType: 'checking',
})

const processor = simulator({ wait: async () => {} })
let count = 0

const base = () => ({
  op: String(90_000_000_000_000 + ++count),
  account,
  amount: usd(1000n),
  deadline: 0,
  signal: new AbortController().signal,
})

/** The references of an operation, as the gateway stores them before it sends. */
const refOf = ({ op, original }: { op: string; original?: Ref }): Ref => ({
  account: account.id,
  op,
  root: original?.root ?? op,
})

export const authorize = async (more: Partial<AuthorizeOp> = {}, target: Processor = processor): Promise<Outcome> => {
  const instrument = card('4242424242424242')
  const op: AuthorizeOp = { ...base(), instrument, allowPartial: true, capture: 'later', ...more }
  return target.authorize(op, refOf(op))
}

/** Authorizes with this card, then sends a capture, void or credit. */
export const modify = async (
  type: 'capture' | 'void' | 'credit',
  pan: string,
  minor: bigint,
  more: Partial<ModificationOp> = {},
): Promise<Outcome> => {
  const { ref: original } = await authorize({ instrument: card(pan) })
  const op: ModificationOp = { ...base(), amount: usd(minor), original, ...more }
  return processor[type](op, refOf(op))
}

/** Sends an unreferenced credit. */
export const credit = async (instrument: Instrument, minor: bigint): Promise<Outcome> => {
  const op = { ...base(), amount: usd(minor), instrument, unreferenced: true } as const
  return processor.credit(op, refOf(op))
}

/** An outcome as a short text: `00`, `10 for 500`, `51`, `unknown timeout`. */
export const summarize = (outcome: Outcome): string => {
  switch (outcome.result) {
    case 'approved':
      return outcome.code === '10' ? `10 for ${outcome.approved.minor}` : outcome.code
    case 'declined':
      return outcome.code
    case 'unknown':
    case 'notSent':
      return `${outcome.result} ${outcome.reason}`
    case 'pending':
      return 'pending'
  }
}

/** The AVS letter and the CVV letter, `-` for none. */
export const verificationLetters = (outcome: Outcome): string =>
  outcome.result === 'approved' || outcome.result === 'declined' ? `${outcome.avs ?? '-'}${outcome.cvv ?? '-'}` : ''
