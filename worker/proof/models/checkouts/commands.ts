import type { TryState } from '#contract/checkouts/page'
import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { shopperAt } from '../../../testing/shopper.ts'
import type { Page } from '../../../testing/shopper.ts'
import { clientOf } from '../kernel/client.ts'
import type { Answer } from '../kernel/client.ts'
import { planFaults, troubles, wireFaults } from '../kernel/faults.ts'
import type { Trouble } from '../kernel/faults.ts'
import { Lost } from '../kernel/gateway.ts'
import type { Machine } from '../kernel/gateway.ts'
import { Command, command, holds, mix } from '../kernel/model.ts'
import { checkAll } from './invariants.ts'
import type { State, Tab, Window } from './model.ts'
import { standing, takeSnapshot } from './snapshot.ts'

/** What somebody does at one window, or beside it. Several strands of actions run at once. */
type Action = Command<[Machine, State]>

const cards = {
  good: '4242424242424242',
  otherGood: '5555555555554444',
  stolen: '4000000000000002',
  empty: '4000000000009995',
} as const
type CardName = keyof typeof cards

/** Status of the checkout in a response. `payment` of a completed one. */
interface Told {
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled'
  readonly payment: string | null
}

const callOf = ({ fetch }: Machine, { system }: State) => clientOf(fetch, system.accounts[0].secretKey)

/** Whether it was served: a machine whose database fails may respond 503. */
const served = ({ status }: Pick<Answer, 'status'>, { failing }: State): boolean => {
  holds(status === 200 || (failing && status === 503), 'no failure is internal', () => `status ${status}`)
  return status === 200
}

/** Reads the status of the checkout, and checks it against earlier responses and the acquirer's ledger. */
const hear = async (state: State, ask: () => Promise<Told | null>): Promise<void> => {
  const { system, completed } = state
  const before = standing(system).map(({ op }) => op)
  const isAlone = state.pending++ === 0
  const mine = ++state.begun
  let told: Told | null
  try {
    told = await ask()
  } finally {
    state.pending--
  }
  if (told === null) return
  const now = standing(system).map(({ op }) => op)
  const { status, payment } = told
  const detail = () => JSON.stringify({ told, standingBefore: before, now, completed })
  if (status === 'completed') {
    holds(now.length === 1 && now[0] === payment, 'a page names no payment that does not stand', detail)
    state.completed ??= payment
    holds(state.completed === payment, 'a completed checkout stays completed', detail)
    return
  }
  holds(completed === null, 'a completed checkout stays completed', detail)
  if (status === 'processing') return
  holds(!before.some((op) => now.includes(op)), 'a page asks for no money while a charge stands', detail)
  if (status === 'open') return
  // A response to a concurrent request may be older than what another one said.
  if (isAlone && state.begun === mine) state.closed = true
}

/** What a page shows. */
const toldBy = ({ html, data }: Page): Told => {
  if (html.includes('id="paid"')) return { status: 'completed', payment: /\b9\d{13,15}\b/.exec(html)?.[0] ?? null }
  if (html.includes('id="form"')) return { status: 'open', payment: null }
  return { status: data === null ? 'canceled' : 'processing', payment: null }
}

const openAt = (window: Window, machine: Machine, state: State): Promise<void> =>
  hear(state, async () => {
    const page = await shopperAt(machine).open(state.id)
    if (!served(page, state)) return null
    if (page.data !== null) window.nonces.push(page.data.nonce)
    return toldBy(page)
  })

/** Status of an attempt, as its window receives it. */
const hearState = (
  window: Window,
  ask: () => Promise<{ readonly status: number; readonly json: TryState }>,
  state: State,
): Promise<void> =>
  hear(state, async () => {
    const answer = await ask()
    if (!served(answer, state)) return null
    const { json } = answer
    if (json.status === 'open') window.nonces.push(json.nonce)
    return { status: json.status, payment: json.status === 'completed' ? json.transactionId : null }
  })

const payAt = (window: Window, { nonce, more }: NonNullable<Window['sent']>, machine: Machine, state: State) =>
  hearState(window, () => shopperAt(machine).pay(state.id, nonce, more), state)

/** An attempt under a nonce that the page did not issue. */
const payUnderForeign = async ({ nonce, more }: NonNullable<Window['sent']>, machine: Machine, state: State) => {
  const { status } = await shopperAt(machine).pay(state.id, nonce, more)
  holds(
    status === 400 || (state.failing && status === 503),
    'a nonce is of one checkout',
    () => `${nonce}: status ${status}`,
  )
}

