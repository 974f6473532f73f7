import { isApproval } from '#contract/transactions/responseCodes'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import type { ReportSpan } from '../../processors/processor.ts'
import {
  approvedOf,
  type Decision,
  effectsOf,
  type AcquirerEntry,
  type EntryState,
  toEntry,
  type LedgerLine,
  createLine,
  isInEffect,
  capturesMoney,
  stateOf,
} from './line.ts'
import { type Payment, toPayment } from './payment.ts'
import { type LedgerRules, type Referenced, rules } from './rules.ts'
import type {
  LookupRequest,
  LookupResponse,
  OperationResponse,
  OperationRequest,
  ReversalResponse,
} from './messages.ts'

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

export interface LedgerOptions {
  /** By default everything that the gateway knows how to use. */
  readonly can?: LedgerRules
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** How long captures and credits are pending, if their outcome comes later. */
  readonly outcomeAfterMs?: number
}

/** A line of a report. */
export interface ReportLine {
  readonly theirs: string
  readonly original: string | null
  readonly state: EntryState | 'pending'
  readonly entry: AcquirerEntry
  readonly exponent: number
  readonly at: number
}

const reportPageSize = 50

/**
 * The acquirer's record of requests and effects: the independent side of every comparison. It stays consistent (no capture above the hold,
 * no credit above the captures) and declines excessive requests with a code.
 */
