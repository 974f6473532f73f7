/** Variables of the environment by which one run of the tests is told what to do; tests read them as bindings. */
export const runVariables = [
  // One flow of the fault sweep alone, and which of its cases have their turn.
  'SLUICE_SWEEP',
  'SLUICE_SEED',
  // How many requests the fuzzer makes.
  'SLUICE_FUZZ',
  // One of its requests alone, by number.
  'SLUICE_REQUEST',
] as const
