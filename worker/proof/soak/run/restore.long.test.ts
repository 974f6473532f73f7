import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import { expectRestored } from './expectRestored.ts'
import { soakWithRestores } from './restore.ts'
import type { RestoreOptions, RestoreResult } from './restore.ts'
import { createStateFolder } from './stateFolder.ts'

/** Fewer events followed than were lost. */
const isShort = ({ added, removed }: RestoreResult): boolean => added < removed

const restores = Number(process.env['SLUICE_RESTORES'] || 20)
const restoresAtNmi = Number(process.env['SLUICE_RESTORES'] || 5)
const maxRestoreMs = 3 * 60_000

/** Runs restores, and expects that each ends in agreement with the processor. */
const expectAllRestored = async (options: Omit<RestoreOptions, 'seed' | 'plan'>): Promise<RestoreResult[]> => {
  const seed = Number(process.env['SLUICE_SEED'] || randomInt(2 ** 31))
  console.log(`seed ${seed}`)
  const folder = await createStateFolder()
  const results = await soakWithRestores(folder, { ...options, seed }, (result) => {
    const { processor, restoreKill, removed, added, events, repairs, tookMs } = result
    console.log(
      `${processor}, killed at ${restoreKill ?? 'no point'}: ${removed} events removed, ${added} added, ${events} in the end, ${repairs} repairs, ${tookMs} ms`,
    )
    expectRestored(result)
  })
  await folder.remove()
  return results
}

test(
  `${restores} restores of a killed gateway with all sets of capabilities lose no event and end in agreement with the acquirer`,
  { timeout: restores * maxRestoreMs },
  async () => {
    const results = await expectAllRestored({ restores })
    // Both fewer and more events follow than were lost.
    if (restores >= 20) expect(new Set(results.map(isShort)).size).toBe(2)
    const processors = new Set(results.map(({ processor }) => processor))
    expect(processors.size).toBe(Math.min(restores, Object.keys(capabilitySets).length))
  },
)

test(
  `${restoresAtNmi} restores of a killed gateway with NMI lose no event and end in agreement with its books`,
  { timeout: restoresAtNmi * maxRestoreMs },
  async () => {
    const results = await expectAllRestored({ restores: restoresAtNmi, processors: ['nmi'] })
    expect(results).toHaveLength(restoresAtNmi)
  },
)