export const createLedger = ({
  can = capabilitySets.isoLike,
  now = Date.now,
  outcomeAfterMs = 20,
}: LedgerOptions = {}) => {
  /** All lines in order, by the acquirer's reference. */
  const lines = new Map<string, LedgerLine>()
  /** The lines of each operation: more than one if it was repeated without idempotency. */
  const operations = new Map<string, LedgerLine[]>()
  /** The lines of each payment, by the reference of its first. */
  const payments = new Map<string, LedgerLine[]>()

  const addLine = (request: OperationRequest, first: LedgerLine | undefined, decision: Decision): LedgerLine => {
    const theirs = `acq_${lines.size + 1}`
    const root = first?.root ?? request.op
    const payment = first?.payment ?? theirs
    const { visibleAfterMs } = can
    const line = createLine(request, { theirs, root, payment, at: now(), visibleAfterMs }, decision)
    lines.set(theirs, line)
    operations.set(request.op, [...(operations.get(request.op) ?? []), line])
    payments.set(line.payment, [...(payments.get(line.payment) ?? []), line])
    return line
  }

  /** The line with the acquirer's reference if the client sent one, otherwise all lines of the operation. */
  const linesOf = ({ op, theirs }: { readonly op: string; readonly theirs?: string | undefined }): LedgerLine[] => {
    if (theirs === undefined) return operations.get(op) ?? []
    const line = lines.get(theirs)
    return line === undefined ? [] : [line]
  }

  /** Finds no operation of another account or currency. */
  const find = ({ original: op = '', originalTheirs, account, currency }: OperationRequest): Referenced => {
    const [original] = linesOf({ op, theirs: originalTheirs })
    if (original?.request.account !== account || original.request.currency !== currency) return noReference
    return { original, payment: toPayment(payments.get(original.payment) ?? []) }
  }

  const perform = (request: OperationRequest, planned: Decision | undefined): LedgerLine => {
    const found = find(request)
    const line = addLine(request, found.original, decide(request, found, can, planned))
    if (isInEffect(line)) apply(line, found)
    return line
  }

  const apply = (line: LedgerLine, { original, payment }: Referenced): void => {
    if (line.request.type === 'void' && original !== undefined) applyVoid(line, original)
    const endsHold = can.captures === 'one' || (line.request.final === true && can.givesBackRest)
    if (line.request.type === 'capture' && endsHold && payment !== undefined)
      payment.root.released += payment.held - approvedOf(line)
  }

  const settle = (line: LedgerLine): void => {
    if (!line.settled) Object.assign(line, { settled: true, changed: now() })
  }

  /** Voids the original; the void of a payment's first operation voids all its operations. */
  const applyVoid = (by: LedgerLine, original: LedgerLine): void => {
    const all = original.payment === original.theirs
    for (const line of all ? (payments.get(original.payment) ?? []) : [original])
      if (line.request.type !== 'void' && isInEffect(line)) Object.assign(line, { voidedBy: by, changed: by.at })
  }

  /**
   * Releases this total amount of an authorization. The captured part cannot be released: a gateway that requests it has sums that differ
   * from the ledger's.
   */
  const release = (line: LedgerLine, rest: bigint): void => {
    const payment = toPayment(payments.get(line.payment) ?? [])
    if (payment?.root !== line) return
    const limit = payment.approved - payment.captured
    const released = rest < limit ? rest : limit
    if (released > line.released) line.released = released
  }

  const reverseLine = (line: LedgerLine, rest: string | undefined): void => {
    const arrived = line.requests > 0
    line.reversals += 1
    if (arrived && rest !== undefined) release(line, BigInt(rest))
    else if (!arrived || effectsOf(line) > 0) Object.assign(line, { reversed: true, changed: now() })
  }

  const isPending = ({ request: { type }, at }: LedgerLine, since = at): boolean =>
    can.answersLater && (type === 'capture' || type === 'credit') && now() - Math.min(at, since) < outcomeAfterMs

  const respond = (line: LedgerLine, since?: number): OperationResponse => {
    const { theirs, response } = line
    if (line.reversed) return { op: response.op, theirs, code: '94', minor: '0' }
    return isPending(line, since) ? { ...response, pending: true } : response
  }

  /** The reversal of a payment's first operation undoes what follows from it. */
  const stateWithin = (line: LedgerLine): EntryState => {
    const state = stateOf(line)
    return state === 'approved' && lines.get(line.payment)?.reversed === true ? 'reversed' : state
  }

  return {
    /**
     * Performs each `op` once; a repeated request returns the same response. A reversed operation stays reversed (code 94). Without
     * idempotency each request is performed.
     *
     * @param visibleAfterMs how late its line is visible. Default: as the capabilities say
     */
    perform(request: OperationRequest, planned?: Decision, visibleAfterMs = can.visibleAfterMs): OperationResponse {
      const known = can.repeats === 'byKey' ? operations.get(request.op)?.[0] : undefined
      const line = known ?? perform(request, planned)
      line.requests += 1
      line.visibleAfterMs = visibleAfterMs
      return respond(line)
    },

    /** Finds what is visible: a line in effect before others. What was undone is declined with code 94. */
    lookup({ op, theirs, created = Number.MAX_SAFE_INTEGER }: LookupRequest): LookupResponse {
      const visible = linesOf({ op, theirs }).filter(
        ({ at, requests, visibleAfterMs }) => requests > 0 && now() - at >= visibleAfterMs,
      )
      const line = visible.find(isInEffect) ?? visible.at(-1)
      if (line === undefined) return null
      const { currency, exponent = 2 } = line.request
      if (stateOf(line) === 'voided') return { op, theirs: line.theirs, code: '94', minor: '0', currency, exponent }
      return { ...respond(line, created), currency, exponent }
    },

    /** The outcome of a pending operation, once it is known. */
    outcomeOf(theirs: string): OperationResponse | undefined {
      const line = lines.get(theirs)
      if (line === undefined) return undefined
      const { pending, ...outcome } = respond(line)
      return pending === true ? undefined : outcome
    },

    /**
     * Reverses an operation permanently. An unknown `op` is stored as reversed, so that a request that arrives after its own reversal is
     * declined.
     *
     * @param rest releases this total amount; the captured part stays captured
     */
    reverse(op: string, rest?: string, theirs?: string): ReversalResponse['result'] {
      const known = linesOf({ op, theirs })
      const reversed = known.length > 0 ? known : [addLine(placeholderRequest(op), undefined, { code: '94' })]
      for (const line of reversed) reverseLine(line, rest)
      return reversed.some(({ requests }) => requests > 0) ? 'done' : 'notFound'
    },

    /** Closes the batch of an account: its captures and credits can no longer be voided. */
    closeBatch(account: string): void {
      for (const line of lines.values())
        if (
          line.request.account === account &&
          isInEffect(line) &&
          (capturesMoney(line) || line.request.type === 'credit')
        )
          settle(line)
    },

    /** The bank returns a settled operation. */
    returnOperation(op: string, returnCode: string): void {
      for (const line of operations.get(op) ?? []) {
        settle(line)
        Object.assign(line, { returnCode, changed: now() })
      }
    },

    /** Records that the client received the response. */
    acknowledge(op: string): void {
      for (const line of operations.get(op) ?? []) line.acknowledged = true
    },

    find(op: string): AcquirerEntry | undefined {
      const found = operations.get(op)
      return found && toOperationEntry(found)
    },

    /** One entry for each operation. */
    entries: (): AcquirerEntry[] => [...operations.values()].map(toOperationEntry),

    /**
     * A page of the visible lines that were made in a span of time, or changed in it if the report shows what has settled.
     *
     * @param after number of lines to leave out
     */
    report(
      { from, to }: ReportSpan,
      after: number,
    ): { readonly operations: ReportLine[]; readonly next: number | null } {
      const arrived = [...lines.values()].filter(
        ({ at, changed, requests, visibleAfterMs }) =>
          requests > 0 &&
          (can.settles === 'byReport' ? [at, changed] : [at]).some(
            (time) => from <= time && time < to && now() - time >= visibleAfterMs,
          ),
      )
      const page = arrived.slice(after, after + reportPageSize).map((line) => ({
        theirs: line.theirs,
        original: linesOf({ op: line.request.original ?? '', theirs: line.request.originalTheirs })[0]?.theirs ?? null,
        state: isPending(line) ? ('pending' as const) : stateWithin(line),
        entry: toEntry(line),
        exponent: line.request.exponent ?? 2,
        at: line.at,
      }))
      const next = after + page.length
      return { operations: page, next: next < arrived.length ? next : null }
    },

    totals(account: string, currency: number): Totals {
      const totals = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
      for (const ofPayment of payments.values()) {
        const [first] = ofPayment
        if (first?.request.account !== account || first.request.currency !== currency) continue
        const payment = toPayment(ofPayment)
        if (payment !== undefined) add(totals, payment)
        else totals.credited += unreferencedCredit(first)
      }
      return totals
    },
  }
}

/**
 * The lines of one operation as one entry: the first in effect, with the effects and requests of all. More than one effect means that the
 * gateway has repeated an operation that the acquirer does not recognize.
 */
const toOperationEntry = (found: readonly LedgerLine[]): AcquirerEntry => {
  const count = (of: (line: LedgerLine) => number) => found.reduce((total, line) => total + of(line), 0)
  return {
    ...toEntry(found.find(isInEffect) ?? found[0]!),
    effects: count(effectsOf),
    requests: count(({ requests }) => requests),
    reversals: count(({ reversals }) => reversals),
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

const decide = (
  request: OperationRequest,
  found: Referenced,
  can: LedgerRules,
  planned: Decision | undefined,
): Decision => {
  const code = rules[request.type](request, found, can)
  // A planned fault can reduce an approval but cannot approve a request that the ledger declines.
  return planned !== undefined && (isApproval(code) || !isApproval(planned.code)) ? planned : { code }
}
