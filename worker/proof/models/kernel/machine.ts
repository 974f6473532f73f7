import type { Processor } from '../../../processors/processor.ts'
import { connectionLost, interceptD1 } from '../../../testing/database/interceptD1.ts'
import { interceptProcessor } from '../../../testing/doubles/interceptProcessor.ts'
import type { MachineFault } from './faults.ts'

/** Resolves when a concurrent call to the database or the processor may continue. */
export type Turn = () => Promise<void>

const never = new Promise<never>(() => {})

/** Batches that read a key or update its last use. They run at irregular times, so faults do not count them. */
const readsKeys = (sql: readonly string[]): boolean => sql.every((text) => text.includes('apiKeys'))

const isFaultyBatch = ({ call, lasting }: Extract<MachineFault, { kind: 'database' }>, batch: number): boolean =>
  lasting ? batch >= call : batch === call

/** The database and the processor of one machine, with its fault. Calls of a crashed machine never return: race them with `crashed`. */
export const startMachine = (
  real: { readonly d1: D1Database; readonly processor: Processor },
  fault: MachineFault | null,
  turn: Turn,
) => {
  let calls = 0
  let batches = 0
  let isCrashed = false
  const { promise: crashed, resolve } = Promise.withResolvers<'crashed'>()
  const crashNow = (): void => {
    isCrashed = true
    resolve('crashed')
  }

  const callOutside = async <T>(work: () => Promise<T>, isBatch: boolean): Promise<T> => {
    if (isCrashed) return never
    await turn()
    if (isCrashed) return never
    const crash = fault?.kind === 'crash' && fault.call === ++calls ? fault.when : null
    const fails = fault?.kind === 'database' && isBatch && isFaultyBatch(fault, ++batches) ? fault.when : null
    if (crash === 'before') {
      crashNow()
      return never
    }
    if (fails === 'before') throw connectionLost()
    const result = await work()
    if (crash === 'after') crashNow()
    if (isCrashed) return never
    if (fails === 'after') throw connectionLost()
    return result
  }

  const d1 = interceptD1(real.d1, {
    around: ({ sql }, run) => (readsKeys(sql) ? run() : callOutside(run, true)),
  })

  // Late responses are handled by one gateway, see gateway.ts.
  const processor = {
    ...interceptProcessor(real.processor, (_verb, run) => callOutside(run, false)),
    onUnsolicited: () => {},
  }
  return { d1, processor, crashed }
}
