import { describe, expect, test } from 'vitest'
import type { Outcome, Processor } from '../../../processors/processor.ts'
import { paymentFixture, saleOf } from '../../../testing/fixtures/paymentFixture.ts'
import { errorsOf } from '../../../testing/verbs.ts'
import { money } from '../../money.ts'
import type { PendingTransaction } from '../initiate/createPending.ts'
import { decidedLocally } from '../initiate/decide.ts'
import { recordOutcome } from '../initiate/recordOutcome.ts'
import { declinedByGateway, toVerdict } from '../verdict.ts'

const terminal = 'b2c3d4e5-0000-4000-8000-000000000001'

type Session = 'aborted' | 'processing' | 'none'

/** An account with a terminal whose Durable Object is this test. */
const setUp = async (onPay?: (pending: PendingTransaction) => Promise<unknown>, session: Session = 'aborted') => {
  const fixture = await paymentFixture()
  const { merchant, services, clock } = fixture
  const id = crypto.randomUUID()
  await merchant.run(
    `INSERT INTO terminals (id, account, mode, nickname, make, model, serialNumber, deviceId, configuration, simulated, created)
     VALUES (?, ?, 'test', 'Till', 'Make', 'Model', '1', NULL, '{"promptSignature":true}', NULL, ?)`,
    id,
    merchant.id,
    clock.now(),
  )
  const payments: { readonly terminal: string; readonly opened: PendingTransaction; readonly prompts: object }[] = []
  const canceled: unknown[][] = []
  const by = () => {
    const on = services()
    return {
      ...on,
      readers: {
        ...on.readers,
        pay: async (to: { readonly id: string }, payment: { opened: PendingTransaction; prompts: object }) => {
          payments.push({ terminal: to.id, ...payment })
          await onPay?.(payment.opened)
        },
        abort: async (...given: unknown[]): Promise<Session> => {
          canceled.push(given)
          if (session === 'aborted') await decline(payments[0]!.opened)
          return session
        },
      } as typeof on.readers,
    }
  }
  const decline = (pending: PendingTransaction) =>
    recordOutcome(pending, decidedLocally(declinedByGateway('G15')), services())
  const approve = (pending: PendingTransaction, approved = pending.amount, more: object = {}) => {
    const outcome: Outcome = { result: 'approved', ref: pending.ref, approved, code: '00', authCode: '123456', ...more }
    return recordOutcome(pending, { verdict: toVerdict(outcome), outcome, latency: 5 }, services())
  }
  return { ...fixture, terminal: id, by, payments, canceled, decline, approve }
}

const atTerminal = (id: string, more: object = {}) => saleOf(10, { payment: { terminal: { id, ...more } } })

/** Approves in place of the acquirer, which has no authorization of a terminal that is this test. */
const approves: Processor['capture'] = async ({ amount }, ref) => ({
  result: 'approved',
  ref,
  approved: amount,
  code: '00',
})

