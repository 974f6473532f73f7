import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDatabase } from '../../worker/cli/local.ts'
import { ensureWidgets } from '../../worker/cli/widgets.ts'
import { DeliveringGateway, unlimited } from './gateway.ts'
import { stormBesideSlow } from './storm.ts'

const patience = { timeout: 10 * 60_000 }

test('of ten thousand events a receiver gets all while another takes ten seconds for each', patience, async () => {
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-storm-'))
  const place = { config: unlimited, state: join(folder, 'state'), envFile: join(folder, 'worker.vars') }
  await prepareDatabase(place)
  const gateway = new DeliveringGateway(place)
  await gateway.open()
  const { events, slowHad, faults } = await stormBesideSlow(gateway, 10_000)
  expect(faults).toEqual([])
  expect(events).toBeGreaterThanOrEqual(10_000)
  expect(slowHad).toBeGreaterThan(0)
  expect(slowHad).toBeLessThan(events / 10)
  await gateway.close()
  await rm(folder, { recursive: true })
})
