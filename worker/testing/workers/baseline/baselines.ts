/** A statement of a baseline on its only table, by primary key. */
export type Statement = 'insert' | 'update' | 'find' | 'list'

export interface Baseline {
  readonly method: 'GET' | 'POST'
  /** The statements of each batch, in order. */
  readonly batches: readonly (readonly Statement[])[]
  /** An additional call: a round trip to a device after the first batch, or a request to a webhook receiver at the end. */
  readonly sideCall?: 'reader' | 'receiver'
}

/** A crash-safe payment is stored before the call of the processor, and its outcome after it, with the event and a final read. */
const opening: readonly Statement[] = ['insert', 'insert', 'find']
const outcome: readonly Statement[] = ['update', 'update', 'insert', 'find']

/**
 * The minimal cost of each kind of request on this platform: a Hono route that reads its body, batches with as many statements as the
 * gateway's, with minimal reads and writes, and a JSON response. A baseline has no authentication, validation, encryption, signatures,
 * secondary indexes, business rules, events or log lines, and stores neither terminal sessions nor deliveries.
 */
export const baselines = {
  /** The bare route, for comparison. */
  json: { method: 'GET', batches: [] },
  authorize: { method: 'POST', batches: [opening, outcome] },
  capture: { method: 'POST', batches: [['find', 'insert', 'update', 'find'], outcome] },
  get: { method: 'GET', batches: [['find']] },
  list: { method: 'GET', batches: [['list']] },
  token: { method: 'POST', batches: [['insert']] },
  checkout: { method: 'POST', batches: [['insert', 'insert']] },
  webhook: { method: 'POST', batches: [opening, outcome], sideCall: 'receiver' },
  terminal: { method: 'POST', batches: [opening, outcome], sideCall: 'reader' },
} as const satisfies Readonly<Record<string, Baseline>>

export type BaselineName = keyof typeof baselines

/** Rows per page. */
export const pageRows = 10
/** Initial records, with ids from 1. */
export const storedRecords = 1000

export const schema = `
  CREATE TABLE records (id INTEGER PRIMARY KEY, account TEXT NOT NULL, status TEXT NOT NULL, data TEXT NOT NULL) STRICT;
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${storedRecords})
  INSERT INTO records SELECT n, 'account', 'approved', printf('%.*c', 500, 'x') FROM numbers;
`
