import { expect, test, vi } from 'vitest'
import type { System } from './gateway.ts'
import { run } from './model.ts'
import type { Model, Runs, WithSystem } from './model.ts'

/** Set to replay a history, or to play others. */
const { SLUICE_SEED: seedGiven, SLUICE_PATH: path, SLUICE_HISTORIES: countGiven } = process.env

export interface Suite<On> extends Pick<Runs, 'count' | 'shrink' | 'forMs' | 'maxCommands'> {
  /** Without one each day has its own. */
  readonly seed?: number
  readonly start: () => Promise<WithSystem<On>>
}

/** Plays a model's histories. */
export const testModel = <Start, State extends object, On extends Pick<System, 'advance'>>(
  model: Model<Start, State, On>,
  { count, seed = Math.floor(Date.now() / 86_400_000), start, ...others }: Suite<On>,
): void => {
  const runs = { ...others, seed: Number(seedGiven || seed), count: Number(countGiven ?? count), path }
  test(
    `${model.name}: ${others.forMs === undefined ? '' : 'at most '}${runs.count} histories keep every invariant, seed ${runs.seed}`,
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
