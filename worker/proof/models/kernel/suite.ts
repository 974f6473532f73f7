import { expect, test, vi } from 'vitest'
import type { System } from './gateway.ts'
import { run } from './model.ts'
import type { Model, RunOptions, WithSystem } from './model.ts'

/** Replay one history, or run more or other histories. */
const { SLUICE_SEED: seedVariable, SLUICE_PATH: path, SLUICE_HISTORIES: countVariable } = process.env

export interface SuiteOptions<On> extends Pick<RunOptions, 'count' | 'shrink' | 'forMs' | 'maxCommands'> {
  /** Default: a new seed each day. */
  readonly seed?: number
  readonly start: () => Promise<WithSystem<On>>
}

/** Defines a test that runs histories of a model. */
export const testModel = <Start, State extends object, On extends Pick<System, 'advance'>>(
  model: Model<Start, State, On>,
  { count, seed = Math.floor(Date.now() / 86_400_000), start, ...others }: SuiteOptions<On>,
): void => {
  const runs = { ...others, seed: Number(seedVariable || seed), count: Number(countVariable ?? count), path }
  test(
    `${others.forMs === undefined ? '' : 'at most '}${runs.count} histories of the ${model.name} model keep every invariant (seed ${runs.seed})`,
    { timeout: 7_200_000 },
    async () => {
      vi.spyOn(console, 'log').mockReturnValue()
      vi.spyOn(console, 'warn').mockReturnValue()
      vi.spyOn(console, 'error').mockReturnValue()
      const { report, histories } = await run(model, runs, await start())
      expect(report).toBe('')
      expect(histories).toBeGreaterThan(0)
    },
  )
}
