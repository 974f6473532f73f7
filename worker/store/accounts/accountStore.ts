import { patchSettings } from './patchSettings.ts'
import { changeTestClock, endPassage, holdPassage, movePassage, readTestClock, releasePassage } from './testClock.ts'
import { createStore } from '../sql/scope.ts'

/** Settings and test clock of one account. */
export const accountStore = createStore({
  patchSettings,
  changeTestClock,
  readTestClock,
  holdPassage,
  movePassage,
  endPassage,
  releasePassage,
})

export type AccountStore = ReturnType<typeof accountStore>
