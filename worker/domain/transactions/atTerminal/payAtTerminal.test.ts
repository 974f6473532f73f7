import { describe, expect, test } from 'vitest'
import type { Processor } from '../../../processors/processor.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { money } from '../../money.ts'
import { atTerminal, terminalPaymentFixture } from './terminalPayment.fixture.ts'

const unknownTerminal = 'b2c3d4e5-0000-4000-8000-000000000001'

/** Approves in place of the acquirer, which has no authorization of this test's terminal. */
const approves: Processor['capture'] = async ({ amount }, ref) => ({
  result: 'approved',
  ref,
  approved: amount,
  code: '00',
})

describe('payment at a terminal', () => {
  test('a payment at a terminal is sent to the terminal with its prompts, and stays pending until the terminal ends it', async () => {
    const { authorize, terminalServices, payments, terminal: id, read: shown } = await terminalPaymentFixture()
    const errors = await thrownErrors(authorize(atTerminal(id), terminalServices()))
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
    expect(errors).toEqual([{ type: 'processor_timeout', details: { transactionId: String(payment!.opened.id) } }])
    expect(await shown(String(payment!.opened.id))).toMatchObject({
      status: 'pending',
      method: 'terminal',
      payment: { terminal: id, accountNumber: null },
    })
  })

  test('a payment approved at a terminal returns the amount with the tip', async () => {
    const fixture = await terminalPaymentFixture((pending) =>
      fixture.approve({ ...pending, amount: money('12', 840), tip: 200n }),
    )
    const { authorize, terminalServices, terminal: id, read: shown } = fixture
    const response = await authorize(atTerminal(id), terminalServices())
    expect(response).toMatchObject({ responseCode: '00', amount: 12, authCode: '123456', latency: 5 })
    expect(await shown(response.transactionId)).toMatchObject({ status: 'authorized', amountAuthorized: 12, tip: 2 })
  })

  test.each([
    ['the price alone', '10', 0],
    ['a part of the tip', '11.5', 1.5],
    ['less than the price', '4', 0],
  ])('a partial approval of %s at a terminal has the tip beyond the price', async (_part, approved, tip) => {
    const fixture = await terminalPaymentFixture((pending) =>
      fixture.approve({ ...pending, amount: money('12', 840), tip: 200n }, money(approved, 840)),
    )
    const { authorize, terminalServices, terminal: id, read: shown } = fixture
    const { transactionId } = await authorize(atTerminal(id), terminalServices())
    expect(await shown(transactionId)).toMatchObject({ amountAuthorized: Number(approved), tip })
  })

  test('a payment at a terminal has the tip that the processor returns', async () => {
    const fixture = await terminalPaymentFixture((pending) =>
      fixture.approve(pending, money('13', 840), { tip: money('3', 840) }),
    )
    const { authorize, terminalServices, terminal: id, read: shown } = fixture
    const { transactionId } = await authorize(atTerminal(id), terminalServices())
    expect(await shown(transactionId)).toMatchObject({ amountAuthorized: 13, tip: 3 })
  })

  test('a payment declined at a terminal returns its response code and an error', async () => {
    const fixture = await terminalPaymentFixture((pending) => fixture.decline(pending))
    const { authorize, terminalServices, terminal: id } = fixture
    expect(await authorize(atTerminal(id), terminalServices())).toMatchObject({
      responseCode: 'G15',
      amount: 10,
      errors: [{ code: expect.any(String) }],
    })
  })

  test('externalIdentifier of a terminal is used only with internal keys', async () => {
    const { authorize, terminalServices, payments, terminal: id } = await terminalPaymentFixture()
    const body = atTerminal(id, { externalIdentifier: 'POS-7' })
    await thrownErrors(authorize(body, terminalServices()))
    const needs = terminalServices()
    await thrownErrors(authorize(body, { ...needs, caller: { ...needs.caller, scopes: ['internal'] } }))
    expect(payments.map(({ opened }) => opened.reader)).toEqual([id, 'POS-7'])
  })

  test('a payment at an unknown terminal returns terminal_not_found', async () => {
    const { authorize, terminalServices, operations } = await terminalPaymentFixture()
    expect(await thrownErrors(authorize(atTerminal(unknownTerminal), terminalServices()))).toEqual([
      { type: 'terminal_not_found', field: 'payment.terminal.id' },
    ])
    expect(await operations()).toEqual([])
  })

  test('a suggested tip with too many decimals returns amount_precision_invalid and sends nothing to the terminal', async () => {
    const { authorize, terminalServices, payments, terminal: id, operations } = await terminalPaymentFixture()
    const body = { ...atTerminal(id, { tipAmounts: [1.5, 2, 3] }), amount: { value: 1000, currency: 392 } }
    expect(await thrownErrors(authorize(body, terminalServices()))).toMatchObject([
      { type: 'amount_precision_invalid' },
    ])
    expect(payments).toEqual([])
    expect(await operations()).toEqual([])
  })

  test('a payment at a terminal is refunded to that terminal only', async () => {
    const {
      authorize,
      terminalServices,
      terminal: id,
      approve,
      capture,
      credit,
      services,
    } = await terminalPaymentFixture((opened) => approve(opened))
    const { transactionId } = await authorize(atTerminal(id), terminalServices())
    const needs = services()
    const approving = { ...needs, processor: { ...needs.processor, capture: approves, credit: approves } }
    await capture(transactionId, {}, approving)
    const refund = (terminal: string) =>
      credit({ referenceTransactionId: Number(transactionId), payment: { terminal: { id: terminal } } }, approving)
    expect(await thrownErrors(refund(crypto.randomUUID()))).toMatchObject([{ type: 'payment_method_ambiguous' }])
    expect(await refund(id)).toMatchObject({ amount: 10, responseCode: '00' })
  })

  test('a payment at a terminal is due for recovery only after its session has ended', async () => {
    const { authorize, terminalServices, terminal: id, operations, clock } = await terminalPaymentFixture()
    await thrownErrors(authorize(atTerminal(id), terminalServices()))
    const [pending] = await operations()
    expect(Math.round((pending!.due! - clock.now()) / 1000)).toBeGreaterThan(45)
  })
})