describe('a payment at a terminal', () => {
  test('is given to the terminal with its prompts, and stays pending where the terminal does not end it', async () => {
    const { authorize, by, payments, terminal: id, shown } = await setUp()
    const faults = await errorsOf(authorize(atTerminal(id), by()))
    const [payment] = payments
    expect(payment).toMatchObject({
      terminal: id,
      opened: {
        type: 'payment',
        amount: { minor: 1000n, currency: 840 },
        tip: 0n,
        reader: id,
        columns: { method: 'terminal' },
      },
      prompts: { signature: true, cvv: false, tipAmounts: null },
    })
    expect(faults).toEqual([{ type: 'processor_timeout', details: { transactionId: String(payment!.opened.id) } }])
    expect(await shown(String(payment!.opened.id))).toMatchObject({
      status: 'pending',
      method: 'terminal',
      payment: { terminal: id, accountNumber: null },
    })
  })

  test('that was approved there with a tip answers the whole amount', async () => {
    const fixture = await setUp((pending) => fixture.approve({ ...pending, amount: money('12', 840), tip: 200n }))
    const { authorize, by, terminal: id, shown } = fixture
    const answer = await authorize(atTerminal(id), by())
    expect(answer).toMatchObject({ responseCode: '00', amount: 12, authCode: '123456', latency: 5 })
    expect(await shown(answer.transactionId)).toMatchObject({ status: 'authorized', amountAuthorized: 12, tip: 2 })
  })

  test.each([
    ['of the price alone', '10', 0],
    ['of a part of the tip', '11.5', 1.5],
    ['of less than the price', '4', 0],
  ])('that was approved in part, %s, has the tip that is left', async (_part, approved, tip) => {
    const fixture = await setUp((pending) =>
      fixture.approve({ ...pending, amount: money('12', 840), tip: 200n }, money(approved, 840)),
    )
    const { authorize, by, terminal: id, shown } = fixture
    const { transactionId } = await authorize(atTerminal(id), by())
    expect(await shown(transactionId)).toMatchObject({ amountAuthorized: Number(approved), tip })
  })

  test('has the tip that the processor reports, where it reports one', async () => {
    const fixture = await setUp((pending) => fixture.approve(pending, money('13', 840), { tip: money('3', 840) }))
    const { authorize, by, terminal: id, shown } = fixture
    const { transactionId } = await authorize(atTerminal(id), by())
    expect(await shown(transactionId)).toMatchObject({ amountAuthorized: 13, tip: 3 })
  })

  test('that was declined there answers terminal_declined', async () => {
    const fixture = await setUp((pending) => fixture.decline(pending))
    const { authorize, by, terminal: id } = fixture
    expect(await authorize(atTerminal(id), by())).toMatchObject({
      responseCode: 'G15',
      amount: 10,
      errors: [{ code: expect.any(String) }],
    })
  })

  test('names the terminal by the processor’s own name only for internal keys', async () => {
    const { authorize, by, payments, terminal: id } = await setUp()
    const body = atTerminal(id, { externalIdentifier: 'POS-7' })
    await errorsOf(authorize(body, by()))
    const on = by()
    await errorsOf(authorize(body, { ...on, caller: { ...on.caller, scopes: ['internal'] } }))
    expect(payments.map(({ opened }) => opened.reader)).toEqual([id, 'POS-7'])
  })

  test('at an unknown terminal is refused', async () => {
    const { authorize, by, operations } = await setUp()
    expect(await errorsOf(authorize(atTerminal(terminal), by()))).toEqual([
      { type: 'terminal_not_found', field: 'payment.terminal.id' },
    ])
    expect(await operations()).toEqual([])
  })

  test('with a suggested tip of more decimals than its currency has is refused and not given to the terminal', async () => {
    const { authorize, by, payments, terminal: id, operations } = await setUp()
    const body = { ...atTerminal(id, { tipAmounts: [1.5, 2, 3] }), amount: { value: 1000, currency: 392 } }
    expect(await errorsOf(authorize(body, by()))).toMatchObject([{ type: 'amount_precision_invalid' }])
    expect(payments).toEqual([])
    expect(await operations()).toEqual([])
  })

  test('is refunded to its terminal, and not to another one', async () => {
    const { authorize, by, terminal: id, approve, capture, credit, services } = await setUp((opened) => approve(opened))
    const { transactionId } = await authorize(atTerminal(id), by())
    const on = services()
    const approving = { ...on, processor: { ...on.processor, capture: approves, credit: approves } }
    await capture(transactionId, {}, approving)
    const refund = (terminal: string) =>
      credit({ referenceTransactionId: Number(transactionId), payment: { terminal: { id: terminal } } }, approving)
    expect(await errorsOf(refund(crypto.randomUUID()))).toMatchObject([{ type: 'payment_method_ambiguous' }])
    expect(await refund(id)).toMatchObject({ amount: 10, responseCode: '00' })
  })

  test('is due for recovery only after its session is over', async () => {
    const { authorize, by, terminal: id, operations, clock } = await setUp()
    await errorsOf(authorize(atTerminal(id), by()))
    const [pending] = await operations()
    expect(Math.round((pending!.due! - clock.now()) / 1000)).toBeGreaterThan(45)
  })
})

const waiting = async (session?: Session) => {
  const fixture = await setUp(undefined, session)
  await errorsOf(fixture.authorize(atTerminal(fixture.terminal), fixture.by()))
  return { ...fixture, payment: String(fixture.payments[0]!.opened.id) }
}

describe('a void of a payment that waits at a terminal', () => {
  test('cancels it there, and is an approved operation beside it', async () => {
    const { void: voidIt, by, payment, canceled, terminal: id, operations, shown } = await waiting()
    expect(await voidIt(payment, {}, by())).toMatchObject({ responseCode: '00', amount: 10, errors: null })
    expect(canceled).toEqual([[id, Number(payment)]])
    expect(await operations()).toMatchObject([
      { type: 'authorize', status: 'declined', responseCode: 'G15' },
      { type: 'void', status: 'approved', amount: 1000, due: null },
    ])
    expect(await shown(payment)).toMatchObject({ status: 'declined' })
  })

  test.each(['processing', 'none'] as const)(
    'returns operation_in_progress where the terminal is %s',
    async (session) => {
      const { void: voidIt, by, payment, operations } = await waiting(session)
      expect(await errorsOf(voidIt(payment, {}, by()))).toMatchObject([{ type: 'operation_in_progress' }])
      expect(await operations()).toHaveLength(1)
    },
  )

  test('with a wrong reference is refused, and the payment waits on', async () => {
    const { void: voidIt, by, payment, canceled } = await waiting()
    expect(await errorsOf(voidIt(payment, { referenceTransactionId: 1 }, by()))).toMatchObject([
      { type: 'reference_not_found', field: 'referenceTransactionId' },
    ])
    expect(canceled).toEqual([])
  })

  test('that comes after the cancellation is refused, unless it may be a repetition', async () => {
    const fixture = await waiting()
    const { void: voidIt, by, payment, decline, payments, canceled, clock } = fixture
    await decline(payments[0]!.opened)
    expect(await errorsOf(voidIt(payment, {}, by()))).toEqual([
      { type: 'invalid_state', details: { state: 'declined', allowed: [] } },
    ])
    const on = by()
    const idempotent = { route: 'void', key: 'k', fingerprint: 'f', requestId: on.requestId, at: clock.now() }
    expect(await voidIt(payment, {}, { ...on, idempotent })).toMatchObject({ responseCode: '00' })
    expect(canceled).toEqual([])
    const again = by()
    const repeated = { ...idempotent, requestId: again.requestId }
    expect(await voidIt(payment, {}, { ...again, idempotent: repeated })).toMatchObject({
      responseCode: '00',
      replayOf: on.requestId,
    })
  })
})
