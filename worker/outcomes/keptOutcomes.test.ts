import { afterAll, describe, expect, test, vi } from 'vitest'
import { bindings } from '../testing/bindings.ts'
import { cardPayment } from '../testing/merchant.ts'
import { outageFixture } from './outage.fixtures.ts'
import { decodeOutcome } from './stored/storedOutcome.ts'
import type { StoredOutcome } from './stored/storedOutcome.ts'
import { writeKept } from './writeKept.ts'
import { Database } from '../store/sql/database.ts'
import { Meter } from '../app/meter.ts'
import { createIds } from '../domain/ids.ts'

for (const method of ['log', 'warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue()
afterAll(() => vi.restoreAllMocks())

type Rpc = 'keep' | 'drop' | 'write'

/** Keepers that record what they keep, and do not respond to calls that a test names. */
const watchedKeepers = () => {
  const kept: StoredOutcome[] = []
  const silent = new Set<Rpc>()
  const getByName = (name: string) => {
    const real = bindings.OUTCOME_KEEPERS.getByName(name)
    const call = async (rpc: Rpc, argument: never): Promise<unknown> => {
      if (silent.has(rpc)) throw new Error('The keeper does not respond.')
      return real[rpc](argument)
    }
    return {
      keep: async (outcome: StoredOutcome) => {
        await call('keep', outcome as never)
        kept.push(outcome)
      },
      drop: (operation: number) => call('drop', operation as never),
      write: (operation: number) => call('write', operation as never),
    }
  }
  return { kept, silent, keepers: { getByName } as unknown as typeof bindings.OUTCOME_KEEPERS }
}

const minute = 60_000

/** A payment that the processor approved in the first second of an outage of 80 seconds, and that its client has given up. */
const approvedInOutage = async (...silentAtFirst: Rpc[]) => {
  const { kept, silent, keepers } = watchedKeepers()
  const fixture = await outageFixture({ OUTCOME_KEEPERS: keepers })
  for (const rpc of silentAtFirst) silent.add(rpc)
  // The first payment creates the account's key and records the use of the API key, in batches of their own.
  await fixture.call('authorize', cardPayment(), crypto.randomUUID())
  fixture.arm({ call: 3, ms: 80_000, when: 'before' })
  const key = crypto.randomUUID()
  await expect(fixture.call('authorize', cardPayment(), key)).rejects.toMatchObject({ outcomeUnknown: true })
  fixture.endOutage()
  const entry = fixture.ledger.entries().at(-1)!
  return {
    ...fixture,
    kept,
    silent,
    id: entry.op,
    state: () => fixture.ledger.find(entry.op),
    read: async () => fixture.get(`/v1/transactions/${entry.op}`),
    again: () => fixture.call('authorize', cardPayment(), key),
  }
}

describe('an approval in an outage', () => {
  test('an approval is kept once, without the card, and written by the alarm', async () => {
    const { kept, runKeeper, read, again, id, state } = await approvedInOutage()
    expect(kept).toHaveLength(1)
    expect(kept[0]).toMatchObject({
      version: 1,
      kind: 'authorization',
      outcome: { id: Number(id), responseCode: '00' },
    })
    expect(JSON.stringify(kept)).not.toMatch(/4242|4111|"expiry"/)
    expect(await read()).toMatchObject({ status: 'pending', responseCode: null })
    expect(await runKeeper()).toBe(true)
    expect(await runKeeper()).toBe(false)
    expect(await read()).toMatchObject({ status: 'authorized', responseCode: '00' })
    expect(await again()).toMatchObject({ transactionId: id, approved: true })
    expect(state()).toMatchObject({ state: 'approved', effects: 1, reversals: 0 })
  })

  test('the key of an approval that is kept returns 409 until it is written', async () => {
    const { again, runKeeper } = await approvedInOutage()
    await expect(again()).rejects.toMatchObject({ status: 409, items: [{ type: 'idempotency_in_progress' }] })
    await runKeeper()
    expect(await again()).toMatchObject({ approved: true })
  })

  test('a sweep that is faster than the keeper writes the approval and does not reverse it', async () => {
    const { sweep, advance, read, state, runKeeper } = await approvedInOutage()
    await advance(minute)
    await sweep()
    expect(await read()).toMatchObject({ status: 'authorized' })
    await runKeeper()
    expect(state()).toMatchObject({ state: 'approved', reversals: 0 })
  })

  test('a sweep waits for a keeper that does not respond', async () => {
    const { sweep, advance, read, state, silent } = await approvedInOutage()
    silent.add('write')
    for (let minutes = 0; minutes < 10; minutes++) {
      await advance(minute)
      await sweep()
    }
    expect(await read()).toMatchObject({ status: 'pending' })
    silent.delete('write')
    await advance(minute)
    await sweep()
    expect(await read()).toMatchObject({ status: 'authorized' })
    expect(state()).toMatchObject({ reversals: 0 })
  })

  test('an approval is reversed if its keeper does not respond for a quarter of an hour, and once more when it is written', async () => {
    const { sweep, advance, read, state, silent, runKeeper, again } = await approvedInOutage()
    silent.add('write')
    for (let minutes = 0; minutes < 16; minutes++) {
      await advance(minute)
      await sweep()
    }
    expect(await read()).toMatchObject({ status: 'reversed', responseCode: '68' })
    expect(state()).toMatchObject({ state: 'reversed', reversals: 1 })
    await runKeeper()
    await sweep()
    expect(await read()).toMatchObject({ status: 'reversed' })
    expect(state()).toMatchObject({ state: 'reversed', reversals: 2 })
    expect(await again()).toMatchObject({ approved: false, responseCode: '68' })
  })

  test('an approval that could not be kept is reversed, and its key returns 68', async () => {
    const { kept, recover, read, state, again } = await approvedInOutage('keep')
    expect(kept).toEqual([])
    await recover('keeper')
    expect(await read()).toMatchObject({ status: 'reversed' })
    expect(state()).toMatchObject({ state: 'reversed' })
    expect(await again()).toMatchObject({ approved: false, responseCode: '68' })
  })

  test('an outcome is written again without an effect, and under a new id if the one of its capture is taken', async () => {
    const { merchant, read, kept, now, id } = await approvedInOutage()
    const { outcome } = kept[0] as Extract<StoredOutcome, { kind: 'authorization' }>
    const sale = { ...kept[0]!, outcome: { ...outcome, moved: true, captureId: Number(id) } } as StoredOutcome
    const needs = {
      database: new Database(merchant.database, new Meter()),
      clock: { now },
      ids: createIds({ clock: now }),
      reportAttention: () => undefined,
    }
    for (let times = 0; times < 2; times++) expect(await writeKept(sale, needs)).toBe(true)
    const { status, operations } = await read()
    expect([status, operations.map(({ type }: { type: string }) => type)]).toEqual([
      'captured',
      ['authorize', 'capture'],
    ])
  })
})

/** An outcome as the first version stored it. Never change it: outcomes outlive deploys. */
const version1: StoredOutcome = {
  version: 1,
  account: 'acme',
  mode: 'live',
  kind: 'modification',
  outcome: {
    id: 91105200000012,
    type: 'capture',
    status: 'approved',
    amount: 1050,
    responseCode: '00',
    authCode: null,
    latency: 12,
    processorRef: { account: 'acme', op: '91105200000012', root: '91105200000011', created: 1_700_000_000_000 },
    at: 1_700_000_000_012,
    releaseId: 91105200000013,
    releaseDue: 1_700_000_000_012,
    due: 1_700_000_045_000,
  },
}

test('an outcome that the first version stored is read', () => {
  const { version: _version, account, mode, ...kept } = version1
  expect(decodeOutcome(JSON.parse(JSON.stringify(version1)) as StoredOutcome)).toEqual({
    kept,
    owner: { account, mode },
  })
})
