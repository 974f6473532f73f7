import { createIds } from '../../domain/ids.ts'
import type { Ids } from '../../domain/ids.ts'
import type { Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { bindings } from '../../testing/bindings.ts'
import { faultyDatabase } from '../../testing/database/brokenDatabase.ts'
import { startWorker } from '../../testing/merchant.ts'

/** A counter in place of random bytes, from 0 in each millisecond: ids of one millisecond differ and sort by creation. */
const createCounter = (now: () => number) => {
  let [last, count] = [0, 0]
  return (length: number) => {
    count = now() === last ? count + 1 : 0
    last = now()
    // Letters, since URLs mask digits that pass Luhn.
    const bytes = new Uint8Array(length).fill(0xaa)
    new DataView(bytes.buffer).setUint32(length - 4, count)
    return bytes
  }
}

/** One counter per kind of id, so that polling requests change no other id. */
const countingIds = (now: () => number): Ids => {
  const ids = () => createIds({ clock: now, random: createCounter(now) })
  return { uuid: ids().uuid, requestId: ids().requestId, transactionId: ids().transactionId }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a worker with a fixed clock and ids, and with a processor, database and rate limits that steps control. */
export const startRecordingWorker = (begin: string) => {
  const state = {
    now: Date.parse(begin),
    processor: 'up',
    database: 'up',
    reached: [] as readonly string[],
    receiverStatus: 204,
  }
  const clock = { now: () => state.now }
  const simulated = simulator({ now: clock.now, lateMs: 5 })
  const limits = { processorTimeoutMs: 60, reversalTimeoutMs: 5_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  /** Polls, since a Durable Object cannot await a promise of another request context. */
  const controlled =
    <Op extends { readonly signal: AbortSignal }, Ref>(send: (op: Op, ref: Ref) => ReturnType<Processor['capture']>) =>
    async (op: Op, ref: Ref) => {
      if (state.processor === 'unreachable') return { result: 'notSent', ref, reason: 'link_down' } as never
      while (state.processor === 'held') await pause(2)
      if (state.processor !== 'silent') return send(op, ref)
      while (!op.signal.aborted) await pause(2)
      return { result: 'unknown', ref, reason: 'timeout' } as never
    }
  const processor: Processor = {
    ...simulated,
    authorize: controlled(simulated.authorize),
    capture: controlled(simulated.capture),
    void: controlled(simulated.void),
    credit: controlled(simulated.credit),
  }
  const { d1 } = faultyDatabase(bindings.DB_00, () => {
    if (state.database === 'broken') throw new TypeError('Broken by the recording.')
    return state.database === 'away' ? 'fails before' : 'runs'
  })
  const limiter = (name: string) => ({ limit: async () => ({ success: !state.reached.includes(name) }) })
  const names = ['standard', 'strict', 'tiny', 'tokens', 'authentication', 'devices']
  const worker = startWorker(
    {
      clock,
      limits,
      processor,
      ids: countingIds(clock.now),
      rateLimiters: Object.fromEntries(names.map((name) => [name, limiter(name)])),
      fetch: async () => new Response(null, { status: state.receiverStatus }),
    },
    { DB_00: d1 },
  )
  return { ...worker, state, limits }
}
