import { writeSettings } from './settings.ts'
import { changeTestClock } from './testClock.ts'
import { createStore } from '../sql/scope.ts'

/** Settings and test clock of one account. */
export const accountStore = createStore({
  writeSettings,
  changeTestClock,
})

export type AccountStore = ReturnType<typeof accountStore>
