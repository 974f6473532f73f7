import type { ResolvedOutcome } from '#contract/transactions/attention'
import { actorNames } from '../audit/actorColumns.ts'
import type { ActorRow } from '../audit/actorColumns.ts'
import { json } from '../sql/row.ts'

/** What a person recorded about an operation that needed attention. */
export interface RecordedResolution extends ActorRow {
  /** Id of the operation. */
  readonly operation: string
  readonly outcome: ResolvedOutcome
  readonly note: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export const resolutionsColumn = json<readonly RecordedResolution[]>()

/**
 * The resolutions of a payment as SQL, the oldest first, from the audit log. It reads their entries alone, by an index.
 *
 * @param payment the name of the payment's row
 */
export const resolutionsOf = (payment: string): string =>
  `(SELECT json_group_array(json_object('operation', operation, 'outcome', outcome, 'note', note, 'at', at,
                                        'key', key, 'keyName', keyName, 'memberName', memberName))
    FROM (SELECT detail ->> '$.operation' AS operation, detail ->> '$.outcome' AS outcome, detail ->> '$.note' AS note, at, key,
                 ${actorNames('audit.key', 'audit.account')}
          FROM audit INDEXED BY auditOfResolutions
          WHERE account = ${payment}.account AND detail ->> '$.transactionId' = CAST(${payment}.id AS TEXT)
            AND action = 'transaction.resolved'
          ORDER BY id))`
