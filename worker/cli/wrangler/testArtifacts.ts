import { randomUUID } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The environment variable of a folder where each started gateway records its state folder and output, for the leak search of tests. */
export const artifactsVariable = 'SLUICE_TRAIL'

/** The first words of the leak search's error. */
export const leaksFound = 'What must be nowhere was found'

/**
 * Records a process for the leak search if the variable is set: its state folder on the first line of a file, then its output. Every start of
 * a gateway calls this, so no test can forget it.
 *
 * @param state folder of its data; null if it has none
 * @returns receives the output in place of `onOutput`
 */
export const recordArtifact = (state: string | null, onOutput: (chunk: string) => void): ((chunk: string) => void) => {
  const folder = process.env[artifactsVariable]
  if (!folder) return onOutput
  const file = join(folder, `${randomUUID()}.log`)
  writeFileSync(file, `${state ?? ''}\n`)
  return (chunk) => {
    appendFileSync(file, chunk)
    onOutput(chunk)
  }
}
