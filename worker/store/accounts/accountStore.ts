import { writeSettings } from './settings.ts'
import { changeTestClock, endPassage, holdPassage, movePassage, readTestClock, releasePassage } from './testClock.ts'
import { createStore } from '../sql/scope.ts'

/** Settings and test clock of one account. */
export const accountStore = createStore({
  writeSettings,
  changeTestClock,
  readTestClock,
  holdPassage,
  movePassage,
  endPassage,
  releasePassage,
})

export type AccountStore = ReturnType<typeof accountStore>
