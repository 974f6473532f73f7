import * as fc from 'fast-check'
import type { System } from './gateway.ts'

/** A broken invariant, by its name. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly invariant: string
  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`)
    this.invariant = invariant
  }
}

/** @throws Violation unless the condition is true. The detail is only computed for a violation. */
export const holds = (condition: boolean, invariant: string, detail: () => string): void => {
  if (!condition) throw new Violation(invariant, detail())
}

/** Something that a history does: drawn data, printed with its name, and the function that carries it out. */
export class Command<Args extends readonly unknown[] = readonly never[], Result = Promise<void>> {
  readonly name: string
  readonly data: object
  readonly run: (...args: Args) => Result
  constructor(name: string, data: object, run: (...args: Args) => Result) {
    this.name = name
    this.data = data
    this.run = run
  }
  toJSON(): unknown {
    return Object.keys(this.data).length === 0 ? this.name : { [this.name]: this.data }
  }
  toString(): string {
    return JSON.stringify(this)
  }
}

export type Drawn = Readonly<Record<string, fc.Arbitrary<unknown>>>
export type Values<D extends Drawn> = {
  readonly [Name in keyof D]: D[Name] extends fc.Arbitrary<infer Value> ? Value : never
}

/** Defines a command: call it with data, or draw it from `arbitrary`. */
export const command = <D extends Drawn, Args extends readonly unknown[], Result>(
  name: string,
  drawn: D,
  run: (data: Values<D>, ...args: Args) => Result,
) => {
  const of = (data: Values<D>): Command<Args, Result> => new Command(name, data, (...args) => run(data, ...args))
  const data = fc.record(drawn as Record<string, fc.Arbitrary<unknown>>, {
    noNullPrototype: true,
  }) as unknown as fc.Arbitrary<Values<D>>
  return Object.assign(of, { data, arbitrary: data.map(of) })
}

/** One of several, each with its weight. */
export const mix = <T>(...weighted: readonly (readonly [number, { readonly arbitrary: fc.Arbitrary<T> }])[]) =>
  fc.oneof(...weighted.map(([weight, { arbitrary }]) => ({ weight, arbitrary })))

/** Commands, expected state and invariants of one part of the gateway. The kernel draws, runs and shrinks its histories. */
export interface Model<Start, State extends object, On extends Pick<System, 'advance'> = System> {
  readonly name: string
  /** What a history begins with. */
  readonly start: fc.Arbitrary<Start>
  readonly commands: fc.Arbitrary<Command<readonly [State]>>
  readonly maxCommands: number
  /** How many histories must catch a mutant. */
  readonly mutantHistories: number
  begin(start: Start, system: On): Promise<State>
  /** Runs after the last command: recovers from all faults, then checks what must hold in the end. */
  end(state: State): Promise<void>
}

export interface Runs {
  readonly count: number
  /** The same seed draws the same histories. */
  readonly seed: number
  /** Plays only the history of this path, which a report prints. */
  readonly path?: string | undefined
  /** No history begins later than this, in milliseconds from now. */
  readonly forMs?: number | undefined
  /** False ends the run at the first failure, without a shrunk counterexample. */
  readonly shrink?: boolean
  readonly maxCommands?: number | undefined
}

export interface Ran {
  readonly failed: boolean
  readonly histories: number
  readonly commands: number
  /** The error of the shrunk counterexample. */
  readonly error: unknown
  /** Seed, path, shrunk counterexample and broken invariant; empty for success. */
  readonly report: string
}

/** Runs work on a fresh system. */
export type WithSystem<On = System> = (work: (system: On) => Promise<void>) => Promise<void>

/** The path of fast-check, and after a slash the one of its commands, which it prints in the counterexample. */
const pathOf = ({
  counterexamplePath,
  counterexample,
}: Pick<fc.RunDetails<unknown>, 'counterexamplePath' | 'counterexample'>): string => {
  const [, ofCommands] = /replayPath="([^"]+)"/.exec(fc.stringify(counterexample)) ?? []
  return [counterexamplePath, ...(ofCommands === undefined ? [] : [ofCommands])].join('/')
}

/** Plays histories of a model, each on a system of its own. */
export const run = async <Start, State extends object, On extends Pick<System, 'advance'>>(
  model: Model<Start, State, On>,
  { count, seed, path, forMs, shrink = true, maxCommands = model.maxCommands }: Runs,
  withSystem: WithSystem<On>,
): Promise<Ran> => {
  const played = { histories: 0, commands: 0 }
  const [ofHistory, replayPath] = path?.split('/') ?? []
  const step = model.commands.map((one) => ({
    check: () => true,
    run: async (state: State, system: On): Promise<void> => {
      // No two commands in the same millisecond.
      system.advance(1)
      played.commands++
      await one.run(state)
    },
    toString: () => String(one),
  }))
  const commands = fc.commands([step], { maxCommands, size: 'max', ...(replayPath && { replayPath }) })
  const property = fc.asyncProperty(model.start, commands, (start, history) =>
    withSystem(async (system) => {
      played.histories++
      const state = await model.begin(start, system)
      await fc.asyncModelRun(() => ({ model: state, real: system }), history)
      await model.end(state)
    }),
  )
  const details = await fc.check(property, {
    numRuns: count,
    seed,
    endOnFailure: !shrink || path !== undefined,
    ...(ofHistory !== undefined && { path: ofHistory }),
    ...(forMs !== undefined && { skipAllAfterTimeLimit: forMs, maxSkipsPerRun: 0 }),
  })
  const failed = details.counterexample !== null
  const replay = `SLUICE_SEED=${seed} SLUICE_PATH=${pathOf(details)}`
  return {
    failed,
    ...played,
    error: details.errorInstance,
    report: failed ? `${String(details.errorInstance)}\nReplay: ${replay}\n${fc.defaultReportMessage(details)}` : '',
  }
}
