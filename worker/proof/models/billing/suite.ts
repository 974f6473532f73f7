/** Which histories every run of the tests plays, and how many of them. */
export const suiteSeed = 20_270_701
export const suiteCount = 150
