import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { clearDueWorkOfShard } from '../../testing/database/clearDueWork.ts'
import { moments, startRehearsals } from './rehearsal.ts'

beforeAll(() => clearDueWorkOfShard(bindings.DB_00))
afterEach(() => vi.restoreAllMocks())
const rehearse = startRehearsals()

test.each(moments)(
  'a restore while %s loses no event of the restored database, stops no terminal, and both books agree after a reconciliation',
  { timeout: 60_000 },
  async (moment) => {
    const ending = await rehearse(moment, { before: 2, lost: 3, after: 3 })
    expect(ending).toMatchObject({ atTerminal: '00', left: [], repairsAgain: [], undelivered: [] })
    expect(ending.ours).toEqual(ending.theirs)
    expect(ending.repaired).toBeGreaterThan(0)
    expect(ending.removed).toBeGreaterThan(0)
    if (moment === 'all deliveries are done') expect(ending.isNoticed).toBe(true)
    if (moment === 'a terminal waits for a card') expect(ending.isNoticedAtTerminal).toBe(true)
  },
)
