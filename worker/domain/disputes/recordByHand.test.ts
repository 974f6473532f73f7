import { describe, expect, test } from 'vitest'
import { recordDispute as endpoint } from '#contract/disputes/recordDispute'
import { parseInput, thrownErrors } from '../../testing/domainCalls.ts'
import { disputeFixture, november } from './disputes.fixture.ts'
import { recordDisputeByHand } from './recordByHand.ts'

const setUp = async () => {
  const fixture = await disputeFixture()
  const record = async (more: object = {}) => {
    const body = { transactionId: fixture.payment, caseId: 'CB-1', stage: 'open', ...more }
    const { dispute } = await recordDisputeByHand(parseInput(endpoint, body), fixture.services())
    return JSON.parse(JSON.stringify(dispute)) as Record<string, any>
  }
  const auditEntries = async () =>
    (
      await fixture.merchant.rows(
        "SELECT key, detail FROM audit WHERE account = ? AND action = 'dispute.recorded' ORDER BY rowid",
        fixture.merchant.id,
      )
    ).map(({ key, detail }) => [key, JSON.parse(detail)])
  return { ...fixture, record, auditEntries }
}

describe('recordDisputeByHand', () => {
  test('the first record of a case opens a dispute of the first capture, with its events', async () => {
    const { record, captureId, payment, disputeEvents } = await setUp()
    const reported = { at: '2026-11-01T12:00:00Z', reason: { code: '13.1' }, evidenceDueBy: '2026-11-15T00:00:00Z' }
    expect(await record(reported)).toMatchObject({
      transactionId: captureId,
      originalTransactionId: payment,
      connection: 'simulator',
      caseId: 'CB-1',
      stage: 'open',
      amount: 26.25,
      amountWithdrawn: 26.25,
      reason: { code: '13.1', category: 'not_received' },
      evidenceDueBy: '2026-11-15T00:00:00.000Z',
      stages: [{ stage: 'open', at: new Date(november(1)).toISOString() }],
    })
    expect((await disputeEvents()).map(([type]) => type)).toEqual(['dispute.created', 'transaction.disputed'])
  })

  test('a later record of the case moves the dispute and keeps what it does not name', async () => {
    const { record, disputeEvents } = await setUp()
    const { id } = await record({ amount: 10, reason: { category: 'duplicate' } })
    expect(await record({ stage: 'won' })).toMatchObject({
      id,
      stage: 'won',
      amount: 10,
      amountWithdrawn: 0,
      reason: { code: null, category: 'duplicate' },
      stages: [{ stage: 'open' }, { stage: 'won' }],
    })
    expect((await disputeEvents()).at(-1)?.[0]).toBe('dispute.closed')
  })

  test('a repeated record changes nothing and adds no audit entry', async () => {
    const { record, auditEntries, disputeEvents } = await setUp()
    const first = await record()
    const events = await disputeEvents()
    expect([await record(), await disputeEvents()]).toEqual([first, events])
    expect(await auditEntries()).toHaveLength(1)
  })

  test('each record has an audit entry with the key, the case and the stages', async () => {
    const { record, auditEntries, merchant, payment } = await setUp()
    const { id } = await record()
    await record({ stage: 'lost' })
    const of = { dispute: id, transactionId: payment, caseId: 'CB-1' }
    expect(await auditEntries()).toEqual([
      [merchant.secretKeyId, { ...of, reported: 'open', changes: { stage: { old: null, new: 'open' } } }],
      [merchant.secretKeyId, { ...of, reported: 'lost', changes: { stage: { old: 'open', new: 'lost' } } }],
    ])
  })

  test('a record and a report of the processor about one case make one dispute', async () => {
    const { record, report } = await setUp()
    const { id } = await record({ caseId: 'case-1', at: '2026-11-01T12:00:00Z' })
    const { dispute } = await report({ stage: 'won', at: november(2) })
    expect([dispute!.id, dispute!.stage]).toEqual([id, 'won'])
  })

  test.each([
    [{ amount: 26.26 }, 'out_of_range', 'amount'],
    [{ amount: 10.5, at: '2999-01-01' }, 'out_of_range', 'at'],
    [{ transactionId: '1' }, 'reference_not_found', 'transactionId'],
  ])('a record with %j is rejected with %s', async (more, type, field) => {
    const { record, disputeEvents } = await setUp()
    expect(await thrownErrors(record(more))).toMatchObject([{ type, field }])
    expect(await disputeEvents()).toEqual([])
  })

  test('a case of another payment is rejected with already_exists and the id of its dispute', async () => {
    const { record, newCapture } = await setUp()
    const { id } = await record()
    const { payment } = await newCapture(5)
    expect(await thrownErrors(record({ transactionId: payment, stage: 'lost' }))).toMatchObject([
      { type: 'already_exists', field: 'caseId', details: { id } },
    ])
    expect(await record()).toMatchObject({ id, stage: 'open' })
  })

  test('a payment without a capture is rejected with invalid_state, and one of another account is not found', async () => {
    const { record, authorize } = await setUp()
    const { transactionId } = await authorize()
    expect(await thrownErrors(record({ transactionId }))).toMatchObject([
      { type: 'invalid_state', details: { state: 'authorized' } },
    ])
    const { payment } = await setUp()
    expect(await thrownErrors(record({ transactionId: payment }))).toMatchObject([{ type: 'reference_not_found' }])
  })
})
