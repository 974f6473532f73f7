import { writeSettings } from './settings.ts'
import { changeTestClock } from './testClock.ts'
import { storeOf } from '../sql/scope.ts'

/** Settings and test clock of one account. */
export const accountStore = storeOf({
  writeSettings,
  changeTestClock,
})

export type AccountStore = ReturnType<typeof accountStore>
