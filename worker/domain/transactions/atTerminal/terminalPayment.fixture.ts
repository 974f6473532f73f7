import type { Outcome } from '../../../processors/processor.ts'
import { paymentFixture, cardSale } from '../../../testing/fixtures/paymentFixture.ts'
import type { PendingTransaction } from '../initiate/createPending.ts'
import { decidedLocally } from '../initiate/decide.ts'
import { recordOutcome } from '../initiate/recordOutcome.ts'
import { declinedByGateway, toVerdict } from '../verdict.ts'

export type SessionEnd = 'aborted' | 'processing' | 'none'

/** An account with a terminal whose Durable Object is replaced by this test. */
export const terminalPaymentFixture = async (
  onPay?: (pending: PendingTransaction) => Promise<unknown>,
  session: SessionEnd = 'aborted',
) => {
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
  const aborted: unknown[][] = []
  const terminalServices = () => {
    const needs = services()
    return {
      ...needs,
      terminalsClient: {
        ...needs.terminalsClient,
        pay: async (to: { readonly id: string }, payment: { opened: PendingTransaction; prompts: object }) => {
          payments.push({ terminal: to.id, ...payment })
          await onPay?.(payment.opened)
        },
        abort: async (...args: unknown[]): Promise<SessionEnd> => {
          aborted.push(args)
          if (session === 'aborted') await decline(payments[0]!.opened)
          return session
        },
      } as typeof needs.terminalsClient,
    }
  }
  const decline = (pending: PendingTransaction) =>
    recordOutcome(pending, decidedLocally(declinedByGateway('G15')), services())
  const approve = (pending: PendingTransaction, approved = pending.amount, more: object = {}) => {
    const outcome: Outcome = { result: 'approved', ref: pending.ref, approved, code: '00', authCode: '123456', ...more }
    return recordOutcome(pending, { verdict: toVerdict(outcome), outcome, latency: 5 }, services())
  }
  return { ...fixture, terminal: id, terminalServices, payments, aborted, decline, approve }
}

export const atTerminal = (id: string, more: object = {}) => cardSale(10, { payment: { terminal: { id, ...more } } })
