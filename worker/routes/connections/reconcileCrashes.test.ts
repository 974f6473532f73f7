import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { connectionLost, interceptD1 } from '../../testing/database/interceptD1.ts'
import { reconciliationFixture } from '../../testing/fixtures/reconciliationFixture.ts'

const span = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', repair: true }

/** A shop of whose payments the database has lost a capture of one, and another one as a whole. */
const lossFixture = async () => {
  const fixture = await reconciliationFixture()
  const { authorize, capture, lose, merchant } = fixture
  const held = await authorize()
  const captured = await capture(held, 4)
  await lose(captured)
  await merchant.run("UPDATE transactions SET captured = 0, status = 'authorized' WHERE id = ?", Number(held))
  await merchant.run("DELETE FROM events WHERE account = ? AND type = 'transaction.captured'", merchant.id)
  const gone = await authorize()
  await lose(gone, { whole: true })
  return { ...fixture, held, gone }
}

/** Sends all pages to a gateway whose database is gone from the n-th batch on. Returns whether it came to its end. */
const crashAt = async (
  call: number,
  when: 'before' | 'after',
  { startBeside, merchant, path }: Awaited<ReturnType<typeof lossFixture>>,
): Promise<boolean> => {
  const dying = interceptD1(bindings.DB_00, {
    before: (batch) => {
      if (batch.call > call || (batch.call === call && when === 'before')) throw connectionLost()
    },
    after: (batch) => {
      if (batch.call === call && when === 'after') throw connectionLost()
    },
  })
  const send = startBeside({ DB_00: dying }).as(merchant.secretKey)
  let cursor: string | null = null
  do {
    const { status, json } = await send('POST', path, { body: { ...span, ...(cursor !== null && { cursor }) } })
    if (status !== 200) return false
    cursor = json.reconciliation.cursor
  } while (cursor !== null)
  return true
}

test.each(['before', 'after'] as const)(
  'a repair that breaks off %s any of its batches is completed by the next one, each part once',
  { timeout: 60_000 },
  async (when) => {
    let breaks = 0
    for (let call = 1, isComplete = false; !isComplete; call++) {
      const fixture = await lossFixture()
      isComplete = await crashAt(call, when, fixture)
      breaks += isComplete ? 0 : 1
      const { reconcile, read, merchant, held, gone } = fixture
      const { differences } = await reconcile({ repair: true, since: 1e12, until: -1e12 })
      expect([call, differences]).toEqual([call, []])
      expect(await read(held)).toMatchObject({ status: 'partially_captured', amountCaptured: 4 })
      expect(await read(gone)).toMatchObject({ status: 'reversed' })
      const count = async (table: string, what: string) =>
        (await merchant.rows(`SELECT count(*) AS n FROM ${table} WHERE account = ? AND ${what}`, merchant.id))[0]?.['n']
      expect([
        await count('audit', "action = 'transaction.reconciled'"),
        await count('events', "type = 'transaction.captured'"),
        await count('events', "type = 'transaction.reversed'"),
      ]).toEqual([2, 1, 1])
    }
    // Key, connection and rows of each of four passes, and the repairs.
    expect(breaks).toBeGreaterThan(10)
  },
)
