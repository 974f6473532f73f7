/** Usage of a database, as billed. */
export interface DatabaseUsage {
  /** Batches: each is one round trip. */
  trips: number
  statements: number
  rowsRead: number
  rowsWritten: number
  /** The size of the database after the last batch. */
  bytes: number
}

/** Billed usage of a worker since its start, returned by GET /counts. */
export interface Usage extends DatabaseUsage {
  /** Calls of Durable Objects, including alarms and connections. */
  objectCalls: number
  /** Received WebSocket messages, each billed as a twentieth of a call. */
  objectMessages: number
  /** Rows that objects wrote to their own storage. */
  objectRowsWritten: number
  /** The active time of all objects, in milliseconds. */
  objectMs: number
  /** Log lines. */
  logged: number
}
