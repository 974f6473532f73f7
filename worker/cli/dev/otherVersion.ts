import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { CliError } from '../cliError.ts'
import { hasUnknownMigrations } from '../deploy/migrations.ts'
import { defaults } from './defaults.ts'
import { requireUnlocked } from './stateLock.ts'

/** A local database that this version cannot migrate. */

const problem = (state: string): string => `The database in ${state} is of another version of Sluice.`

/** Throws a CliError, which names the way to a new database, if the state folder has a database of another version. */
export const requireThisVersion = async (state: string): Promise<void> => {
  if (!(await hasUnknownMigrations(state))) return
  const remedy = state === defaults.state ? 'npm run reset deletes it' : 'Delete that folder'
  throw new CliError(`${problem(state)} ${remedy}; npm run dev then creates a new one.`)
}

/**
 * Deletes a state folder.
 *
 * @throws CliError if a process uses it
 */
export const clearState = async (state: string): Promise<void> => {
  await requireUnlocked(state)
  await rm(state, { recursive: true, force: true })
}

/** Asks in a terminal whether the database of another version is deleted. Without a terminal, or after a no, nothing happens. */
export const offerNewDatabase = async (
  state: string,
  { stdin: input, stdout: output }: Pick<NodeJS.Process, 'stdin' | 'stdout'> = process,
): Promise<void> => {
  if (!input.isTTY || !(await hasUnknownMigrations(state))) return
  const questions = createInterface({ input, output })
  const answer = await questions.question(`${problem(state)} Delete it and create a new one? [y/N] `)
  questions.close()
  if (/^y(es)?$/i.test(answer.trim())) await clearState(state)
}
