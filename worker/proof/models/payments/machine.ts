import { connectionLost, interceptD1 } from '../../../testing/interceptD1.ts'
import { interceptProcessor } from '../../../testing/interceptProcessor.ts'
import type { Processor } from '../../../processors/processor.ts'
import type { MachineFault } from './steps.ts'

/** Waits for its turn to do something outside. */
export type Turn = () => Promise<void>

const nothing = new Promise<never>(() => {})

/**
 * A machine with its database and its way to the processor, and what goes wrong with it. Once dead it does and hears nothing more: whoever
 * waits for it waits for `death`.
 *
 * @param isCounted whether a statement makes its batch one of those that a fault counts
 */
export const startMachine = (
  real: { readonly d1: D1Database; readonly processor: Processor },
  fault: MachineFault | null,
  turn: Turn = () => Promise.resolve(),
  isCounted: (statement: string) => boolean = () => true,
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
    if (dead) return nothing
    await turn()
    if (dead) return nothing
    const crash = fault?.kind === 'crash' && fault.call === ++calls ? fault.when : null
    const fails = fault?.kind === 'database' && isBatch && failsNow(fault, ++batches) ? fault.when : null
    if (crash === 'before') {
      die()
      return nothing
    }
    if (fails === 'before') throw connectionLost()
    const result = await work()
    if (crash === 'after') die()
    if (dead) return nothing
    if (fails === 'after') throw connectionLost()
    return result
  }

  const d1 = interceptD1(real.d1, {
    around: ({ sql }, run) => (sql.some(isCounted) ? outside(run, true) : run()),
  })

  // One machine listens for all.
  const processor = {
    ...interceptProcessor(real.processor, (_verb, run) => outside(run, false)),
    onUnsolicited: () => {},
  }
  return { d1, processor, death }
}

const failsNow = ({ call, lasting }: Extract<MachineFault, { kind: 'database' }>, batch: number): boolean =>
  lasting ? batch >= call : batch === call
