import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { nullable } from '../schema/fields.ts'
import { int32, responseInteger } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

export const cycleUnits = ['day', 'week', 'month', 'year'] as const
export type CycleUnit = (typeof cycleUnits)[number]

/**
 * The largest `dayOfCycle` of each unit: Sunday, the 31st (the last day in shorter months), the last day of a common year. 0 means the day
 * on which the customer's subscription starts.
 */
export const maxDayOfCycle: Readonly<Record<CycleUnit, number>> = { day: 1, week: 7, month: 31, year: 365 }

/** Billing cycle in responses. */
export const cycle = () =>
  v.object({ unit: v.picklist(cycleUnits), interval: responseInteger(), dayOfCycle: responseInteger() })

/**
 * Billing cycle in requests: every `interval` units, on `dayOfCycle`.
 *
 * Error: out_of_range, if the cycle has no such day.
 */
export const cycleRequest = () =>
  v.pipe(
    object({
      unit: v.picklist(cycleUnits),
      interval: nullable(int32(1, 999)),
      dayOfCycle: nullable(int32(0, maxDayOfCycle.year)),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { unit, dayOfCycle } = dataset.value
      const max = maxDayOfCycle[unit]
      if (dayOfCycle == null || dayOfCycle <= max) return
      addIssue({
        message: fault('out_of_range', { min: 0, max }),
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'dayOfCycle', value: dayOfCycle }],
      })
    }),
    v.transform(({ unit, interval, dayOfCycle }) => ({
      unit,
      interval: interval ?? 1,
      // A cycle of days has only day 1.
      dayOfCycle: unit === 'day' ? 1 : (dayOfCycle ?? 0),
    })),
  )
export type Cycle = v.InferOutput<ReturnType<typeof cycleRequest>>
