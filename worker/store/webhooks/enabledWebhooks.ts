/** The SQL column `endpoints`: ids of the enabled webhooks of a row's account and mode, as a JSON array. */
export const enabledWebhooksColumn = (table: string): string =>
  `(SELECT json_group_array(others.id) FROM webhooks AS others
    WHERE others.account = ${table}.account AND others.mode = ${table}.mode AND others.enabled = 1) AS endpoints`
