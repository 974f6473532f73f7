/** What a database was asked, as it would be billed. */
export interface DatabaseCounts {
  /** Batches: each is one round trip. */
  trips: number
  statements: number
  rowsRead: number
  rowsWritten: number
  /** How large the database was when it last answered. */
  bytes: number
}

/** What a worker has done since it started, in what the platform bills. GET /counts answers it. */
export interface Counts extends DatabaseCounts {
  /** Calls of Durable Objects, alarms and connections among them. */
  objectCalls: number
  /** Messages that came in over their sockets, which are billed as a twentieth of a call each. */
  objectMessages: number
  /** Rows that objects wrote to their own storage. */
  objectRowsWritten: number
  /** For how long an object had something to do, each by itself, in milliseconds. */
  objectMs: number
  /** Lines of log. */
  logged: number
}
