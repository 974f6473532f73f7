import { describe, expect, test } from 'vitest'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { atTerminal, terminalPaymentFixture } from './terminalPayment.fixture.ts'
import type { SessionEnd } from './terminalPayment.fixture.ts'

/** A payment that is waiting for a card at a terminal. */
const waitingPayment = async (session?: SessionEnd) => {
  const fixture = await terminalPaymentFixture(undefined, session)
  await thrownErrors(fixture.authorize(atTerminal(fixture.terminal), fixture.terminalServices()))
  return { ...fixture, payment: String(fixture.payments[0]!.opened.id) }
}

describe('void of a payment waiting at a terminal', () => {
  test('void of a payment waiting at a terminal cancels its session and is approved', async () => {
    const {
      void: voidIt,
      terminalServices,
      payment,
      aborted,
      terminal: id,
      operations,
      read: shown,
    } = await waitingPayment()
    expect(await voidIt(payment, {}, terminalServices())).toMatchObject({
      responseCode: '00',
      amount: 10,
      errors: null,
    })
    expect(aborted).toEqual([[id, Number(payment)]])
    expect(await operations()).toMatchObject([
      { type: 'authorize', status: 'declined', responseCode: 'G15' },
      { type: 'void', status: 'approved', amount: 1000, due: null },
    ])
    expect(await shown(payment)).toMatchObject({ status: 'declined' })
  })

  test.each(['processing', 'none'] as const)(
    'void of a payment at a terminal with session state %s returns operation_in_progress',
    async (session) => {
      const { void: voidIt, terminalServices, payment, operations } = await waitingPayment(session)
      expect(await thrownErrors(voidIt(payment, {}, terminalServices()))).toMatchObject([
        { type: 'operation_in_progress' },
      ])
      expect(await operations()).toHaveLength(1)
    },
  )

  test('void with a wrong reference returns reference_not_found and does not cancel the session', async () => {
    const { void: voidIt, terminalServices, payment, aborted } = await waitingPayment()
    expect(await thrownErrors(voidIt(payment, { referenceTransactionId: 1 }, terminalServices()))).toMatchObject([
      { type: 'reference_not_found', field: 'referenceTransactionId' },
    ])
    expect(aborted).toEqual([])
  })

  test('void after the cancellation at the terminal returns invalid_state, except for a retry with an idempotency key', async () => {
    const fixture = await waitingPayment()
    const { void: voidIt, terminalServices, payment, decline, payments, aborted, clock } = fixture
    await decline(payments[0]!.opened)
    expect(await thrownErrors(voidIt(payment, {}, terminalServices()))).toEqual([
      { type: 'invalid_state', details: { state: 'declined', allowed: [] } },
    ])
    const needs = terminalServices()
    const idempotent = {
      route: 'void',
      keyHash: 'k',
      fingerprint: 'f',
      requestId: needs.requestId,
      at: clock.now(),
      realTime: 0,
    }
    expect(await voidIt(payment, {}, { ...needs, idempotent })).toMatchObject({ responseCode: '00' })
    expect(aborted).toEqual([])
    const again = terminalServices()
    const repeated = { ...idempotent, requestId: again.requestId }
    expect(await voidIt(payment, {}, { ...again, idempotent: repeated })).toMatchObject({
      responseCode: '00',
      replayOf: needs.requestId,
    })
  })
})
