import type { Send } from '../kernel/client.ts'
import { cardOf } from '../../soak/cards.ts'
import {
  addCard,
  createCheckout,
  createCustomer,
  createWebhook,
  deleteWebhook,
  enrol,
  noteSent,
  pass,
  payCheckout,
  sendMoney,
} from './commands.ts'
import type { Deed } from './commands.ts'
import { there } from './model.ts'
import type { Sent, State } from './model.ts'
import type { Round } from './system.ts'

const doInTurn = async (send: Send, state: State, ...deeds: readonly Deed[]): Promise<void> => {
  for (const deed of deeds) await deed.run(state)?.(send)
}

/** Sends a request; returns the operation that it created, null for an unknown one. */
const request = async (
  send: Send,
  state: State,
  verb: Sent['verb'],
  body: object,
  payment: string | null = null,
): Promise<string | null> => {
  const sent = noteSent(state, { verb, body, payment })
  await sendMoney(send, state, sent)
  return sent.id
}

const payByCard = (send: Send, state: State): Promise<string | null> =>
  request(send, state, 'authorize', { payment: { creditCard: cardOf(0) }, amount: { value: 10 } })

/** Deeds in a row that lead a machine to a moment where single deeds seldom come. `minutes`: how far they advance the account's clock. */
export const rounds = {
  /** A payment is captured and credited, another one voided. */
  payments: {
    minutes: 0,
    play: async (send: Send, state: State) => {
      const id = await payByCard(send, state)
      if (id !== null) {
        await request(send, state, 'capture', { transactionId: id, amount: 6 }, id)
        await request(send, state, 'credit', { referenceTransactionId: Number(id), amount: { value: 2 } }, id)
      }
      const other = await payByCard(send, state)
      if (other !== null) await request(send, state, 'void', { transactionId: other }, other)
    },
  },
  /** A payment without a response is undone. */
  undoing: {
    minutes: 2,
    play: async (send: Send, state: State) => {
      state.system.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
      await payByCard(send, state)
      await doInTurn(send, state, pass({ minutes: 2 }))
    },
  },
  checkout: {
    minutes: 0,
    play: (send: Send, state: State) =>
      doInTurn(send, state, createCheckout({}), payCheckout({ which: 0, save: true, clicks: 1 })),
  },
  /** A customer subscribes, and the first day is billed. */
  subscription: {
    minutes: 1440,
    play: async (send: Send, state: State) => {
      await doInTurn(send, state, createCustomer({}), addCard({ which: 0, makeDefault: true }))
      await doInTurn(send, state, enrol({ which: 0, days: 1 }), pass({ minutes: 1440 }))
    },
  },
  /** An event is delivered to a webhook. */
  delivery: {
    minutes: 0,
    play: async (send: Send, state: State) => {
      const isEnabled = there(state.webhooks).some(({ id }) => state.snapshot.webhooks.get(id) !== false)
      if (!isEnabled) await doInTurn(send, state, deleteWebhook({ which: 0 }), createWebhook({}))
      await payByCard(send, state)
    },
  },
} as const satisfies Readonly<Record<Round, unknown>>
