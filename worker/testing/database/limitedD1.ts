import { closeConnection, currentInvocation, openConnection } from './invocation.ts'
import { connectionLost, interceptD1, type Batch } from './interceptD1.ts'

/**
 * How a database is away:
 *
 * - `lostBefore`, `lostAfter`: the connection is lost before or after the effect of a batch
 * - `overloaded`: it rejects all batches
 * - `reset`: it restarts, and a batch has no effect
 * - `hangs`: batches wait until it is back, at most for the platform's 30 s
 * - `full`: it rejects batches that insert or update, and still reads and deletes
 */
export type AwayKind = 'lostBefore' | 'lostAfter' | 'overloaded' | 'reset' | 'hangs' | 'full'

const d1Error = (text: string) => (): Error => new Error(`D1_ERROR: ${text}`, { cause: new Error(text) })

/** The texts of D1: https://developers.cloudflare.com/d1/observability/debug-d1/ */
export const d1Errors = {
  lost: connectionLost,
  overloaded: d1Error('D1 DB is overloaded. Requests queued for too long.'),
  reset: d1Error('Internal error in D1 DB storage caused object to be reset.'),
  timeout: d1Error('D1 DB storage operation exceeded timeout which caused object to be reset.'),
  full: d1Error('Exceeded maximum DB size.'),
  calls: d1Error('Too many API requests by single Worker invocation.'),
  value: d1Error('string or blob too big: SQLITE_TOOBIG'),
} as const

/** Cloudflare's limits of the Workers Paid plan: https://developers.cloudflare.com/d1/platform/limits/ */
export const d1Limits = {
  /** Batches of one invocation: each is a subrequest, however many statements it has. */
  calls: 1_000,
  /** Simultaneous batches of one invocation. Further ones wait. */
  connections: 6,
  /** Milliseconds of one batch. */
  duration: 30_000,
  /** Bytes of a bound value. */
  value: 2_000_000,
  /** Bytes of the database. */
  size: 10_000_000_000,
} as const
export type D1Limits = Readonly<Record<keyof typeof d1Limits, number>>

/** A clock that tests can move. */
export interface LimitedD1Clock {
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
}

const realClock: LimitedD1Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

export interface LimitedD1Options {
  readonly limits?: Partial<D1Limits>
  readonly clock?: LimitedD1Clock
  /** Milliseconds of each batch, half of them before its effect. */
  readonly latency?: number
}

/** What a database did. */
export interface LimitedD1Counts {
  batches: number
  statements: number
  /** Batches that failed because of a limit or because the database was away. */
  failed: number
  /** Batches that waited for a connection. */
  waited: number
}

const grows = ({ sql }: Batch): boolean =>
  sql.some((text) => /^\s*(?:INSERT|UPDATE|REPLACE|WITH\b.*\bINSERT)\b/is.test(text))

const exceeds = (limit: number, value: unknown): boolean => {
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) return value.byteLength > limit
  // A UTF-16 unit has at most three bytes in UTF-8. Most texts are short, and are not encoded.
  return typeof value === 'string' && value.length * 3 > limit && new TextEncoder().encode(value).length > limit
}

interface Span {
  readonly from: number
  readonly to: number
  readonly kind: AwayKind
}

/**
 * A D1 database with the limits of the platform that workerd does not enforce. It adds latency, and is away for spans of time. Both local
 * runtimes enforce the number of parameters and the length of a statement: worker/store/sql/d1.test.ts.
 *
 * The limits of an invocation apply within `asInvocation`. Code of a test outside of it has none.
 *
 * It applies to batches. Single statements are not limited, since the gateway uses none.
 */
export const limitedD1 = (real: D1Database, options: LimitedD1Options = {}) => {
  const { clock = realClock, latency = 0 } = options
  const limits: D1Limits = { ...d1Limits, ...options.limits }
  const spans: Span[] = []
  const counts: LimitedD1Counts = { batches: 0, statements: 0, failed: 0, waited: 0 }
  let size = 0

  const awayAs = (): Span | undefined => {
    const now = clock.now()
    return spans.find(({ from, to }) => from <= now && now < to)
  }

  const wait = async (ms: number): Promise<void> => {
    if (ms > 0) await clock.sleep(Math.min(ms, limits.duration))
    if (ms >= limits.duration) throw d1Errors.timeout()
  }

  const reach = async (batch: Batch): Promise<void> => {
    if (batch.values.flat().some((value) => exceeds(limits.value, value))) throw d1Errors.value()
    await wait(latency / 2)
    for (let span = awayAs(); span !== undefined; span = awayAs()) {
      if (span.kind === 'overloaded') throw d1Errors.overloaded()
      if (span.kind === 'reset') throw d1Errors.reset()
      if (span.kind === 'lostBefore') throw d1Errors.lost()
      if (span.kind === 'full' && grows(batch)) throw d1Errors.full()
      if (span.kind !== 'hangs') break
      await wait(span.to - clock.now())
    }
    if (size >= limits.size && grows(batch)) throw d1Errors.full()
  }

  const leave = async (): Promise<void> => {
    if (awayAs()?.kind === 'lostAfter') throw d1Errors.lost()
    await wait(latency / 2)
  }

  const counted = <T>(work: Promise<T>): Promise<T> =>
    work.catch((thrown: unknown) => {
      counts.failed += 1
      throw thrown
    })

  const after = (_batch: Batch, results: readonly D1Result[]): void => {
    size = results.at(-1)!.meta.size_after
  }

  const around = async <T>(batch: Batch, run: () => Promise<T>): Promise<T> => {
    const invocation = currentInvocation()
    counts.batches += 1
    counts.statements += batch.sql.length
    if (invocation !== undefined) {
      invocation.calls += 1
      invocation.statements += batch.sql.length
      if (invocation.calls > limits.calls) return counted(Promise.reject(d1Errors.calls()))
      if (await openConnection(invocation, limits.connections)) counts.waited += 1
    }
    try {
      await counted(reach(batch))
      const results = await run()
      await counted(leave())
      return results
    } finally {
      if (invocation !== undefined) closeConnection(invocation)
    }
  }

  return {
    d1: interceptD1(real, { around, after }),
    /** Makes the database away from an instant until before another, in milliseconds since 1970. Of overlapping spans the first applies. */
    away: (from: number, to: number, kind: AwayKind): void => {
      spans.push({ from, to, kind })
    },
    counts: counts as Readonly<LimitedD1Counts>,
    limits,
  }
}

export type LimitedD1 = ReturnType<typeof limitedD1>
