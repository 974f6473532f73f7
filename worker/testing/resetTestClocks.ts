import { bindings } from './bindings.ts'

/** Sets the test clock of each account back, so that the sweeps of other tests skip these accounts. */
export const resetTestClocks = async (): Promise<void> => {
  await bindings.DB_00.prepare(
    'UPDATE accounts SET testClockOffset = 0, testClockTarget = NULL, testClockMoment = NULL, testClockHeld = 0',
  ).run()
}
