import { toBase62 } from '#contract/encoding/bytes'
import { createIds } from '../../domain/ids.ts'
import type { Ids } from '../../domain/ids.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { startWorker } from '../../testing/merchant.ts'
import {
  type Control,
  controlledDatabase,
  controlledLimiters,
  controlledProcessor,
  notSent,
  unanswered,
} from '../controlledGateway.ts'

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
  let shortIds = 0
  return {
    uuid: ids().uuid,
    requestId: ids().requestId,
    // With the time, since the workers of several recordings share a database.
    short: () => toBase62(now(), 8) + toBase62(++shortIds, 3),
    transactionId: ids().transactionId,
  }
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
  const limits = { processorTimeoutMs: 300, reversalTimeoutMs: 5_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  /** Polls, since a Durable Object cannot await a promise of another request context. */
  const control: Control = (send) => async (op, ref) => {
    if (state.processor === 'unreachable') return notSent(ref)
    while (state.processor === 'held') await pause(2)
    if (state.processor !== 'silent') return send(op, ref)
    while (!op.signal.aborted) await pause(2)
    return unanswered(ref)
  }
  const limiters = ['standard', 'strict', 'tiny', 'tokens', 'authentication', 'devices']
  const worker = startWorker(
    {
      clock,
      limits,
      processor: controlledProcessor(simulated, control),
      ids: countingIds(clock.now),
      rateLimiters: controlledLimiters(limiters, () => state.reached),
      fetch: async () => new Response(null, { status: state.receiverStatus }),
    },
    { DB_00: controlledDatabase(state) },
  )
  return { ...worker, state, limits }
}
