import { randomUUID } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names the folder where each gateway that is started leaves a trail: tests set it, and look through all that gateways keep. */
export const trailVariable = 'SLUICE_TRAIL'

/** What a search says first that has found something. */
export const leaksTold = 'What must be nowhere was found'

/**
 * Where somebody asks for a trail, writes a file there: the state folder of what is started, on the first line, and then everything that it
 * prints. It is done here, where gateways are started, so that no test that starts one can forget it.
 *
 * @param state where it keeps its data; null where it keeps none
 * @returns what receives the output in place of `onOutput`
 */
export const leavingTrail = (state: string | null, onOutput: (chunk: string) => void): ((chunk: string) => void) => {
  const folder = process.env[trailVariable]
  if (!folder) return onOutput
  const file = join(folder, `${randomUUID()}.log`)
  writeFileSync(file, `${state ?? ''}\n`)
  return (chunk) => {
    appendFileSync(file, chunk)
    onOutput(chunk)
  }
}
