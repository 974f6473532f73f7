import { currencies } from '#contract/money/currencies'
import type { CardBehavior, Subject } from '../../processors/conformance/conformance.ts'
import type { LedgerEntry } from '../../processors/conformance/subject.ts'
import { parseAmount } from '../../processors/nmi/amounts.ts'
import { nmi } from '../../processors/nmi/nmi.ts'
import type { Processor, Ref } from '../../processors/processor.ts'
import type { NmiFault } from './faultPlan.ts'
import { nmiFetch } from './fetch.ts'
import type { NmiLedgerEntry } from './ledger.ts'
import { createNmi } from './nmi.ts'

const faults: { readonly [behavior in CardBehavior]: NmiFault | undefined } = {
  approve: undefined,
  decline: { kind: 'result', code: '202' },
  // NMI approves all or nothing.
  partial: undefined,
  silent: { kind: 'silent' },
  drop: { kind: 'dropAfter' },
  late: { kind: 'late', ms: 120 },
}

/** A live account: a sandbox declines small amounts. */
const securityKey = 'live-conformance'
/** No test card, which a live account declines. */
const pan = '4539578763621486'

/** A part of another transaction: what NMI does not keep under our reference. */
type Part = { readonly of: string; readonly type: 'capture' | 'void' }

/** The connector with the stand-in as its other side. A card behavior is a fault of the next payment, with any card. */
export const nmiSubject = (): Subject => {
  const standIn = createNmi({ visibleAfterMs: 600_000, duplicateSeconds: 1200, lastId: 7_000_000_000 })
  const parts = new Map<string, Part>()
  const reversed = new Set<string>()
  const processor = nmi(
    { host: 'https://gateway.example', securityKey, currencies: subjectCurrencies, creditsUnsettled: true },
    {
      connection: 'connection-1',
      fetch: nmiFetch(standIn),
      now: () => Date.now(),
      accountNow: () => Date.now(),
      get book(): never {
        throw new Error('The stand-in has a ledger of its own.')
      },
    },
  )
  const noted: Processor = {
    ...processor,
    capture: (op, ref) => (
      parts.set(ref.op, { of: theirsOf(op.original), type: 'capture' }),
      processor.capture(op, ref)
    ),
    void: (op, ref) => (parts.set(ref.op, { of: theirsOf(op.original), type: 'void' }), processor.void(op, ref)),
    reverse: async (of, attempt, rest) => {
      const reversal = await processor.reverse(of, attempt, rest)
      if (reversal === 'done') reversed.add(theirsOf(of))
      return reversal
    },
  }
  return {
    processor: noted,
    passTime: (ms) => standIn.clock.advance(ms),
    settle: standIn.settle,
    cardFor: (behavior) => {
      const fault = faults[behavior]
      if (fault !== undefined) standIn.faults.add({ fault })
      return pan
    },
    loseResponse: (type) =>
      standIn.faults.add({
        on: type === 'credit' ? 'refund' : type === 'reverse' ? 'void' : type,
        fault: { kind: 'dropAfter' },
      }),
    ledgerEntry: (op) => {
      const part = parts.get(op)
      const entries = standIn.ledger.transactionsOf(securityKey)
      return part === undefined
        ? toLedgerEntry(
            entries.filter(({ orderId }) => orderId === op),
            null,
            reversed,
          )
        : toLedgerEntry(
            entries.filter(({ id }) => id === part.of),
            part.type,
            reversed,
          )
    },
    sums: (_account, currency) => standIn.ledger.sums(securityKey, currencies.get(currency)?.code ?? ''),
  }
}

/** One of the gateway's currencies is left out, which the conformance tests need. */
export const subjectCurrencies = [...currencies.keys()].filter((number) => number !== 963)

const exponentOf = (code: string): number =>
  [...currencies.values()].find((currency) => currency.code === code)!.exponent

const theirsOf = ({ raw }: Ref): string => raw?.split(' ')[0] ?? ''

/** @param part of a transaction; null for its first action */
const toLedgerEntry = (
  entries: readonly NmiLedgerEntry[],
  part: Part['type'] | null,
  reversed: ReadonlySet<string>,
): LedgerEntry | undefined => {
  const [first] = entries
  const actions = entries.flatMap(({ actions }) =>
    part === null ? actions.slice(0, 1) : actions.filter(({ type }) => type === part),
  )
  const done = actions.filter(({ success }) => success)
  if (first === undefined || actions.length === 0) return undefined
  const isUndone = first.condition === 'canceled' && part !== 'void'
  return {
    state: isUndone ? (reversed.has(first.id) ? 'reversed' : 'voided') : done.length > 0 ? 'approved' : 'declined',
    effects: done.length,
    approved: String(parseAmount(done[0]?.amount ?? '0', exponentOf(first.currency))),
  }
}
