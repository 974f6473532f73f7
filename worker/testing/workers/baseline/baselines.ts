/** What a statement of a baseline does with its one table, by primary key alone. */
export type Step = 'insert' | 'update' | 'find' | 'list'

export interface Baseline {
  readonly method: 'GET' | 'POST'
  /** The statements of each batch, in order. */
  readonly batches: readonly (readonly Step[])[]
  /** What happens besides: after the first batch, word goes to a card reader and comes back; or after all, somebody is told. */
  readonly besides?: 'reader' | 'receiver'
}

/** A payment that is crash-safe is written down before anybody is asked, and its outcome after: with the event, and read once more. */
const opening: readonly Step[] = ['insert', 'insert', 'find']
const outcome: readonly Step[] = ['update', 'update', 'insert', 'find']

/**
 * The least that each kind of request takes on this platform: a Hono route that reads its body, batches of as many statements as the
 * gateway's, that read and write as much as has to be, and an answer in JSON. What a baseline leaves out: it looks up nobody's key, checks no
 * body, encrypts and signs nothing, has no index beside its primary key, decides nothing, draws no event and writes no line of log. Of a
 * card reader's session and of a delivery it keeps nothing.
 */
export const baselines = {
  /** The bare route, for comparison. */
  json: { method: 'GET', batches: [] },
  authorize: { method: 'POST', batches: [opening, outcome] },
  capture: { method: 'POST', batches: [['find', 'find', 'insert', 'update', 'find'], outcome] },
  get: { method: 'GET', batches: [['find', 'find']] },
  list: { method: 'GET', batches: [['list']] },
  token: { method: 'POST', batches: [['insert']] },
  checkout: { method: 'POST', batches: [['insert', 'insert']] },
  webhook: { method: 'POST', batches: [opening, outcome], besides: 'receiver' },
  terminal: { method: 'POST', batches: [opening, outcome], besides: 'reader' },
} as const satisfies Readonly<Record<string, Baseline>>

export type BaselineName = keyof typeof baselines

/** How many rows a page has. */
export const pageRows = 10
/** The records that are there at first have the ids from 1. */
export const storedRecords = 1000

export const schema = `
  CREATE TABLE records (id INTEGER PRIMARY KEY, account TEXT NOT NULL, status TEXT NOT NULL, data TEXT NOT NULL) STRICT;
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${storedRecords})
  INSERT INTO records SELECT n, 'account', 'approved', printf('%.*c', 500, 'x') FROM numbers;
`
