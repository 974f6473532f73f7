import type { Send } from '../kernel/client.ts'
import { soakCard } from '../../soak/cards.ts'
import {
  addCard,
  createCheckout,
  createCustomer,
  createWebhook,
  deleteWebhook,
  subscribe,
  recordRequest,
  advanceClock,
  payCheckout,
  sendTransactionRequest,
} from './commands.ts'
import type { AccountCommand } from './commands.ts'
import { existing } from './model.ts'
import type { SentRequest, State } from './model.ts'
import type { Scenario } from './system.ts'

const runInOrder = async (send: Send, state: State, ...commands: readonly AccountCommand[]): Promise<void> => {
  for (const command of commands) await command.run(state)?.(send)
}

/** Sends a request. Returns the id of the created operation, null if unknown. */
const request = async (
  send: Send,
  state: State,
  verb: SentRequest['verb'],
  body: object,
  payment: string | null = null,
): Promise<string | null> => {
  const sent = recordRequest(state, { verb, body, payment })
  await sendTransactionRequest(send, state, sent)
  return sent.id
}

const payByCard = (send: Send, state: State): Promise<string | null> =>
  request(send, state, 'authorize', { payment: { creditCard: soakCard(0) }, amount: { value: 10 } })

/** Sequences of commands that reach a point in the code which single commands rarely reach. `minutes`: the advance of the account's clock. */
export const scenarios = {
  /** One payment is captured and credited, another is voided. */
  payments: {
    minutes: 0,
    run: async (send: Send, state: State) => {
      const id = await payByCard(send, state)
      if (id !== null) {
        await request(send, state, 'capture', { transactionId: id, amount: 6 }, id)
        await request(send, state, 'credit', { referenceTransactionId: Number(id), amount: { value: 2 } }, id)
      }
      const other = await payByCard(send, state)
      if (other !== null) await request(send, state, 'void', { transactionId: other }, other)
    },
  },
  /** A payment without a response is reversed. */
  reversal: {
    minutes: 2,
    run: async (send: Send, state: State) => {
      state.system.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
      await payByCard(send, state)
      await runInOrder(send, state, advanceClock({ minutes: 2 }))
    },
  },
  checkout: {
    minutes: 0,
    run: (send: Send, state: State) =>
      runInOrder(send, state, createCheckout({}), payCheckout({ which: 0, save: true, clicks: 1 })),
  },
  /** A customer subscribes, and the first day is billed. */
  subscription: {
    minutes: 1440,
    run: async (send: Send, state: State) => {
      await runInOrder(send, state, createCustomer({}), addCard({ which: 0, makeDefault: true }))
      await runInOrder(send, state, subscribe({ which: 0, days: 1 }), advanceClock({ minutes: 1440 }))
    },
  },
  /** An event is delivered to a webhook. */
  delivery: {
    minutes: 0,
    run: async (send: Send, state: State) => {
      const isEnabled = existing(state.webhooks).some(({ id }) => state.snapshot.webhooks.get(id) !== false)
      if (!isEnabled) await runInOrder(send, state, deleteWebhook({ which: 0 }), createWebhook({}))
      await payByCard(send, state)
    },
  },
} as const satisfies Readonly<Record<Scenario, unknown>>
