import type { Processor } from '../../../processors/processor.ts'
import { connectionLost, interceptD1 } from '../../../testing/database/interceptD1.ts'
import { interceptProcessor } from '../../../testing/doubles/interceptProcessor.ts'
import type { MachineFault } from './faults.ts'

/** Waits for its turn to call the database or the processor. */
export type Turn = () => Promise<void>

const never = new Promise<never>(() => {})

/** A key is looked up, and its last use noted, for every request and at any time: no fault counts these batches. */
const isOfKeys = (sql: readonly string[]): boolean => sql.every((text) => text.includes('apiKeys'))

const failsNow = ({ call, lasting }: Extract<MachineFault, { kind: 'database' }>, batch: number): boolean =>
  lasting ? batch >= call : batch === call

/** The database and the processor of one machine, with its fault. Calls of a dead machine never return: race them with `death`. */
export const startMachine = (
  real: { readonly d1: D1Database; readonly processor: Processor },
  fault: MachineFault | null,
  turn: Turn,
) => {
  let calls = 0
  let batches = 0
  let dead = false
  const { promise: death, resolve } = Promise.withResolvers<'dead'>()
  const die = (): void => {
    dead = true
    resolve('dead')
  }

  const outside = async <T>(work: () => Promise<T>, isBatch: boolean): Promise<T> => {
    if (dead) return never
    await turn()
    if (dead) return never
    const crash = fault?.kind === 'crash' && fault.call === ++calls ? fault.when : null
    const fails = fault?.kind === 'database' && isBatch && failsNow(fault, ++batches) ? fault.when : null
    if (crash === 'before') {
      die()
      return never
    }
    if (fails === 'before') throw connectionLost()
    const result = await work()
    if (crash === 'after') die()
    if (dead) return never
    if (fails === 'after') throw connectionLost()
    return result
  }

  const d1 = interceptD1(real.d1, {
    around: ({ sql }, run) => (isOfKeys(sql) ? run() : outside(run, true)),
  })

  // One machine listens for all.
  const processor = {
    ...interceptProcessor(real.processor, (_verb, run) => outside(run, false)),
    onUnsolicited: () => {},
  }
  return { d1, processor, death }
}
