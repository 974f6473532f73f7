import type { OperationType, Processor } from '../processor.ts'

/**
 * The behavior of the processor's other side for the next authorization with a card. `silent` and `drop` have an effect and no
 * response; the response of `late` arrives after the deadline.
 */
export type CardBehavior = 'approve' | 'decline' | 'partial' | 'silent' | 'drop' | 'late'

/** An operation in the ledger of the other side. */
export interface LedgerEntry {
  readonly state: 'approved' | 'declined' | 'reversed' | 'voided'
  /** How often money was held or moved for the operation: at most once. */
  readonly effects: number
  /** In minor units. */
  readonly approved: string
}

/** The other side's sums of effective operations, for the account of the tests in one currency, in minor units. */
export interface Sums {
  readonly authorized: bigint
  readonly captured: bigint
  readonly credited: bigint
  readonly released: bigint
  readonly held: bigint
}

/** The processor under test, with access to its other side. */
export interface Subject {
  readonly processor: Processor
  /** Returns a card number with this behavior, and prepares the other side if necessary. */
  cardFor(behavior: CardBehavior): string
  /** Loses the response to the next request of this type, which still has its effect. Absent if the other side cannot do that. */
  loseResponse?(type: Exclude<OperationType, 'authorize'> | 'reverse'): void
  /** Absent if the other side has no readable ledger. */
  ledgerEntry?(op: string): Promise<LedgerEntry | undefined> | LedgerEntry | undefined
  /** Present if `ledgerEntry` is. */
  sums?(account: string, currency: number): Promise<Sums> | Sums
  /** Closes the processor's open batch, which it otherwise closes at night. Absent if tests cannot close it. */
  settle?(): Promise<void> | void
  /** Advances the other side's clock by milliseconds. Absent if it has real time, for which the tests wait. */
  passTime?(ms: number): void
  close?(): Promise<void>
}
