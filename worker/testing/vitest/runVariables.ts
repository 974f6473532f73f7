/** Environment variables that configure a test run. Tests read them as bindings. */
export const runVariables = [
  // Selects flows of the fault sweep.
  'SLUICE_SWEEP',
  // Selects one set of capabilities of the fault sweep.
  'SLUICE_SET',
  // The seed of random cases and requests.
  'SLUICE_SEED',
  // The number of fuzzed requests.
  'SLUICE_FUZZ',
  // Selects the fuzzed requests of one merchant, by number.
  'SLUICE_MERCHANT',
] as const
