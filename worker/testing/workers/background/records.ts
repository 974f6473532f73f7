import { asInvocation, currentInvocation } from '../../database/invocation.ts'
import type { Invocation } from '../../database/invocation.ts'
import { interceptD1 } from '../../database/interceptD1.ts'
import { limitedD1 } from '../../database/limitedD1.ts'
import type { BackgroundUsage, InvocationKind, InvocationRecord } from './figures.ts'

/** Of each database batch, in milliseconds. */
const latency = 100

let invocations: InvocationRecord[] = []
const lastBatch = new WeakMap<Readonly<Invocation>, number>()

/** Runs an invocation with the limits of the platform, and records what it used. */
export const recordInvocation = <T>(kind: InvocationKind, work: () => Promise<T>): Promise<T> =>
  asInvocation(async (invocation) => {
    const began = Date.now()
    try {
      return await work()
    } finally {
      invocations.push({
        kind,
        began,
        ms: Date.now() - began,
        workedMs: (lastBatch.get(invocation) ?? began) - began,
        batches: invocation.calls,
        statements: invocation.statements,
        connections: invocation.mostConnections,
      })
    }
  })

/** Returns the invocations that have ended since the last call. */
export const takeInvocations = (): readonly InvocationRecord[] => {
  const taken = invocations
  invocations = []
  return taken
}

type Counts = { -readonly [Name in keyof BackgroundUsage]: number }

export const usage: Counts = {
  batches: 0,
  statements: 0,
  rowsRead: 0,
  rowsWritten: 0,
  databaseMs: 0,
  objectCalls: 0,
  objectRowsWritten: 0,
  objectMs: 0,
  logged: 0,
}

/** A database with latency and with the limits of the platform, whose usage is counted. */
export const createRecordedDatabase = (real: D1Database): D1Database => {
  const counted = interceptD1(real, {
    before: ({ sql }) => {
      usage.batches++
      usage.statements += sql.length
    },
    after: (_batch, results) => {
      for (const { meta } of results) {
        usage.rowsRead += meta.rows_read
        usage.rowsWritten += meta.rows_written
        usage.databaseMs += meta.duration
      }
    },
  })
  const limited = limitedD1(counted, { latency })
  return interceptD1(limited.d1, {
    after: () => {
      const invocation = currentInvocation()
      if (invocation !== undefined) lastBatch.set(invocation, Date.now())
    },
  })
}
