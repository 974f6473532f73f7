import type { ProcessorDefinition } from '../../../processors/definition.ts'
import type { AuthorizeOp, Outcome, Processor } from '../../../processors/processor.ts'
import { simulatorDefinition } from '../../../processors/simulator/definition.ts'
import { wait } from '../../../processors/wait.ts'
import { closeConnection, currentInvocation, openConnection } from '../../database/invocation.ts'
import { d1Limits } from '../../database/limitedD1.ts'
import type { ConnectionRecord, ProcessorTimes } from './figures.ts'

class ConnectionLog {
  calls = 0
  timedOut = 0
  waited = 0
  mostAtOnce = 0
  atOnce = 0
  readonly charges: [string, number][] = []
  readonly reversals: [string, number][] = []

  record(): ConnectionRecord {
    const { calls, timedOut, waited, mostAtOnce, charges, reversals } = this
    return { calls, timedOut, waited, mostAtOnce, charges, reversals }
  }
}

const logs = new Map<string, ConnectionLog>()
const times = new Map<string, ProcessorTimes>()
const defaultTimes: ProcessorTimes = { background: 1_500, customer: 300 }

export const setProcessorTimes = (connection: string, given: ProcessorTimes): void => {
  times.set(connection, given)
}

const logOf = (connection: string): ConnectionLog => {
  const log = logs.get(connection) ?? new ConnectionLog()
  logs.set(connection, log)
  return log
}

export const connectionRecord = (connection: string): ConnectionRecord => logOf(connection).record()

/** Begins a new record. */
export const forgetConnection = (connection: string): void => {
  logs.delete(connection)
}

const never = new AbortController().signal

/** Takes time, and one of the connections of the invocation. @returns whether the time passed before the signal */
const call = async (connection: string, ms: number, signal: AbortSignal): Promise<boolean> => {
  const log = logOf(connection)
  log.calls++
  const invocation = currentInvocation()
  if (invocation !== undefined && (await openConnection(invocation, d1Limits.connections))) log.waited++
  log.atOnce++
  log.mostAtOnce = Math.max(log.mostAtOnce, log.atOnce)
  try {
    await wait(ms, signal)
    if (signal.aborted) log.timedOut++
    return !signal.aborted
  } finally {
    log.atOnce--
    if (invocation !== undefined) closeConnection(invocation)
  }
}

/** The simulator for connections of both modes, which takes as long as a real processor. */
export const slowProcessor: ProcessorDefinition = {
  ...simulatorDefinition,
  name: 'slow',
  modes: ['test', 'live'],
  create: (settings, ports) => {
    const simulated = simulatorDefinition.create(settings, ports)
    const { connection } = ports
    const timesNow = () => times.get(connection) ?? defaultTimes
    const authorize = async (op: AuthorizeOp, ref: Parameters<Processor['authorize']>[1]): Promise<Outcome> => {
      const { background, customer } = timesNow()
      const isBackground = op.credential?.initiatedBy === 'merchant'
      // The simulator itself declines live payments.
      const test: AuthorizeOp = { ...op, account: { ...op.account, mode: 'test' } }
      const isInTime = await call(connection, isBackground ? background : customer, op.signal)
      // A charge that comes too late takes place as well.
      if (isBackground) logOf(connection).charges.push([ref.op, Date.now()])
      return isInTime ? simulated.authorize(test, ref) : { result: 'unknown', ref, reason: 'timeout' }
    }
    return {
      ...simulated,
      authorize,
      reverse: async (of, attempt, rest) => {
        await call(connection, timesNow().background, never)
        logOf(connection).reversals.push([of.op, Date.now()])
        return simulated.reverse(of, attempt, rest)
      },
    }
  },
}
