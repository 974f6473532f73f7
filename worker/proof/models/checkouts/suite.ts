/** Which schedules every run of the tests plays, and how many of them. */
export const suiteSeed = 20_261_121
export const suiteCount = 200
export const mostSteps = 8
