/** What the objects of webhooks read and write: what is to be delivered, where to, and how far they are. */

/** A column of SQL, `endpoints`: the webhooks that are enabled, of the account and mode of a table's row, as a JSON array of their ids. */
export const endpointsOf = (table: string): string =>
  `(SELECT json_group_array(webhooks.id) FROM webhooks
    WHERE webhooks.account = ${table}.account AND webhooks.mode = ${table}.mode AND webhooks.enabled = 1) AS endpoints`