const noteSent = (nonce: string, save: boolean, { sent }: State): void =>
  void sent.set(nonce, (sent.get(nonce) ?? new Set()).add(save))

const attemptWith = (name: CardName, save: boolean): object => ({
  payment: { creditCard: card(cards[name], { nameOnCard: 'Ada Lovelace' }) },
  answers: { email: 'ada@example.com', save },
})

/** Whose nonce an attempt is sent with: the page's own, an earlier one, one of an equal checkout, or an invented one. */
type NonceName = 'own' | 'earlier' | 'elsewhere' | 'invented'

const nonceFor = async (name: NonceName, window: Window, machine: Machine, state: State): Promise<string | null> => {
  if (name === 'invented') return 'A'.repeat(54)
  if (name === 'elsewhere') {
    const { json } = await callOf(machine, state)('POST', '/v1/dynamiccheckout', state.offered)
    return json.id === undefined ? null : ((await shopperAt(machine).open(json.id)).data?.nonce ?? null)
  }
  if (window.nonces.length === 0) await openAt(window, machine, state)
  return (name === 'earlier' ? window.nonces[0] : window.nonces.at(-1)) ?? null
}

const tab = fc.constantFrom<Tab>(0, 0, 1, 2)
/** The window gets no response, and continues at once with its next action. */
const lost = fc.constantFrom(false, false, true)

export const open = command('open', { tab }, ({ tab }, machine: Machine, state: State) =>
  openAt(state.windows[tab], machine, state),
)

export const pay = command(
  'pay',
  {
    tab,
    card: fc.constantFrom<CardName>('good', 'good', 'good', 'otherGood', 'otherGood', 'stolen', 'empty'),
    name: fc.oneof(
      { weight: 8, arbitrary: fc.constant<NonceName>('own') },
      { weight: 3, arbitrary: fc.constantFrom<NonceName>('earlier', 'elsewhere', 'invented') },
    ),
    /** Whether the payment method is to be stored. */
    save: fc.boolean(),
    /** How often the button was clicked before it was disabled. */
    clicks: fc.constantFrom(1, 1, 1, 2, 3),
    lost,
  },
  async ({ tab, card: by, name, save, clicks }, machine: Machine, state: State) => {
    const window = state.windows[tab]
    const nonce = await nonceFor(name, window, machine, state)
    if (nonce === null) return
    const attempt = { nonce, more: attemptWith(by, save) }
    const isOwn = window.nonces.includes(nonce)
    if (isOwn) {
      window.sent = attempt
      noteSent(nonce, save, state)
    }
    await Promise.all(
      Array.from({ length: clicks }, () =>
        isOwn ? payAt(window, attempt, machine, state) : payUnderForeign(attempt, machine, state),
      ),
    )
  },
)

/** Sends the same attempt once more. */
export const resend = command('resend', { tab, lost }, async ({ tab }, machine: Machine, state: State) => {
  const window = state.windows[tab]
  if (window.sent !== null) await payAt(window, window.sent, machine, state)
})

/** Asks for the status of the window's attempt. */
export const ask = command('ask', { tab }, async ({ tab }, machine: Machine, state: State) => {
  const window = state.windows[tab]
  const nonce = window.sent?.nonce ?? window.nonces.at(-1)
  if (nonce !== undefined) await hearState(window, () => shopperAt(machine).ask(state.id, nonce), state)
})

/** Tries one declined card after the other. */
export const wearOut = command(
  'wearOut',
  { tab, cards: fc.integer({ min: 1, max: 3 }) },
  async ({ tab, cards }, machine: Machine, state: State) => {
    const window = state.windows[tab]
    if (window.nonces.length === 0) await openAt(window, machine, state)
    for (let card = 0; card < cards; card++) {
      const nonce = window.nonces.at(-1)
      if (nonce === undefined) return
      window.sent = { nonce, more: attemptWith('stolen', false) }
      noteSent(nonce, false, state)
      await payAt(window, window.sent, machine, state)
    }
  },
)

export const read = command('read', {}, (_data, machine: Machine, state: State) =>
  hear(state, async () => {
    const answer = await callOf(machine, state)('GET', `/v1/dynamiccheckout/${state.id}`)
    return served(answer, state) ? { status: answer.json.status, payment: answer.json.transactionId } : null
  }),
)

