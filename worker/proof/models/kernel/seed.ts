/** The seed of every short run, and of all mutants. */
export const shortSeed = 20_261_121
