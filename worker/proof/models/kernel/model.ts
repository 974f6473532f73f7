import * as fc from 'fast-check'
import type { System, SystemOptions } from './gateway.ts'

/** One step of a history: a name, drawn data, which is printed with it, and a function that runs it. */
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

export type Arbitraries = Readonly<Record<string, fc.Arbitrary<unknown>>>
export type Values<D extends Arbitraries> = {
  readonly [Name in keyof D]: D[Name] extends fc.Arbitrary<infer Value> ? Value : never
}

/** Defines a command: call it with data, or draw it from `arbitrary`. */
export const command = <D extends Arbitraries, Args extends readonly unknown[], Result>(
  name: string,
  arbitraries: D,
  run: (data: Values<D>, ...args: Args) => Result,
) => {
  const create = (data: Values<D>): Command<Args, Result> => new Command(name, data, (...args) => run(data, ...args))
  const data = fc.record(arbitraries as Record<string, fc.Arbitrary<unknown>>, {
    noNullPrototype: true,
  }) as unknown as fc.Arbitrary<Values<D>>
  return Object.assign(create, { data, arbitrary: data.map(create) })
}

/** Draws one of several commands by weight. */
export const weighted = <T>(...choices: readonly (readonly [number, { readonly arbitrary: fc.Arbitrary<T> }])[]) =>
  fc.oneof(...choices.map(([weight, { arbitrary }]) => ({ weight, arbitrary })))

/** Commands, expected state and invariants for one part of the gateway. The kernel draws, runs and shrinks its histories. */
export interface Model<Start, State extends object, On extends Pick<System, 'advance'> = System> {
  readonly name: string
  /** The initial data of a history. */
  readonly start: fc.Arbitrary<Start>
  readonly commands: fc.Arbitrary<Command<readonly [State]>>
  readonly maxCommands: number
  /** The number of histories within which a mutant must be caught. */
  readonly mutantHistories: number
  /** The acquirer of a history. Default: one that can do everything. */
  readonly system?: (start: Start) => SystemOptions
  begin(start: Start, system: On): Promise<State>
  /** Runs after the last command: recovers from all faults, then checks the final invariants. */
  end(state: State): Promise<void>
}

export interface RunOptions {
  readonly count: number
  /** The same seed draws the same histories. */
  readonly seed: number
  /** Replays only the history of this path, which a report prints. */
  readonly path?: string | undefined
  /** No history starts later than this, in milliseconds from now. */
  readonly forMs?: number | undefined
  /** With false, the run ends at the first failure, without shrinking. */
  readonly shrink?: boolean
  readonly maxCommands?: number | undefined
}

export interface RunResult {
  readonly failed: boolean
  readonly histories: number
  readonly commands: number
  /** The error of the shrunk counterexample. */
  readonly error: unknown
  /** Seed, path, shrunk counterexample and broken invariant; empty for success. */
  readonly report: string
}

/** Runs work on a fresh system. */
export type WithSystem<On = System> = (work: (system: On) => Promise<void>, options?: SystemOptions) => Promise<void>

/** The path of fast-check and, after a slash, the path of its commands, which it prints in the counterexample. */
const replayPathOf = ({
  counterexamplePath,
  counterexample,
}: Pick<fc.RunDetails<unknown>, 'counterexamplePath' | 'counterexample'>): string => {
  const [, commandsPath] = /replayPath="([^"]+)"/.exec(fc.stringify(counterexample)) ?? []
  return [counterexamplePath, ...(commandsPath === undefined ? [] : [commandsPath])].join('/')
}

/** Runs histories of a model, each on a new system. */
export const run = async <Start, State extends object, On extends Pick<System, 'advance'>>(
  model: Model<Start, State, On>,
  { count, seed, path, forMs, shrink = true, maxCommands = model.maxCommands }: RunOptions,
  withSystem: WithSystem<On>,
): Promise<RunResult> => {
  const totals = { histories: 0, commands: 0 }
  const [historyPath, replayPath] = path?.split('/') ?? []
  const step = model.commands.map((drawn) => ({
    check: () => true,
    run: async (state: State, system: On): Promise<void> => {
      // No two commands run in the same millisecond.
      system.advance(1)
      totals.commands++
      await drawn.run(state)
    },
    toString: () => String(drawn),
  }))
  const commands = fc.commands([step], { maxCommands, size: 'max', ...(replayPath && { replayPath }) })
  const property = fc.asyncProperty(model.start, commands, (start, history) =>
    withSystem(async (system) => {
      totals.histories++
      const state = await model.begin(start, system)
      await fc.asyncModelRun(() => ({ model: state, real: system }), history)
      await model.end(state)
    }, model.system?.(start)),
  )
  const details = await fc.check(property, {
    numRuns: count,
    seed,
    endOnFailure: !shrink || path !== undefined,
    ...(historyPath !== undefined && { path: historyPath }),
    ...(forMs !== undefined && { skipAllAfterTimeLimit: forMs, maxSkipsPerRun: 0 }),
  })
  const failed = details.counterexample !== null
  const replay = `SLUICE_SEED=${seed} SLUICE_PATH=${replayPathOf(details)}`
  return {
    failed,
    ...totals,
    error: details.errorInstance,
    report: failed ? `${String(details.errorInstance)}\nReplay: ${replay}\n${fc.defaultReportMessage(details)}` : '',
  }
}
