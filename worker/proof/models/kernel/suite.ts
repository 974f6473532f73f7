import { expect, test, vi } from 'vitest'
import type { System } from './gateway.ts'
import { run } from './model.ts'
import type { Model, WithSystem } from './model.ts'

/** Set to replay a history, or to play others. */
const { SLUICE_SEED: seedGiven, SLUICE_PATH: path, SLUICE_HISTORIES: countGiven } = process.env

export interface Suite<On> {
  readonly count: number
  /** Without one each day has its own. */
  readonly seed?: number
  readonly start: () => Promise<WithSystem<On>>
}

/** Plays a model's histories in Node. */
export const testModel = <Start, State extends object, On extends Pick<System, 'advance'>>(
  model: Model<Start, State, On>,
  { count, seed = Math.floor(Date.now() / 86_400_000), start }: Suite<On>,
): void => {
  const runs = { seed: Number(seedGiven ?? seed), count: Number(countGiven ?? count), path }
  test(
    `${model.name}: ${runs.count} histories keep every invariant, seed ${runs.seed}`,
    { timeout: 900_000 },
    async () => {
      vi.spyOn(console, 'log').mockReturnValue()
      vi.spyOn(console, 'error').mockReturnValue()
      const { report, histories } = await run(model, runs, await start())
      expect(report).toBe('')
      expect(histories).toBeGreaterThan(0)
    },
  )
}
