import { addDays, utcDay } from '../../format/utcDay.ts'

/** The days of a period of the chart, today included. */
export const periodDays = 30

/** The first UTC day of the period before the current one: figures are read from it. */
export const firstDay = (): string => addDays(utcDay(new Date()), 1 - 2 * periodDays)
