import { currencies } from '#contract/money/currencies'
import type { OperationType } from '../../processors/processor.ts'
import { parseAmount } from '../../processors/nmi/amounts.ts'
import type { AcquirerEntry, EntryState } from '../acquirer/line.ts'
import type { NmiLedgerEntry } from './ledger.ts'
import { reversal, reversalByHand } from './operationMarks.ts'

/** The operation that requests are marked with. */
export interface MarkedOperation {
  readonly op: string
  readonly type: OperationType
  readonly root: string
  readonly original: string | null
  readonly account: string
}

const currencyOf = (code: string) => [...currencies].find(([, currency]) => currency.code === code)!

/** Whose void has undone a transaction. */
const undoneBy = ({ actions }: NmiLedgerEntry): string | undefined =>
  actions.find(({ type, success }) => type === 'void' && success)?.ipAddress

const stateOf = (isDone: boolean, type: OperationType, entry: NmiLedgerEntry | undefined): EntryState => {
  if (!isDone || entry === undefined) return 'declined'
  const by = type === 'void' ? undefined : undoneBy(entry)
  return by === undefined ? 'approved' : by === reversal || by === reversalByHand ? 'reversed' : 'voided'
}

/** An operation as the acquirer's ledger shows it. @param entries of its account at NMI */
export const toAcquirerEntry = (marked: MarkedOperation, entries: readonly NmiLedgerEntry[]): AcquirerEntry => {
  const { op, type } = marked
  const own = entries.flatMap((entry) =>
    entry.actions.filter(({ ipAddress }) => ipAddress === op).map((action) => ({ entry, action })),
  )
  const done = own.filter(({ action }) => action.success)
  const { entry, action } = done.find(({ entry }) => undoneBy(entry) === undefined) ?? done[0] ?? own[0] ?? {}
  const [number, { exponent }] = currencyOf(entry?.currency ?? 'USD')
  const minor = parseAmount(action?.amount ?? '0', exponent) ?? 0n
  const captured = entry?.actions.find((one) => one.type === 'capture' && one.success)
  return {
    ...marked,
    currency: number,
    requested: String(minor),
    approved: done.length > 0 ? String(minor) : '0',
    code: done.length > 0 ? '00' : '05',
    captureNow: action?.type === 'sale',
    final: type === 'capture',
    lastFour: null,
    state: stateOf(done.length > 0, type, entry),
    released: type === 'authorize' && captured ? String(minor - (parseAmount(captured.amount, exponent) ?? 0n)) : '0',
    settled: done.length > 0 && entry?.actions.some(({ type, success }) => type === 'settle' && success) === true,
    returnCode: null,
    effects: done.length,
    requests: own.length,
    reversals: 0,
    acknowledged: false,
  }
}
