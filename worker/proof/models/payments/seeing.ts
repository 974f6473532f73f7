/**
 * What is looked up of an account beside the API. Of each payment `print` is all that GET shows of it and that can change, so that one which
 * did not change is not asked for again.
 */
export const printsOf = `
  SELECT id, concat_ws('/', status, approved, captured, credited, settled, capturing, released, expires, batchId, updated,
    (SELECT group_concat(concat_ws('/', id, status, amount, responseCode, updated)) FROM operations
     WHERE operations.transactionId = transactions.id)) AS print
  FROM transactions WHERE account = ? ORDER BY id`

export const tagsOf =
  'SELECT id, initiatedByUserId AS tag FROM operations WHERE account = ? AND initiatedByUserId IS NOT NULL'

export const dueOf = 'SELECT count(*) AS due FROM operations WHERE account = ? AND due IS NOT NULL'

/** Events, and batches that have closed, of which one is to be told. */
export const eventsOf = 'SELECT resource, sequence, type, cause FROM events WHERE account = ? ORDER BY position'

export const closedOf = "SELECT id FROM batches WHERE account = ? AND status = 'closed'"
