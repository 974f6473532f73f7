import { describe, expect, test } from 'vitest'
import type { Acceptance } from '../../processors/processor.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { acceptDispute } from './accept.ts'
import { disputeFixture, november } from './disputes.fixture.ts'

const setUp = async (respond: () => Promise<Acceptance | 'notSupported'> = async () => 'done') => {
  const fixture = await disputeFixture()
  const cases: string[] = []
  const acceptAtProcessor = async (_of: unknown, caseId: string) => {
    cases.push(caseId)
    return respond()
  }
  const services = () => {
    const needs = fixture.services()
    return {
      ...needs,
      limits: { ...needs.limits, processorTimeoutMs: 50 },
      processor: { ...needs.processor, acceptDispute: acceptAtProcessor },
    }
  }
  return {
    ...fixture,
    cases,
    services,
    accept: async (id: string, needs = services()) =>
      JSON.parse(JSON.stringify((await acceptDispute(id, needs)).dispute)) as Record<string, unknown>,
  }
}

describe('acceptDispute', () => {
  test.each(['warning', 'open'] as const)(
    'a dispute in the stage %s is accepted at the processor and here',
    async (stage) => {
      const { report, accept, cases, disputeEvents } = await setUp()
      const { dispute } = await report({ stage, evidenceDueBy: november(15) })
      expect(await accept(dispute!.id)).toMatchObject({
        stage: 'accepted',
        amountWithdrawn: 26.25,
        evidenceDueBy: null,
        stages: [{ stage }, { stage: 'accepted' }],
      })
      expect(cases).toEqual(['case-1'])
      expect((await disputeEvents()).at(stage === 'open' ? -1 : -2)).toEqual([
        'dispute.closed',
        'accepted',
        `${stage} accepted`,
      ])
    },
  )

  test('an acceptance has one audit entry with the key, the dispute, its payment and the stages', async () => {
    const { report, accept, merchant } = await setUp()
    const { dispute } = await report()
    await accept(dispute!.id)
    await accept(dispute!.id)
    const entries = await merchant.rows(
      "SELECT key, detail FROM audit WHERE account = ? AND action = 'dispute.accepted'",
      merchant.id,
    )
    expect(entries.map(({ key, detail }) => [key, JSON.parse(detail)])).toEqual([
      [
        merchant.secretKeyId,
        {
          dispute: dispute!.id,
          transactionId: String(dispute!.transactionId),
          changes: { stage: { old: 'open', new: 'accepted' } },
        },
      ],
    ])
  })

  test('an acceptance whose batch was committed and repeated has one audit entry and one event', async () => {
    const { report, accept, merchant, services, disputeEvents } = await setUp()
    const { dispute } = await report()
    const needs = services()
    // The response of the batch is lost, and the batch is sent again.
    const write: typeof needs.acceptances.write = async (...change) => {
      const written = await needs.acceptances.write(...change)
      expect(await needs.acceptances.write(...change)).toBe(false)
      return written
    }
    expect(await accept(dispute!.id, { ...needs, acceptances: { write } })).toMatchObject({ stage: 'accepted' })
    const entries = await merchant.rows(
      "SELECT 1 FROM audit WHERE account = ? AND action = 'dispute.accepted'",
      merchant.id,
    )
    expect(entries).toHaveLength(1)
    expect((await disputeEvents()).filter(([type]) => type === 'dispute.closed')).toHaveLength(1)
  })

  test('a second acceptance returns the dispute and sends nothing to the processor', async () => {
    const { report, accept, cases } = await setUp()
    const { dispute } = await report()
    const first = await accept(dispute!.id)
    expect([await accept(dispute!.id), cases]).toEqual([first, ['case-1']])
  })

  test.each(['won', 'lost'] as const)('acceptance of a dispute that is %s returns 409 invalid_state', async (stage) => {
    const { report, accept, cases } = await setUp()
    const { dispute } = await report({ stage })
    expect(await thrownErrors(accept(dispute!.id))).toEqual([
      { type: 'invalid_state', details: { state: stage, allowed: [] } },
    ])
    expect(cases).toEqual([])
  })

  test.each<[string, () => Promise<Acceptance>, string]>([
    ['does not respond in time', () => new Promise<Acceptance>(() => undefined), 'unavailable'],
    ['fails', () => Promise.reject(new Error('disconnected')), 'unavailable'],
    ['has decided the dispute before', async () => 'tooLate', 'invalid_state'],
  ])('a dispute whose processor %s stays as it is', async (_what, respond, type) => {
    const { report, accept, merchant } = await setUp(respond)
    const { dispute } = await report()
    expect(await thrownErrors(accept(dispute!.id))).toMatchObject([{ type }])
    expect(await report()).toEqual({ outcome: 'unchanged', dispute })
    expect(
      await merchant.rows("SELECT 1 FROM audit WHERE account = ? AND action LIKE 'dispute.%'", merchant.id),
    ).toEqual([])
  })

  test('a processor without acceptance returns not_supported_by_processor', async () => {
    const { report, accept } = await setUp(async () => 'notSupported')
    const { dispute } = await report({ connection: 'cn_1' })
    expect(await thrownErrors(accept(dispute!.id))).toEqual([
      { type: 'not_supported_by_processor', details: { operation: 'acceptDispute', connection: 'cn_1' } },
    ])
  })

  test('an acceptance ends the schedule of a simulated dispute', async () => {
    const { report, accept, merchant, captureId } = await setUp()
    const { dispute } = await report()
    await merchant.run(
      `UPDATE operations SET foreseen = '{"event":"disputed"}', foreseenAt = ? WHERE id = ?`,
      november(30),
      Number(captureId),
    )
    await accept(dispute!.id)
    expect(await merchant.rows('SELECT foreseenAt FROM operations WHERE id = ?', Number(captureId))).toEqual([
      { foreseenAt: null },
    ])
  })

  test('an acceptance follows a stage whose processor’s clock is ahead', async () => {
    const { report, accept, clock } = await setUp()
    const { dispute } = await report({ at: clock.now() + 60_000 })
    expect(await accept(dispute!.id)).toMatchObject({ stages: [{ stage: 'open' }, { stage: 'accepted' }] })
  })

  test('an acceptance and reports at once leave one result', async () => {
    const { report, accept } = await setUp()
    const { dispute } = await report()
    await Promise.allSettled([accept(dispute!.id), accept(dispute!.id), report({ stage: 'lost', at: november(2) })])
    const { dispute: after } = await report()
    expect(['lost', 'accepted']).toContain(after!.stage)
    expect(after!.reports.length).toBeGreaterThanOrEqual(2)
  })

  test('acceptance of an unknown dispute, or of one of another account, returns 404', async () => {
    const { accept } = await setUp()
    const other = await setUp()
    const { dispute } = await other.report()
    for (const id of [dispute!.id, '00000000-0000-7000-8000-000000000000'])
      expect(await thrownErrors(accept(id))).toEqual([{ type: 'not_found', details: { resource: 'dispute' } }])
  })
})
