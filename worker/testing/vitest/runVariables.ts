/** Variables of the environment by which one run of the tests is told what to do; tests read them as bindings. */
export const runVariables = [
  // One flow of the fault sweep alone, and which of its cases have their turn.
  'SLUICE_SWEEP',
  'SLUICE_SEED',
  // How many requests the fuzzer makes.
  'SLUICE_FUZZ',
  // The requests that it sends as one merchant alone, by number.
  'SLUICE_MERCHANT',
] as const
