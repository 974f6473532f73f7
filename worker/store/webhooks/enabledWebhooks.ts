/** A column of SQL, `endpoints`: the webhooks that are enabled, of the account and mode of a table's row, as a JSON array of their ids. */
export const enabledWebhooksColumn = (table: string): string =>
  `(SELECT json_group_array(others.id) FROM webhooks AS others
    WHERE others.account = ${table}.account AND others.mode = ${table}.mode AND others.enabled = 1) AS endpoints`
