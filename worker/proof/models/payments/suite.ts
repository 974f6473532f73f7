/** Which histories every run of the tests plays, and how many of them. */
export const suiteSeed = 20_261_120
export const suiteCount = 500
