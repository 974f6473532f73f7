import { writeSettings } from './settings.ts'
import { changeTestClock } from './testClock.ts'
import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'

/** Settings and test clock of one account. */
export const accountStore = (scope: StoreScope) =>
  bindScope(scope, {
    writeSettings,
    changeTestClock,
  })

export type AccountStore = ReturnType<typeof accountStore>
