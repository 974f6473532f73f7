import { cardOf } from './cards.ts'
import { doingOf, noteSent, sendMoney } from './deeds.ts'
import type { Deed } from './steps.ts'
import type { Sent } from './world.ts'
import type { Send } from './underTest.ts'
import { there } from './world.ts'
import type { World } from './world.ts'

/**
 * Deeds that follow one another, so that what each of them needs is there: by a round the machine comes to places where it seldom is by a
 * single deed.
 */
export type Round =
  /** A payment is captured and credited, another one voided. */
  | 'payments'
  /** A payment of which no answer comes is undone. */
  | 'undoing'
  /** A checkout is made and paid. */
  | 'checkout'
  /** A customer subscribes, and the first day is billed. */
  | 'subscription'
  /** Something happens, and a webhook is told of it. */
  | 'delivery'

type Rounds = { readonly [round in Round]: (send: Send, world: World) => Promise<void> }

const doInTurn = async (send: Send, world: World, ...deeds: readonly Deed[]): Promise<void> => {
  for (const deed of deeds) await doingOf(deed, world)?.(send)
}

/** The operation that was made of it; null where nothing is known of one. */
const askFor = async (
  send: Send,
  world: World,
  verb: Sent['verb'],
  body: object,
  payment: string | null = null,
): Promise<string | null> => {
  const sent = noteSent(world, { verb, body, payment })
  await sendMoney(send, world, sent)
  return sent.id
}

const payByCard = (send: Send, world: World): Promise<string | null> =>
  askFor(send, world, 'authorize', { payment: { creditCard: cardOf(0) }, amount: { value: 10 } })

const hasWebhook = ({ webhooks, seen }: World): boolean =>
  there(webhooks).some(({ id }) => seen.webhooks.get(id) !== false)

const rounds: Rounds = {
  payments: async (send, world) => {
    const id = await payByCard(send, world)
    if (id !== null) {
      await askFor(send, world, 'capture', { transactionId: id, amount: 6 }, id)
      await askFor(send, world, 'credit', { referenceTransactionId: Number(id), amount: { value: 2 } }, id)
    }
    const other = await payByCard(send, world)
    if (other !== null) await askFor(send, world, 'void', { transactionId: other }, other)
  },

  undoing: async (send, world) => {
    world.under.orders.give({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    await payByCard(send, world)
    await doInTurn(send, world, { deed: 'pass', minutes: 2 })
  },

  checkout: (send, world) =>
    doInTurn(send, world, { deed: 'checkout' }, { deed: 'payCheckout', which: 0, save: true, clicks: 1 }),

  subscription: (send, world) =>
    doInTurn(
      send,
      world,
      { deed: 'customer' },
      { deed: 'card', which: 0, makeDefault: true },
      { deed: 'enrol', which: 0, days: 1 },
      { deed: 'pass', minutes: 1440 },
    ),

  delivery: async (send, world) => {
    if (!hasWebhook(world)) await doInTurn(send, world, { deed: 'removeWebhook', which: 0 }, { deed: 'webhook' })
    await payByCard(send, world)
  },
}

export const playRound = (round: Round, send: Send, world: World): Promise<void> => rounds[round](send, world)

/** How far a round puts the account's clock forward, minutes. */
export const minutesOfRound: { readonly [round in Round]: number } = {
  payments: 0,
  undoing: 2,
  checkout: 0,
  subscription: 1440,
  delivery: 0,
}
