import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDatabase } from '../../worker/cli/local.ts'
import { ensureWidgets } from '../../worker/cli/widgets.ts'
import { telling } from './gateway.ts'
import { killOften } from './kills.ts'

/** Each kill takes as long as a start of the runtime. */
const patience = { timeout: 20 * 60_000 }

test('of fifty kills -9 between commit and delivery none loses an event or makes one up', patience, async () => {
  const seed = randomInt(2 ** 31)
  console.log(`Kills of seed ${seed}`)
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-kills-'))
  const place = { state: join(folder, 'state'), envFile: join(folder, 'worker.vars') }
  await prepareDatabase({ config: telling, ...place })
  const { faults, leftOver, repeated, events } = await killOften(place, 50, seed)
  console.log(
    `${events} events; ${leftOver} had not arrived when the runtime ran again, ${repeated} deliveries were repeated`,
  )
  expect(faults, `seed ${seed}`).toEqual([])
  expect(leftOver).toBeGreaterThan(0)
  await rm(folder, { recursive: true })
})
