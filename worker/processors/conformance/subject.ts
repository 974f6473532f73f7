import type { OperationType, Processor } from '../processor.ts'

/**
 * How the next authorization with a card is to be treated. `silent` and `drop` have an effect and no answer; `late` has
 * one after the deadline, to whoever listens.
 */
export type CardBehavior = 'approve' | 'decline' | 'partial' | 'silent' | 'drop' | 'late'

/** What the other side's ledger says of an operation. */
export interface LedgerEntry {
  readonly state: 'approved' | 'declined' | 'reversed' | 'voided'
  /** How often money was held or moved for it: never more than once. */
  readonly effects: number
  /** In minor units. */
  readonly approved: string
}

/** The other side's sums for the suite's account in one currency, in minor units, of what stands. */
export interface Sums {
  readonly authorized: bigint
  readonly captured: bigint
  readonly credited: bigint
  readonly released: bigint
  readonly held: bigint
}

/** A processor under test, with its other side. */
export interface Subject {
  readonly processor: Processor
  /** Prepares the other side, where that is needed, and answers the number of a card that is treated so. */
  cardFor(treatment: CardBehavior): string
  /** The next request of this kind has its effect, and its answer is lost. Absent where that cannot be arranged. */
  loseResponse?(type: Exclude<OperationType, 'authorize'> | 'reverse'): void
  /** Absent where the other side keeps no ledger that can be read. */
  ledgerEntry?(op: string): Promise<LedgerEntry | undefined> | LedgerEntry | undefined
  /** With `ledgerEntry`. */
  sums?(account: string, currency: number): Promise<Sums> | Sums
  close?(): Promise<void>
}
