import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { nullable } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

export const cycleUnits = ['day', 'week', 'month', 'year'] as const
export type CycleUnit = (typeof cycleUnits)[number]

/**
 * The last day of a cycle that bills may fall on: Sunday, the 31st (in a shorter month its last day), the last day of a common year. 0 stands
 * for the day on which each customer starts.
 */
export const lastDayOfCycle: Readonly<Record<CycleUnit, number>> = { day: 1, week: 7, month: 31, year: 365 }

/** How often, as it is answered. */
export const cycle = () => v.object({ unit: v.picklist(cycleUnits), interval: v.number(), dayOfCycle: v.number() })

/**
 * How often, as a client says it: each `interval` units, on `dayOfCycle`.
 *
 * Error: out_of_range, for a day that the cycle does not have.
 */
export const newCycle = () =>
  v.pipe(
    object({
      unit: v.picklist(cycleUnits),
      interval: nullable(int32(1, 999)),
      dayOfCycle: nullable(int32(0, lastDayOfCycle.year)),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { unit, dayOfCycle } = dataset.value
      const max = lastDayOfCycle[unit]
      if (dayOfCycle == null || dayOfCycle <= max) return
      addIssue({
        message: fault('out_of_range', { min: 0, max }),
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'dayOfCycle', value: dayOfCycle }],
      })
    }),
    v.transform(({ unit, interval, dayOfCycle }) => ({
      unit,
      interval: interval ?? 1,
      // Every day is the first of its cycle.
      dayOfCycle: unit === 'day' ? 1 : (dayOfCycle ?? 0),
    })),
  )
export type Cycle = v.InferOutput<ReturnType<typeof newCycle>>
