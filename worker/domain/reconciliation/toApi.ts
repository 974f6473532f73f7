import type { Reconciliation } from '#contract/connections/reconciliation'
import { numberFromText } from '#contract/schema/rawJson'
import type { ReportedOperation } from '../../processors/processor.ts'
import type { ComparedOperation } from '../../store/reconciliation/comparedRows.ts'
import { decimalText, moneyOf } from '../money.ts'
import type { ComparisonFinding } from './compare.ts'
import type { Facing } from './facing.ts'

type Amount = ReturnType<typeof numberFromText>
type WithAmount<T> = T extends { readonly amount: number } ? Omit<T, 'amount'> & { readonly amount: Amount } : T
type Sides = Reconciliation['differences'][number]

/** A difference whose amounts are exact. */
export type Difference = Omit<Sides, 'gateway' | 'processor'> & {
  readonly gateway: WithAmount<NonNullable<Sides['gateway']>> | null
  readonly processor: WithAmount<NonNullable<Sides['processor']>> | null
}

export type Repair = WithAmount<Reconciliation['repairs'][number]>

export const time = (ms: number): string => new Date(ms).toISOString()

const textOrNull = (id: number | null | undefined): string | null => (id == null ? null : String(id))

const toGatewaySide = ({ operation, payment }: ComparedOperation): Difference['gateway'] => ({
  status: operation.status,
  amount: numberFromText(decimalText(moneyOf(operation.amount, payment.currency))),
  created: time(operation.created),
})

/** The currency's own decimals: the processor's may be wrong, but the gateway shows its amounts. */
const toAmount = ({ money }: ReportedOperation) =>
  numberFromText(decimalText(moneyOf(Number(money.minor), money.currency)))

const toProcessorSide = (theirs: ReportedOperation): Difference['processor'] => ({
  reference: theirs.theirs,
  status: theirs.state,
  amount: toAmount(theirs),
  created: time(theirs.at),
})

const about = ({ id, ours, original, theirs }: Facing) => ({
  transactionId: textOrNull(id),
  originalTransactionId: textOrNull(
    ours?.payment.id ?? original?.payment.id ?? (theirs.original === null && theirs.type !== 'capture' ? id : null),
  ),
  type: theirs.type,
  currency: theirs.money.currency,
})

/** Converts a difference that a report shows to its API form. */
export const toDifference = (facing: Facing, { kind, repair }: ComparisonFinding): Difference => ({
  kind,
  repair,
  ...about(facing),
  gateway: facing.ours && toGatewaySide(facing.ours),
  processor: toProcessorSide(facing.theirs),
})

/** Converts an operation that only the gateway has. */
export const toMissingThere = (ours: ComparedOperation): Difference => ({
  kind: 'missing_there',
  repair: 'none',
  transactionId: String(ours.operation.id),
  originalTransactionId: String(ours.payment.id),
  type: ours.operation.type as Difference['type'],
  currency: ours.payment.currency,
  gateway: toGatewaySide(ours),
  processor: null,
})

/** Converts a repair to its API form. */
export const toRepair = (facing: Facing, result: Repair['result']): Repair => ({
  result,
  ...about(facing),
  amount: toAmount(facing.theirs),
  reference: facing.theirs.theirs,
})
