import type { Processor } from '../processors/processor.ts'
import { bindings } from '../testing/bindings.ts'
import { faultyDatabase } from '../testing/database/brokenDatabase.ts'

type Sent<Op, Ref> = (op: Op, ref: Ref) => ReturnType<Processor['capture']>

/** Wraps the sending of one operation. */
export type Control = <Op extends { readonly signal: AbortSignal; readonly deadline: number }, Ref>(
  send: Sent<Op, Ref>,
) => Sent<Op, Ref>

/** The response of a processor that cannot be reached. */
export const notSent = (ref: unknown): never => ({ result: 'notSent', ref, reason: 'link_down' }) as never

/** The response of a processor that does not answer in time. */
export const unanswered = (ref: unknown): never => ({ result: 'unknown', ref, reason: 'timeout' }) as never

/** A processor whose four operations pass through a control. */
export const controlledProcessor = (processor: Processor, control: Control): Processor => ({
  ...processor,
  authorize: control(processor.authorize),
  capture: control(processor.capture),
  void: control(processor.void),
  credit: control(processor.credit),
})

/** The database of tests, whose statements fail before they run while it is `away`, and throw while it is `broken`. */
export const controlledDatabase = (state: { readonly database: string }): D1Database =>
  faultyDatabase(bindings.DB_00, () => {
    if (state.database === 'broken') throw new TypeError('Broken by a test.')
    return state.database === 'away' ? 'fails before' : 'runs'
  }).d1

/** Rate limiters by name, of which those that `exceeded` names reject. */
export const controlledLimiters = (names: readonly string[], exceeded: () => readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { limit: async () => ({ success: !exceeded().includes(name) }) }]))
