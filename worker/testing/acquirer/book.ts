import { isApproval } from '#contract/responseCodes'
import { digitsOf } from '../../processors/digits.ts'
import type { OperationType } from '../../processors/processor.ts'
import type { OperationAnswer, OperationRequest } from './wire.ts'

export type State = 'approved' | 'declined' | 'reversed' | 'voided'

/** One operation as the acquirer remembers it. */
export interface Entry {
  readonly op: string
  readonly type: OperationType
  readonly account: string
  /** The first operation of the payment. */
  readonly root: string
  readonly currency: number
  /** What was asked for, in minor units. */
  readonly asked: string
  /** What was approved, in minor units. */
  readonly approved: string
  readonly code: string
  readonly captureNow: boolean
  readonly lastFour: string | null
  readonly state: State
  /** How often money was held or moved for it. */
  readonly effects: number
  /** How often it was asked for, and how often it was to be undone. */
  readonly requests: number
  readonly reversals: number
  /** Whether the client has said that it heard the answer. */
  readonly answered: boolean
}

/** What an order makes of an authorization instead of approving it. */
export interface Decision {
  readonly code: string
  /** With code 10. */
  readonly minor?: string
}

/** The sums of an account in a currency, in minor units: what the gateway's own book must come to. */
export interface Totals {
  readonly authorized: bigint
  readonly captured: bigint
  readonly credited: bigint
}

interface Line {
  readonly entry: { -readonly [member in keyof Omit<Entry, 'state'>]: Entry[member] }
  readonly answer: OperationAnswer
  reversed: boolean
  voidedBy: string | null
}

export type Book = ReturnType<typeof openBook>

/**
 * The acquirer's own record of what it was asked and what it did: the independent side of every comparison. It keeps
 * itself consistent (no capture above the authorization, no credit above the captures), so a gateway that asks for too
 * much is told so with a code.
 */
export const openBook = () => {
  const lines = new Map<string, Line>()

  const state = ({ entry, reversed, voidedBy }: Line): State => {
    if (reversed) return 'reversed'
    // A void that was itself reversed has voided nothing.
    if (voidedBy !== null && standing(lines.get(voidedBy))) return 'voided'
    return isApproval(entry.code) ? 'approved' : 'declined'
  }

  const standing = (line: Line | undefined): line is Line => line !== undefined && state(line) === 'approved'

  const shown = (line: Line): Entry => ({ ...line.entry, state: state(line) })

  /** The sum of what stands, in minor units. */
  const sum = (counts: (entry: Line['entry']) => boolean): bigint =>
    [...lines.values()]
      .filter((line) => standing(line) && counts(line.entry))
      .reduce((total, { entry }) => total + BigInt(entry.approved), 0n)

  const rootOf = (original: string | undefined): Line | undefined =>
    lines.get(lines.get(original ?? '')?.entry.root ?? '')

  /** The payment that a follow-up may work on, if it may. */
  const payment = ({ original, currency }: OperationRequest) => {
    const root = rootOf(original)
    return standing(root) && root.entry.currency === currency ? root.entry : undefined
  }

  /** What the book by itself says to each kind of operation. */
  const rules: { [type in OperationType]: (request: OperationRequest) => string } = {
    authorize: ({ minor }) => (minor === '0' ? '85' : '00'),

    capture: (request) => {
      const root = payment(request)
      if (root === undefined || root.captureNow) return '25'
      const captured = sum((entry) => entry.root === root.op && isCapture(entry))
      return captured + BigInt(request.minor) > BigInt(root.approved) ? '13' : '00'
    },

    void: ({ original }) => {
      const line = lines.get(original ?? '')
      return standing(line) && line.entry.type !== 'void' ? '00' : '25'
    },

    credit: (request) => {
      if (request.original === undefined) return '00'
      const root = payment(request)
      if (root === undefined) return '25'
      const captured = sum((entry) => entry.root === root.op && isCapture(entry))
      const credited = sum((entry) => entry.root === root.op && entry.type === 'credit')
      return credited + BigInt(request.minor) > captured ? '13' : '00'
    },
  }

  const write = (request: OperationRequest, { code, minor = request.minor }: Decision): Line => {
    const approved = isApproval(code) ? minor : '0'
    const line: Line = {
      entry: {
        op: request.op,
        type: request.type,
        account: request.account,
        root: rootOf(request.original)?.entry.op ?? request.op,
        currency: request.currency,
        asked: request.minor,
        approved,
        code,
        captureNow: request.captureNow ?? false,
        lastFour: request.lastFour ?? null,
        effects: isApproval(code) ? 1 : 0,
        requests: 0,
        reversals: 0,
        answered: false,
      },
      answer: { op: request.op, code, minor: approved, ...issued(request, code), ...letters(request) },
      reversed: false,
      voidedBy: null,
    }
    lines.set(request.op, line)
    if (request.type === 'void' && line.entry.effects > 0) strike(request)
    return line
  }

  /** A void strikes out its original; that of a payment's first operation also all that followed. */
  const strike = ({ op, original }: OperationRequest) => {
    for (const line of lines.values()) {
      const meant = line.entry.op === original || line.entry.root === original
      if (meant && line.entry.type !== 'void' && standing(line)) line.voidedBy = op
    }
  }

  return {
    /** Does what is asked, once per `op`; asked again, it answers the same. What was reversed stays undone (94). */
    perform(request: OperationRequest, decision?: Decision): OperationAnswer {
      const line = lines.get(request.op) ?? write(request, decision ?? { code: rules[request.type](request) })
      line.entry.requests += 1
      return line.reversed ? { op: request.op, code: '94', minor: '0' } : line.answer
    },

    /**
     * Undoes an operation, for good. One that never arrived is remembered, so that a request which its own reversal
     * has overtaken finds the door closed.
     */
    reverse(op: string): 'done' | 'notFound' {
      const line = lines.get(op) ?? write(neverAsked(op), { code: '94' })
      const arrived = line.entry.requests > 0
      line.entry.reversals += 1
      if (!arrived || line.entry.effects > 0) line.reversed = true
      return arrived ? 'done' : 'notFound'
    },

    /** The client has heard the answer. */
    hear(op: string): void {
      const line = lines.get(op)
      if (line) line.entry.answered = true
    },

    find(op: string): Entry | undefined {
      const line = lines.get(op)
      return line && shown(line)
    },

    entries: (): Entry[] => [...lines.values()].map(shown),

    totals(account: string, currency: number): Totals {
      const mine = (entry: Line['entry']) => entry.account === account && entry.currency === currency
      return {
        authorized: sum((entry) => mine(entry) && entry.type === 'authorize'),
        captured: sum((entry) => mine(entry) && isCapture(entry)),
        credited: sum((entry) => mine(entry) && entry.type === 'credit'),
      }
    },
  }
}

const isCapture = ({ type, captureNow }: Line['entry']) => type === 'capture' || (type === 'authorize' && captureNow)

const neverAsked = (op: string): OperationRequest => ({ type: 'authorize', op, account: '', minor: '0', currency: 0 })

const issued = ({ type, op }: OperationRequest, code: string) =>
  type === 'authorize' && isApproval(code)
    ? { authCode: digitsOf(op, 6), networkTransactionId: `ACQ${digitsOf(op, 9)}` }
    : {}

const letters = ({ type, postalSent, cvvSent }: OperationRequest) =>
  type === 'authorize' ? { avs: postalSent ? 'Y' : 'I', cvv: cvvSent ? 'M' : 'P' } : {}
