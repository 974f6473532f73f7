import { expect } from 'vitest'
import { expectedOf, playYear, storiesOfYear } from './year.ts'

const minute = 60_000

/**
 * Plays a year and holds it against what follows from the calendars on the walls alone.
 *
 * @param least how many charges there must be: a year in which little happened would prove little
 */
export const expectYear = async (subscriptions: number, least: number): Promise<void> => {
  const stories = storiesOfYear(subscriptions)
  const expected = stories.map(expectedOf)
  const { charges, refused, latest, billing } = await playYear(stories)
  for (const [number, story] of stories.entries())
    expect(charges[number], JSON.stringify(story)).toEqual(expected[number]!.charges)
  expect(refused).toEqual(expected.map((one) => one.refused))
  expect(charges.flat().length).toBeGreaterThan(least)
  // Each within minutes of its midnight.
  expect(latest).toBeLessThan(5 * minute)

  // What we have written down is what the acquirer has.
  const { rows } = billing
  expect(rows("SELECT count(*) AS bills, sum(total) AS total FROM bills WHERE status = 'paid'")).toEqual([
    { bills: charges.flat().length, total: charges.flat().reduce((sum, [, amount]) => sum + amount, 0) },
  ])
  expect(rows("SELECT 1 FROM bills WHERE status <> 'paid'")).toEqual([])
  expect(
    rows('SELECT sum(charges) AS charges FROM subscriptions WHERE installments = 0 OR charges <= installments'),
  ).toEqual([{ charges: charges.flat().length }])
  expect(rows("SELECT 1 FROM transactions WHERE status NOT IN ('captured', 'settled')")).toEqual([])
}
