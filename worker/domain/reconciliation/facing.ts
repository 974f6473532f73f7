import type { ReportedOperation } from '../../processors/processor.ts'
import type { ComparedOperation } from '../../store/reconciliation/comparedRows.ts'
import type { ComparisonFinding } from './compare.ts'

/** One operation of a report beside the rows of the gateway. */
export interface Facing {
  readonly theirs: ReportedOperation
  /** Null for an operation that was not made through the gateway, and for one that is missing here and whose reference the report lacks. */
  readonly id: number | null
  readonly ours: ComparedOperation | null
  /** Its captured, voided or credited operation here. */
  readonly original: ComparedOperation | null
  readonly finding: ComparisonFinding | null
}

export interface FacedPage {
  readonly operations: readonly Facing[]
  readonly next: string | null
}