const cancel = command('cancel', {}, (_data, machine: Machine, state: State) =>
  hear(state, async () => {
    const answer = await callOf(machine, state)('DELETE', `/v1/dynamiccheckout/${state.id}`)
    const { json } = answer
    if (answer.status === 409) {
      const type: string = json.errors[0].type
      const types = ['operation_in_progress', 'already_canceled', 'checkout_closed']
      holds(types.includes(type), 'no failure is internal', () => type)
      holds(
        state.completed === null || type === 'checkout_closed',
        'a completed checkout stays completed',
        () => `cancel was refused with ${type}`,
      )
      return null
    }
    if (!served(answer, state)) return null
    holds(json.status === 'canceled', 'no failure is internal', () => JSON.stringify(json))
    // No concurrent attempt can have been first any more.
    state.closed = true
    return { status: 'canceled', payment: null }
  }),
)

const sweepOnce = async (machine: Machine, state: State): Promise<void> => {
  state.pending++
  state.begun++
  try {
    await machine.sweep()
  } catch (thrown) {
    // A failed sweep reports it, and the next one continues.
    if (!state.failing) throw thrown
  } finally {
    state.pending--
  }
}

/** Lets the others have so many turns, advances the clock, and sweeps with so many crons at once. */
export const sweep = command(
  'sweep',
  {
    turns: fc.nat(8),
    afterMs: fc.constantFrom(0, 1_000, 46_000, 61_000, 61_000, 120_000, 3_600_000),
    crons: fc.constantFrom(1, 2),
  },
  async ({ turns, afterMs, crons }, machine: Machine, state: State) => {
    for (let turn = 0; turn < turns; turn++) await state.system.turn()
    state.system.advance(afterMs)
    await Promise.all(Array.from({ length: crons }, () => sweepOnce(machine, state)))
  },
)

const action: fc.Arbitrary<Action> = mix(
  [8, pay],
  [4, open],
  [3, resend],
  [3, ask],
  [3, sweep],
  [1, read],
  [1, cancel],
  [2, wearOut],
)

const processorFault = fc.constantFrom<Fault>(
  ...wireFaults,
  { kind: 'late', ms: 1 },
  { kind: 'decline', code: '05' },
  { kind: 'partial' },
)
const trouble = troubles(processorFault, { none: 5, processor: 4, machine: 2, all: 1 }, { atMost: 2 })

const isLost = (thrown: unknown): boolean => thrown instanceof Lost

/** Each strand runs one action after the other. Actions whose response is lost are awaited at the end. */
const runStrands = async (strands: readonly (readonly Action[])[], machine: Machine, state: State): Promise<void> => {
  const left: Promise<void>[] = []
  await Promise.all(
    strands.map(async (actions) => {
      for (const action of actions) {
        const running = action.run(machine, state).catch((thrown: unknown) => {
          if (!isLost(thrown)) throw thrown
        })
        if ('lost' in action.data && action.data.lost === true) {
          // Its failure is thrown below.
          running.catch(() => undefined)
          left.push(running)
        } else await running
      }
    }),
  )
  await Promise.all(left)
}

export const look = async (state: State): Promise<void> => {
  state.snapshot = await takeSnapshot(state.id, state.system)
  checkAll(state)
}

export const together = async (
  strands: readonly (readonly Action[])[],
  trouble: Trouble,
  turns: readonly number[] | null,
  state: State,
): Promise<void> => {
  const { system } = state
  planFaults(trouble, system.faultPlan, 'authorize')
  state.failing = trouble.machine !== null
  state.faulty ||= state.failing
  await system.run((machine) => runStrands(strands, machine, state), trouble.machine, turns)
  system.faultPlan.clear()
  state.failing = false
  await look(state)
}

export const commands = mix(
  [
    6,
    command(
      'together',
      {
        strands: fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        // By place among those that wait. Mostly the last, so that one strand gets far while the others stand still.
        turns: fc.array(fc.constantFrom(-1, -1, -1, -1, -1, 0, 0, 1, 2), { maxLength: 40, size: 'max' }),
        trouble,
      },
      ({ strands, turns, trouble }, state: State) => together(strands, trouble, turns, state),
    ),
  ],
  [
    2,
    command(
      'wait',
      { ms: fc.constantFrom(1_000, 30_000, 46_000, 61_000, 120_000, 11 * 60_000, 2 * 3_600_000, 25 * 3_600_000) },
      async ({ ms }, { system }: State) => system.advance(ms),
    ),
  ],
  [
    1,
    command('deliverLate', {}, async (_data, state: State) => {
      await state.system.deliverLate()
      await look(state)
    }),
  ],
)
