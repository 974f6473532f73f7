import type { Fault } from '../../acquirer/faultPlan.ts'
import { createClient } from '../kernel/client.ts'
import { noFaults, planFaults } from '../kernel/faults.ts'
import type { CommandFaults } from '../kernel/faults.ts'
import { MachineCrashed } from '../kernel/gateway.ts'
import type { Machine } from '../kernel/gateway.ts'
import { checkInvariants } from './invariants.ts'
import { reconcile } from './reconcile.ts'
import type { HttpRequest, SentRequest } from './requests.ts'
import type { ClientResponse } from './results.ts'
import { takeSnapshot } from './snapshot.ts'
import type { State } from './state.ts'

/** Runs the requests of a command, then compares the system with the expected state. */

export type Job = (machine: Machine) => Promise<ClientResponse>

export const post = async (state: State, machine: Machine, path: string, body?: object, key?: string | null) => {
  const call = createClient(machine.fetch, state.system.accounts[0].secretKey)
  const { status, text, json } = await call('POST', path, body, key)
  if (status === 503) return { kind: 'lost' } as const
  if (status === 200)
    return { kind: 'ok', id: json.transactionId, code: json.responseCode, amount: json.amount, text } as const
  const [{ type, message }] = json.errors
  return {
    kind: 'error',
    type,
    id: type === 'processor_timeout' ? message.details.transactionId : null,
    text,
  } as const
}

export const send =
  ({ verb, body, key }: HttpRequest, state: State): Job =>
  (machine) =>
    post(state, machine, `/v1/transactions/${verb}`, body, key)

/** Advances the clock while other jobs run, then sweeps. A failed sweep is ignored: the next one continues. */
export const sweepAfter =
  (ms: number, { system }: State): Job =>
  async (machine) => {
    await system.turn()
    system.advance(ms)
    await machine.sweep().catch(() => {})
    return { kind: 'lost' }
  }

export const closeBatch =
  (state: State): Job =>
  async (machine) => {
    await post(state, machine, '/v1/batches/close')
    return { kind: 'lost' }
  }

const unlessLost = async (work: Promise<ClientResponse>): Promise<ClientResponse> => {
  try {
    return await work
  } catch (thrown) {
    if (thrown instanceof MachineCrashed) return { kind: 'lost' }
    throw thrown
  }
}

/** A partial approval of a modification is for one minor unit, since half of a small amount may be zero. */
const scalePartial = (fault: Fault, first: SentRequest | null): Fault =>
  fault.kind === 'partial' && first?.newPayment == null ? { kind: 'partial', minor: '1' } : fault

/** Runs jobs concurrently with faults, then checks all invariants. */
export const runConcurrently = async (
  jobs: readonly Job[],
  faults: CommandFaults,
  first: SentRequest | null,
  state: State,
  turns: readonly number[] = [],
): Promise<ClientResponse[]> => {
  const { system } = state
  const processor = faults.processor.map(({ fault, times }) => ({ fault: scalePartial(fault, first), times }))
  planFaults({ ...faults, processor }, system.faultPlan, first?.type)
  const responses = await system.run(
    (machine) => Promise.all(jobs.map((job) => unlessLost(job(machine)))),
    faults.machine,
    jobs.length > 1 ? turns : null,
  )
  system.faultPlan.clear()
  await snapshotAndCheck(state)
  return responses
}

/**
 * Whether a request arrives, if at all, before the gateway takes it for abandoned. Without idempotency no gateway could be safe otherwise.
 */
export const arrivesInTime = ({ system: { can } }: State): boolean => can.repeats === 'never'

/** Delivers what the acquirer held back: late responses give pending operations their outcome. */
export const deliverLate = async (state: State): Promise<void> => {
  await state.system.deliverLate()
  await snapshotAndCheck(state)
}

/** Advances the clock. */
export const letTimePass = async (ms: number, state: State): Promise<void> => {
  if (arrivesInTime(state)) await deliverLate(state)
  state.system.advance(ms)
}

export const sweepNow = async (ms: number, state: State, faults = noFaults): Promise<void> => {
  if (ms > 0 && arrivesInTime(state)) await deliverLate(state)
  await runConcurrently([sweepAfter(ms, state)], faults, null, state)
}

export const snapshotAndCheck = async (state: State): Promise<void> => {
  state.snapshot = await takeSnapshot(state.system, state.snapshot)
  for (const { id, payment } of state.snapshot.attention) state.attended.set(id, payment)
  reconcile(state)
  checkInvariants(state)
}
