import type { MemberTexts } from '../schema/memberTexts.ts'

const changed = {
  complete: 'Whether all work until the requested time is done. If false, send `cursor` to POST /v1/testclock/advance.',
  cursor:
    'Send it to POST /v1/testclock/advance to continue. Null if all work is done, or if a job failed, which the gateway repeats within minutes.',
}

/** Texts of the test clock. */
export const testClockTexts: MemberTexts = {
  getTestClock: {
    testClock: 'The clock of the account’s test mode.',
    'testClock.now': 'The account’s time in test mode, RFC 3339 in UTC.',
    'testClock.offsetMs':
      'Milliseconds by which it is ahead of real time; negative if it is behind, 0 if it was not set.',
  },
  setTestClock: { $as: 'getTestClock', ...changed },
  advanceTestClock: { $as: 'getTestClock', ...changed },
  resetTestClock: { $as: 'getTestClock', ...changed },
  SetTestClockRequest: {
    now: 'Time to set, from 2024-01-02 to 2308-12-31 (400 `out_of_range`). A date is its midnight in the account’s time zone.',
  },
  AdvanceTestClockRequest: {
    seconds: 'Seconds by which to advance the clock. Required without `cursor`.',
    cursor:
      'The `cursor` of an incomplete response, to continue it. Required without `seconds`; together the clock advances further.',
  },
}
