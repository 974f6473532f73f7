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
    if (fails === 'before') throw new Error('D1_ERROR: Network connection lost.')
    const result = await work()
    if (crash === 'after') die()
    if (dead) return nothing
    if (fails === 'after') throw new Error('D1_ERROR: Network connection lost.')
    return result
  }

  const statements = new WeakMap<object, string>()
  const d1 = new Proxy(real.d1, {
    get: (target, member) => {
      if (member === 'prepare')
        return (text: string) => {
          const prepared = target.prepare(text)
          return {
            bind: (...values: unknown[]) => {
              const bound = prepared.bind(...values)
              statements.set(bound, text)
              return bound
            },
          }
        }
      if (member === 'batch')
        return (batch: D1PreparedStatement[]) =>
          batch.some((statement) => isCounted(statements.get(statement) ?? ''))
            ? outside(() => target.batch(batch), true)
            : target.batch(batch)
      const value: unknown = Reflect.get(target, member)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

  const { processor } = real
  const asked: Processor = {
    ...processor,
    authorize: (op, ref) => outside(() => processor.authorize(op, ref), false),
    capture: (op, ref) => outside(() => processor.capture(op, ref), false),
    void: (op, ref) => outside(() => processor.void(op, ref), false),
    credit: (op, ref) => outside(() => processor.credit(op, ref), false),
    reverse: (ref, attempt, rest) => outside(() => processor.reverse(ref, attempt, rest), false),
    // One machine listens for all.
    onUnsolicited: () => {},
  }
  return { d1, processor: asked, death }
}

const failsNow = ({ call, lasting }: Extract<MachineFault, { kind: 'database' }>, batch: number): boolean =>
  lasting ? batch >= call : batch === call
