import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../testing/events.ts'
import { getDispute } from './get.ts'
import { disputeFixture, november } from './disputes.fixture.ts'
import type { DisputeUpdate } from './record.ts'

const toJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>

/** The state of a new case after these reports. */
const stateAfter = async (updates: readonly Partial<DisputeUpdate>[]) => {
  const { report } = await disputeFixture()
  for (const update of updates) await report(update)
  const {
    id: _id,
    operationId: _o,
    transactionId: _t,
    created: _c,
    updated: _u,
    revision: _r,
    ...state
  } = (await report(updates[0])).dispute!
  return state
}

describe('recordDispute', () => {
  test('a report of a new case creates a dispute with all that the processor reported', async () => {
    const { report, services, payment, captureId, clock } = await disputeFixture()
    const before = clock.now()
    const { outcome, dispute } = await report({
      reason: { code: '13.1' },
      evidenceDueBy: november(15),
      amount: 1000,
    })
    expect(outcome).toBe('recorded')
    expect(dispute!.created).toBeGreaterThanOrEqual(before)
    expect(toJson(await getDispute(dispute!.id, services()))).toEqual({
      dispute: {
        id: dispute!.id,
        transactionId: captureId,
        originalTransactionId: payment,
        stage: 'open',
        reason: { code: '13.1', category: 'not_received', text: 'The goods or services were not received.' },
        amount: 10,
        amountWithdrawn: 10,
        currency: 840,
        evidenceDueBy: '2026-11-15T12:00:00.000Z',
        stages: [{ stage: 'open', at: '2026-11-01T12:00:00.000Z' }],
        connection: 'simulator',
        caseId: 'case-1',
        created: new Date(dispute!.created).toISOString(),
        updated: new Date(dispute!.created).toISOString(),
      },
      errors: null,
    })
  })

  test('a dispute changes no status and no sum of its payment, which shows it', async () => {
    const { report, read, payment, captureId } = await disputeFixture()
    const { disputes: none, updated: _before, ...before } = await read(payment)
    expect(none).toEqual([])
    const { dispute } = await report({ reason: { code: '10.4' }, evidenceDueBy: november(15) })
    const { disputes, updated: _after, ...after } = await read(payment)
    expect(after).toEqual(before)
    expect(disputes).toEqual([
      {
        id: dispute!.id,
        transactionId: captureId,
        stage: 'open',
        reason: { code: '10.4', category: 'fraud', text: 'The cardholder did not make the payment.' },
        amount: 26.25,
        amountWithdrawn: 26.25,
        evidenceDueBy: '2026-11-15T12:00:00.000Z',
      },
    ])
  })

  test('a dispute without reason code and amount is general and about the whole capture', async () => {
    const { report } = await disputeFixture()
    expect((await report()).dispute).toMatchObject({
      reasonCode: null,
      reasonCategory: 'general',
      amount: 2625,
      evidenceDueBy: null,
    })
  })

  test('the category of a processor applies to reason codes that the table lacks, and to no others', async () => {
    const { report } = await disputeFixture()
    const category = 'duplicate'
    const unknown = await report({ reason: { code: 'X99', category } })
    expect(unknown.dispute).toMatchObject({ reasonCode: 'X99', reasonCategory: 'duplicate' })
    const known = await report({ at: november(2), reason: { code: '10.4', category } })
    expect(known.dispute).toMatchObject({ reasonCode: '10.4', reasonCategory: 'fraud' })
  })

  test('each stage of a dispute sends its events', async () => {
    const { report, disputeEvents } = await disputeFixture()
    await report({ stage: 'warning', at: november(1) })
    await report({ stage: 'open', at: november(2) })
    await report({ stage: 'won', at: november(3) })
    await report({ stage: 'open', at: november(4) })
    await report({ stage: 'lost', at: november(5) })
    expect(await disputeEvents()).toEqual([
      ['dispute.created', 'warning', 'warning'],
      ['dispute.updated', 'open', 'warning open'],
      ['transaction.disputed', null, 'open'],
      ['dispute.closed', 'won', 'warning open won'],
      ['dispute.updated', 'open', 'warning open won open'],
      ['dispute.closed', 'lost', 'warning open won open lost'],
    ])
  })

  test('a warning that ends without a dispute sends no transaction.disputed', async () => {
    const { report, disputeEvents, merchant } = await disputeFixture()
    await report({ stage: 'warning', at: november(1) })
    await report({ stage: 'won', at: november(2) })
    expect((await disputeEvents()).map(([type]) => type)).toEqual(['dispute.created', 'dispute.closed'])
    expect(await merchant.rows('SELECT disputed FROM transactions WHERE account = ?', merchant.id)).toEqual([
      { disputed: null },
    ])
  })

  test('a case whose first report is its end sends dispute.created and dispute.closed', async () => {
    const { report, disputeEvents } = await disputeFixture()
    await report({ stage: 'lost' })
    expect((await disputeEvents()).map(([type]) => type)).toEqual([
      'dispute.created',
      'dispute.closed',
      'transaction.disputed',
    ])
  })

  test('a report that arrives twice changes nothing and sends no event', async () => {
    const { report, merchant } = await disputeFixture()
    const first = await report({ reason: { code: '10.4' } })
    const events = await readEventTypes(merchant)
    const second = await report({ reason: { code: '10.4' } })
    expect(second).toEqual({ outcome: 'unchanged', dispute: first.dispute })
    expect(await readEventTypes(merchant)).toEqual(events)
  })

  test('a report that arrives late is put in its place, and the stage stays', async () => {
    const { report, disputeEvents } = await disputeFixture()
    await report({ stage: 'won', at: november(9) })
    const late = await report({ stage: 'open', at: november(1), evidenceDueBy: november(15) })
    expect(late.outcome).toBe('recorded')
    expect(late.dispute).toMatchObject({
      stage: 'won',
      evidenceDueBy: null,
      stages: [
        { stage: 'open', at: november(1) },
        { stage: 'won', at: november(9) },
      ],
    })
    expect((await disputeEvents()).map(([type]) => type)).toEqual([
      'dispute.created',
      'dispute.closed',
      'dispute.updated',
      'transaction.disputed',
    ])
  })

  test('a report that contradicts the stage is stored, and sends no event', async () => {
    const { report, disputeEvents } = await disputeFixture()
    await report({ stage: 'accepted', at: november(2) })
    const before = await disputeEvents()
    expect(await report({ stage: 'lost', at: november(3) })).toMatchObject({
      outcome: 'unchanged',
      dispute: { stage: 'accepted', stages: [{ stage: 'accepted' }], revision: 2 },
    })
    expect(await disputeEvents()).toEqual(before)
  })

  test('a new deadline, amount or reason of the same stage sends dispute.updated', async () => {
    const { report, disputeEvents } = await disputeFixture()
    await report({ evidenceDueBy: november(15) })
    await report({ at: november(2), evidenceDueBy: november(20) })
    await report({ at: november(3), amount: 500 })
    const { dispute } = await report({ at: november(4), reason: { code: '13.3' } })
    expect(dispute).toMatchObject({
      evidenceDueBy: november(20),
      amount: 500,
      reasonCategory: 'not_as_described',
      stages: [{ stage: 'open', at: november(1) }],
    })
    expect((await disputeEvents()).filter(([type]) => type === 'dispute.updated')).toHaveLength(3)
  })

  test('a dispute that opens again has no deadline of its first round', async () => {
    const { report } = await disputeFixture()
    await report({ evidenceDueBy: november(15) })
    await report({ stage: 'won', at: november(20) })
    const { dispute } = await report({ at: november(25) })
    expect(dispute).toMatchObject({ stage: 'open', evidenceDueBy: null })
  })

  const history: readonly Partial<DisputeUpdate>[] = [
    { stage: 'warning', at: november(1), evidenceDueBy: november(5), reason: { code: '10.4' } },
    { stage: 'open', at: november(2), evidenceDueBy: november(9), amount: 2000 },
    { stage: 'open', at: november(3), amount: 1500 },
    { stage: 'won', at: november(6) },
    { stage: 'open', at: november(7), evidenceDueBy: november(12) },
    { stage: 'lost', at: november(14) },
  ]

  test.each([
    ['reversed', history.toReversed()],
    ['rotated and doubled', [...history.slice(3), ...history, ...history.slice(0, 2)]],
    ['from the middle', [3, 1, 5, 0, 4, 2].map((index) => history[index]!)],
  ])('reports that arrive %s give the dispute that they give in order', async (_how, reports) => {
    expect(await stateAfter(reports)).toEqual(await stateAfter(history))
  })

  test('reports of one case at once are all recorded, with one event each', async () => {
    const { report, disputeEvents } = await disputeFixture()
    await Promise.all([...history, ...history].map((update) => report(update)))
    const { dispute } = await report(history[0])
    expect(dispute!.stages.map(({ stage }) => stage)).toEqual(['warning', 'open', 'won', 'open', 'lost'])
    expect(dispute!.reports).toHaveLength(history.length)
    const types = (await disputeEvents()).map(([type]) => type)
    expect(types.filter((type) => type === 'dispute.created')).toHaveLength(1)
    expect(types.filter((type) => type === 'transaction.disputed')).toHaveLength(1)
  })

  test('two cases of one capture are two disputes, and one transaction.disputed', async () => {
    const { report, read, payment, disputeEvents, clock } = await disputeFixture()
    await report({ amount: 1000 })
    // Disputes of one millisecond have no order.
    clock.advance(1)
    await report({ amount: 500, caseId: 'case-2', stage: 'warning', at: november(2) })
    await report({ amount: 500, caseId: 'case-2', at: november(3) })
    expect((await read(payment))['disputes']).toMatchObject([{ amount: 10 }, { amount: 5 }])
    expect((await disputeEvents()).filter(([type]) => type === 'transaction.disputed')).toHaveLength(1)
  })

  test('a dispute that opens again after its events are deleted sends no second transaction.disputed', async () => {
    const { report, merchant } = await disputeFixture()
    await report()
    await report({ stage: 'won', at: november(2) })
    await merchant.run('DELETE FROM events WHERE account = ?', merchant.id)
    await report({ at: november(40) })
    await report({ caseId: 'case-2', at: november(41) })
    expect(await readEventTypes(merchant)).toEqual(['dispute.updated', 'dispute.created'])
  })

  test('a case with the id of the payment disputes its first capture', async () => {
    const { report, payment, captureId } = await disputeFixture()
    const { dispute } = await report({ operation: Number(payment) })
    expect(dispute).toMatchObject({ operationId: Number(captureId), transactionId: Number(payment) })
  })

  test('a report about an operation of another account or of none records nothing', async () => {
    const { report, merchant } = await disputeFixture()
    const other = await disputeFixture()
    for (const operation of [Number(other.captureId), 1])
      expect(await report({ operation })).toEqual({ outcome: 'unknownOperation', dispute: null })
    expect(await merchant.rows('SELECT 1 FROM disputes WHERE account = ?', merchant.id)).toEqual([])
  })

  test('accounts and connections have their own case ids', async () => {
    const { report, merchant } = await disputeFixture()
    const other = await disputeFixture()
    await report()
    await report({ connection: 'cn_2' })
    await other.report()
    expect(
      await merchant.rows('SELECT connection FROM disputes WHERE account = ? ORDER BY connection', merchant.id),
    ).toEqual([{ connection: 'cn_2' }, { connection: 'simulator' }])
  })
})
