import type { DisputeCategory } from '#contract/disputes/disputeReasons'
import type { DisputeStage, StageReport } from '#contract/disputes/disputeStages'
import { defineColumns, enumText, integer, json, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'

/** Columns of disputes. Amounts are minor units of the payment's currency, times are milliseconds since 1970. */

/** A report of the processor about a case. Null members say nothing. */
export interface DisputeReport extends StageReport {
  readonly amount: number | null
  readonly reasonCode: string | null
  readonly reasonCategory: DisputeCategory | null
  readonly evidenceDueBy: number | null
}

const summary = {
  id: text,
  /** The disputed operation: a capture. */
  operationId: integer,
  stage: enumText<DisputeStage>(),
  reasonCode: nullable(text),
  reasonCategory: enumText<DisputeCategory>(),
  amount: integer,
  evidenceDueBy: nullable(integer),
}

/** The columns of a dispute in its payment. */
export const disputeSummaryColumns = defineColumns(summary)

export type DisputeSummary = RowOf<typeof disputeSummaryColumns>

const resource = {
  ...summary,
  /** The payment. */
  transactionId: integer,
  connection: text,
  /** The id of the case at the processor. */
  caseId: text,
  /** ISO 4217 number. */
  currency: integer,
  stages: json<readonly StageReport[]>(),
  created: integer,
  updated: integer,
}

/** The columns that API resources and events of a dispute are made from. */
export const disputeResourceColumns = defineColumns(resource)

export type DisputeResource = RowOf<typeof disputeResourceColumns>

/** All columns of a dispute except account and mode. */
export const disputeColumns = defineColumns({
  ...resource,
  /** All reports of the processor. The columns of the resource follow from them. */
  reports: json<readonly DisputeReport[]>(),
  /** Counts the changes of the row, from 1. */
  revision: integer,
})

export type DisputeRow = RowOf<typeof disputeColumns>
