/** Which histories every run of the tests plays, and how many of them. */
export const suiteSeed = 20_261_122
export const suiteCount = 25
