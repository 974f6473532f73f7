import { patchSettings } from './patchSettings.ts'
import { changeTestClock, endPassage, holdPassage, movePassage, readTestClock, releasePassage } from './testClock.ts'
import { readUsage } from './usage.ts'
import { createStore } from '../sql/scope.ts'

/** Settings, test clock and usage of one account. */
export const accountStore = createStore({
  patchSettings,
  changeTestClock,
  readTestClock,
  holdPassage,
  movePassage,
  endPassage,
  releasePassage,
  readUsage,
})

export type AccountStore = ReturnType<typeof accountStore>
