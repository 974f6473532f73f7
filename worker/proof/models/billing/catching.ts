import type { Runs } from '../payments/run.ts'
import { monthInProcess, noTrouble } from './month.ts'
import { runInProcess } from './run.ts'
import { deathsAt, everyNth, turnsOf } from './troubles.ts'
import { expectedOf, playYear, storiesOfYear } from './year.ts'

/** What caught a bug, and after how many histories. */
export interface Caught {
  /** Null where nothing did. */
  readonly by: string | null
  readonly histories: number
}

/** Whether a year of 100 subscriptions comes to something else than the calendars on the walls say. */
const yearIsOff = async (): Promise<boolean> => {
  const stories = storiesOfYear(100)
  const { charges } = await playYear(stories)
  return JSON.stringify(charges) !== JSON.stringify(stories.map((story) => expectedOf(story).charges))
}

/** Whether a month comes to something else by deaths, or by two sweeps at once. */
const monthIsOff = async (): Promise<boolean> => {
  const play = monthInProcess()
  const same = JSON.stringify({ ...(await play(noTrouble)), deaths: 0 })
  for (const fault of everyNth(1, deathsAt)) {
    const killed = await play({ faults: [fault], turns: null })
    if (JSON.stringify({ ...killed, deaths: 0 }) !== same) return true
    if (killed.deaths === 0) break
  }
  for (let seed = 1; seed <= 50; seed++)
    if (JSON.stringify(await play({ faults: [], turns: turnsOf(seed) })) !== same) return true
  return false
}

/** Tries everything that could catch a bug, the cheapest first. */
export const catchBug = async (runs: Runs): Promise<Caught> => {
  const { count, error } = await runInProcess(runs)
  const promised = (error as { readonly invariant?: string } | null)?.invariant
  if (promised !== undefined) return { by: promised, histories: count }
  if (await yearIsOff()) return { by: 'the year', histories: count }
  return { by: (await monthIsOff()) ? 'the month of deaths' : null, histories: count }
}
