import { isApproval } from '#contract/transactions/responseCodes'
import { approvedOf, type Decision, effectsOf, type Entry, entryOf, type Line, newLine, stands, takes } from './line.ts'
import { type Payment, paymentOf } from './payment.ts'
import { type Found, rules } from './rules.ts'
import type { OperationAnswer, OperationRequest, ReversalAnswer } from './messages.ts'

/**
 * The sums of an account in a currency, in minor units: what the gateway's own sums must come to. Of payments that
 * stand; `credited` also counts credits that refer to none.
 */
export interface Totals {
  readonly authorized: bigint
  readonly captured: bigint
  readonly credited: bigint
  /** Given back for good. */
  readonly released: bigint
  /** Still held: authorized, and neither captured nor released. */
  readonly held: bigint
}

export type Ledger = ReturnType<typeof createLedger>

/**
 * The acquirer's own record of what it was asked and what it did: the independent side of every comparison. It keeps
 * itself consistent (no capture above what is held, no credit above the captures), so a gateway that asks for too much
 * is told so with a code.
 */
export const createLedger = () => {
  const lines = new Map<string, Line>()
  /** The operations of each payment, by its first one. */
  const payments = new Map<string, Line[]>()

  const enter = (request: OperationRequest, root: string, decision: Decision): Line => {
    const line = newLine(request, root, decision)
    lines.set(request.op, line)
    payments.set(root, [...(payments.get(root) ?? []), line])
    return line
  }

  /** Nothing is found for another account or in another currency. */
  const find = ({ original: named, account, currency }: OperationRequest): Found => {
    const original = lines.get(named ?? '')
    if (original?.request.account !== account || original.request.currency !== currency) return nothing
    return { original, payment: paymentOf(payments.get(original.root) ?? []) }
  }

  const perform = (request: OperationRequest, planned: Decision | undefined): Line => {
    const found = find(request)
    const line = enter(request, found.original?.root ?? request.op, decide(request, found, planned))
    if (stands(line)) apply(line, found)
    return line
  }

  const apply = (line: Line, { original, payment }: Found): void => {
    if (line.request.type === 'void' && original !== undefined) strike(line, original)
    if (line.request.type === 'capture' && line.request.final === true && payment !== undefined)
      payment.root.released += payment.held - approvedOf(line)
  }

  /** A void strikes out its original; that of a payment's first operation also all that followed. */
  const strike = (by: Line, original: Line): void => {
    const all = original.root === original.request.op
    for (const line of all ? (payments.get(original.root) ?? []) : [original])
      if (line.request.type !== 'void' && stands(line)) line.voidedBy = by
  }

  /**
   * Gives back so much of an authorization in all. What was captured of it cannot be given back: a gateway that asks
   * for it has other sums than this ledger.
   */
  const release = (line: Line, rest: bigint): void => {
    const payment = paymentOf(payments.get(line.root) ?? [])
    if (payment?.root !== line) return
    const most = payment.approved - payment.captured
    const released = rest < most ? rest : most
    if (released > line.released) line.released = released
  }

  return {
    /** Does what is asked, once per `op`; asked again, it answers the same. What was reversed stays undone (94). */
    perform(request: OperationRequest, planned?: Decision): OperationAnswer {
      const line = lines.get(request.op) ?? perform(request, planned)
      line.requests += 1
      return line.reversed ? { op: request.op, code: '94', minor: '0' } : line.answer
    },

    /**
     * Undoes an operation, for good. One that never arrived is remembered, so that a request which its own reversal
     * has overtaken finds the door closed.
     *
     * @param rest gives back so much of it in all, and what was captured of it stands
     */
    reverse(op: string, rest?: string): ReversalAnswer['result'] {
      const line = lines.get(op) ?? enter(neverAsked(op), op, { code: '94' })
      const arrived = line.requests > 0
      line.reversals += 1
      if (arrived && rest !== undefined) release(line, BigInt(rest))
      else if (!arrived || effectsOf(line) > 0) line.reversed = true
      return arrived ? 'done' : 'notFound'
    },

    /** Closes the batch of an account: what was taken or credited until now can be voided no more. */
    close(account: string): void {
      for (const line of lines.values())
        if (line.request.account === account && stands(line) && (takes(line) || line.request.type === 'credit'))
          line.settled = true
    },

    /** The client has heard the answer. */
    hear(op: string): void {
      const line = lines.get(op)
      if (line) line.answered = true
    },

    find(op: string): Entry | undefined {
      const line = lines.get(op)
      return line && entryOf(line)
    },

    entries: (): Entry[] => [...lines.values()].map(entryOf),

    totals(account: string, currency: number): Totals {
      const totals = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
      for (const ofOne of payments.values()) {
        const [first] = ofOne
        if (first?.request.account !== account || first.request.currency !== currency) continue
        const payment = paymentOf(ofOne)
        if (payment !== undefined) add(totals, payment)
        else totals.credited += unreferenced(first)
      }
      return totals
    },
  }
}

const nothing: Found = { original: undefined, payment: undefined }

const neverAsked = (op: string): OperationRequest => ({ type: 'authorize', op, account: '', minor: '0', currency: 0 })

const add = (totals: { -readonly [name in keyof Totals]: bigint }, payment: Payment): void => {
  totals.authorized += payment.approved
  totals.captured += payment.captured
  totals.credited += payment.credited
  totals.released += payment.released
  totals.held += payment.held
}

const unreferenced = (line: Line): bigint => (line.request.type === 'credit' && stands(line) ? approvedOf(line) : 0n)

const decide = (request: OperationRequest, found: Found, planned: Decision | undefined): Decision => {
  const code = rules[request.type](request, found)
  // A planned fault can make less of an approval. It cannot approve what the ledger declines.
  return planned !== undefined && (isApproval(code) || !isApproval(planned.code)) ? planned : { code }
}
