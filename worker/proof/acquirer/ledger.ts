import { isApproval } from '#contract/transactions/responseCodes'
import {
  approvedOf,
  type Decision,
  effectsOf,
  type AcquirerEntry,
  toEntry,
  type LedgerLine,
  createLine,
  isInEffect,
  capturesMoney,
} from './line.ts'
import { type Payment, toPayment } from './payment.ts'
import { type Referenced, rules } from './rules.ts'
import type { OperationResponse, OperationRequest, ReversalResponse } from './messages.ts'

/**
 * Sums of an account in one currency, in minor units, which the gateway's sums must equal. Only payments that are in effect count;
 * `credited` includes unreferenced credits.
 */
export interface Totals {
  readonly authorized: bigint
  readonly captured: bigint
  readonly credited: bigint
  /** Permanently released. */
  readonly released: bigint
  /** Authorized, and neither captured nor released. */
  readonly held: bigint
}

export type Ledger = ReturnType<typeof createLedger>

/**
 * The acquirer's record of requests and effects: the independent side of every comparison. It stays consistent (no capture above the hold,
 * no credit above the captures) and declines excessive requests with a code.
 */
export const createLedger = () => {
  const lines = new Map<string, LedgerLine>()
  /** The operations of each payment, by its first `op`. */
  const payments = new Map<string, LedgerLine[]>()

  const addLine = (request: OperationRequest, root: string, decision: Decision): LedgerLine => {
    const line = createLine(request, root, decision)
    lines.set(request.op, line)
    payments.set(root, [...(payments.get(root) ?? []), line])
    return line
  }

  /** Finds no operation of another account or currency. */
  const find = ({ original: originalOp, account, currency }: OperationRequest): Referenced => {
    const original = lines.get(originalOp ?? '')
    if (original?.request.account !== account || original.request.currency !== currency) return noReference
    return { original, payment: toPayment(payments.get(original.root) ?? []) }
  }

  const perform = (request: OperationRequest, planned: Decision | undefined): LedgerLine => {
    const found = find(request)
    const line = addLine(request, found.original?.root ?? request.op, decide(request, found, planned))
    if (isInEffect(line)) apply(line, found)
    return line
  }

  const apply = (line: LedgerLine, { original, payment }: Referenced): void => {
    if (line.request.type === 'void' && original !== undefined) applyVoid(line, original)
    if (line.request.type === 'capture' && line.request.final === true && payment !== undefined)
      payment.root.released += payment.held - approvedOf(line)
  }

  /** Voids the original; the void of a payment's first operation voids all its operations. */
  const applyVoid = (by: LedgerLine, original: LedgerLine): void => {
    const all = original.root === original.request.op
    for (const line of all ? (payments.get(original.root) ?? []) : [original])
      if (line.request.type !== 'void' && isInEffect(line)) line.voidedBy = by
  }

  /**
   * Releases this total amount of an authorization. The captured part cannot be released: a gateway that requests it has sums that differ
   * from the ledger's.
   */
  const release = (line: LedgerLine, rest: bigint): void => {
    const payment = toPayment(payments.get(line.root) ?? [])
    if (payment?.root !== line) return
    const limit = payment.approved - payment.captured
    const released = rest < limit ? rest : limit
    if (released > line.released) line.released = released
  }

  return {
    /** Performs each `op` once; a repeated request returns the same response. A reversed operation stays reversed (code 94). */
    perform(request: OperationRequest, planned?: Decision): OperationResponse {
      const line = lines.get(request.op) ?? perform(request, planned)
      line.requests += 1
      return line.reversed ? { op: request.op, code: '94', minor: '0' } : line.response
    },

    /**
     * Reverses an operation permanently. An unknown `op` is stored as reversed, so that a request that arrives after its own reversal is
     * declined.
     *
     * @param rest releases this total amount; the captured part stays captured
     */
    reverse(op: string, rest?: string): ReversalResponse['result'] {
      const line = lines.get(op) ?? addLine(placeholderRequest(op), op, { code: '94' })
      const arrived = line.requests > 0
      line.reversals += 1
      if (arrived && rest !== undefined) release(line, BigInt(rest))
      else if (!arrived || effectsOf(line) > 0) line.reversed = true
      return arrived ? 'done' : 'notFound'
    },

    /** Closes the batch of an account: its captures and credits can no longer be voided. */
    closeBatch(account: string): void {
      for (const line of lines.values())
        if (
          line.request.account === account &&
          isInEffect(line) &&
          (capturesMoney(line) || line.request.type === 'credit')
        )
          line.settled = true
    },

    /** Records that the client received the response. */
    acknowledge(op: string): void {
      const line = lines.get(op)
      if (line) line.acknowledged = true
    },

    find(op: string): AcquirerEntry | undefined {
      const line = lines.get(op)
      return line && toEntry(line)
    },

    entries: (): AcquirerEntry[] => [...lines.values()].map(toEntry),

    totals(account: string, currency: number): Totals {
      const totals = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
      for (const operations of payments.values()) {
        const [first] = operations
        if (first?.request.account !== account || first.request.currency !== currency) continue
        const payment = toPayment(operations)
        if (payment !== undefined) add(totals, payment)
        else totals.credited += unreferencedCredit(first)
      }
      return totals
    },
  }
}

const noReference: Referenced = { original: undefined, payment: undefined }

const placeholderRequest = (op: string): OperationRequest => ({
  type: 'authorize',
  op,
  account: '',
  minor: '0',
  currency: 0,
})

const add = (totals: { -readonly [name in keyof Totals]: bigint }, payment: Payment): void => {
  totals.authorized += payment.approved
  totals.captured += payment.captured
  totals.credited += payment.credited
  totals.released += payment.released
  totals.held += payment.held
}

const unreferencedCredit = (line: LedgerLine): bigint =>
  line.request.type === 'credit' && isInEffect(line) ? approvedOf(line) : 0n

const decide = (request: OperationRequest, found: Referenced, planned: Decision | undefined): Decision => {
  const code = rules[request.type](request, found)
  // A planned fault can reduce an approval but cannot approve a request that the ledger declines.
  return planned !== undefined && (isApproval(code) || !isApproval(planned.code)) ? planned : { code }
}
