import { expect, test } from '@playwright/test'
import { makeState } from '../../../../e2e/servers.ts'
import { soakWithKills } from './kills.ts'

/** One kill here, two hundred in kills.long.test.ts. */
const seed = 20_261_122

test('kill -9 in the middle of whatever an account does breaks no invariant, and no file keeps a card', async () => {
  test.setTimeout(180_000)
  const { state, envFile, remove } = await makeState()
  const { report, kills, missed, leaks } = await soakWithKills({ state, envFile }, { kills: 1, seed, mostSteps: 3 })
  expect(report).toBe('')
  expect(kills).toBe(1)
  expect(missed).toEqual({})
  expect(leaks).toEqual([])
  await remove()
})
