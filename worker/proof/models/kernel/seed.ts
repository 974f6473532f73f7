/** The seed of all short runs and all mutants. */
export const fixedSeed = 20_261_121
