import type { AttemptState } from '#contract/checkouts/page'
import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { createShopper } from '../../../testing/shopper.ts'
import type { CheckoutPage } from '../../../testing/shopper.ts'
import { planFaults, commandFaults, wireFaults } from '../kernel/faults.ts'
import type { CommandFaults } from '../kernel/faults.ts'
import { MachineCrashed } from '../kernel/gateway.ts'
import type { Machine } from '../kernel/gateway.ts'
import { Command, command, weighted } from '../kernel/model.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import { toAddress, toOrder } from './choices.ts'
import { checkInvariants } from './invariants.ts'
import type { SentAttempt, State, Tab, Window } from './model.ts'
import { expectedAttempt, firstOrder, isRefusedOrder, orderFor, ordering } from './orders.ts'
import type { ExpectedAttempt, Ordering } from './orders.ts'
import { clientFor, createOtherCheckout, isServed } from './requests.ts'
import { standingCharges, takeSnapshot } from './snapshot.ts'

/** An action of a shopper in one window, of the merchant, or of the cron. Several strands of actions run concurrently. */
type Action = Command<[Machine, State]>

const cards = {
  good: '4242424242424242',
  otherGood: '5555555555554444',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
} as const
type CardName = keyof typeof cards

/** The state of the checkout in a response. `payment` is null unless completed. */
interface CheckoutState {
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled'
  readonly payment: string | null
}

/** Compares the reported state of the checkout with earlier responses and with the acquirer's ledger. */
const checkReportedState = async (state: State, request: () => Promise<CheckoutState | null>): Promise<void> => {
  const { system, completed } = state
  const before = standingCharges(system).map(({ op }) => op)
  const isAlone = state.pending++ === 0
  const requestNumber = ++state.requests
  let reported: CheckoutState | null
  try {
    reported = await request()
  } finally {
    state.pending--
  }
  if (reported === null) return
  const now = standingCharges(system).map(({ op }) => op)
  const { status, payment } = reported
  const detail = () => JSON.stringify({ reported, standingBefore: before, now, completed })
  if (status === 'completed') {
    assertInvariant(now.length === 1 && now[0] === payment, 'a completed checkout names a payment that stands', detail)
    state.completed ??= payment
    assertInvariant(state.completed === payment, 'a completed checkout stays completed', detail)
    return
  }
  assertInvariant(completed === null, 'a completed checkout stays completed', detail)
  if (status === 'processing') return
  assertInvariant(
    !before.some((op) => now.includes(op)),
    'no page reports an unpaid checkout while a charge stands',
    detail,
  )
  if (status === 'open') return
  // The response to a concurrent request may be outdated.
  if (isAlone && state.requests === requestNumber) state.closed = true
}

/** The state of the checkout in its page. */
const stateInPage = ({ html, data }: CheckoutPage): CheckoutState => {
  if (html.includes('id="paid"')) return { status: 'completed', payment: /\b9\d{13,15}\b/.exec(html)?.[0] ?? null }
  if (html.includes('id="form"')) return { status: 'open', payment: null }
  return { status: data === null ? 'canceled' : 'processing', payment: null }
}

const openIn = (window: Window, machine: Machine, state: State): Promise<void> =>
  checkReportedState(state, async () => {
    const page = await createShopper(machine).open(state.id)
    if (!isServed(page, state)) return null
    if (page.data !== null) window.nonces.push(page.data.nonce)
    return stateInPage(page)
  })

/** Checks the state of an attempt that a window receives. A refused order has none. */
const checkAttemptState = (
  window: Window,
  request: () => Promise<{ readonly status: number; readonly json: AttemptState } | null>,
  state: State,
): Promise<void> =>
  checkReportedState(state, async () => {
    const response = await request()
    if (response === null || !isServed(response, state)) return null
    const { json } = response
    if (json.status === 'open') window.nonces.push(json.nonce)
    return { status: json.status, payment: json.status === 'completed' ? json.transactionId : null }
  })

/** An attempt may be processed as it is expected at the begin or at the end of its request: meanwhile a code may have expired. */
const payIn = (window: Window, attempt: SentAttempt, machine: Machine, state: State): Promise<void> =>
  checkAttemptState(
    window,
    async () => {
      const expected: ExpectedAttempt[] = []
      const expectNow = (): void => {
        const now = expectedAttempt(attempt, state)
        expected.push(now)
        if (now.charge !== null) recordAttempt(attempt, now.charge, state)
      }
      expectNow()
      const paying = createShopper(machine).pay(state.id, attempt.nonce, attempt.body)
      const response = await paying.finally(expectNow)
      return isRefusedOrder(response, expected) ? null : response
    },
    state,
  )

/** Pays with a nonce that the checkout's page did not issue. */
const payWithForeignNonce = async ({ nonce, body }: SentAttempt, machine: Machine, state: State) => {
  const { status } = await createShopper(machine).pay(state.id, nonce, body)
  assertInvariant(
    status === 400 || (state.isFaulty && status === 503),
    'a nonce is valid for one checkout only',
    () => `${nonce}: status ${status}`,
  )
}

const recordAttempt = ({ nonce, save }: SentAttempt, charge: number, { sent }: State): void =>
  void sent.set(nonce, [...(sent.get(nonce) ?? []), { save, charge }])

/** Prices the order, if the shopper chooses. */
const prepareAttempt = async (
  nonce: string,
  { card: name, save, order: ordered }: { readonly card: CardName; readonly save: boolean; readonly order: Ordering },
  window: Window,
  machine: Machine,
  state: State,
): Promise<SentAttempt> => {
  const order = await orderFor(ordered, window, machine, state)
  const body = {
    payment: { creditCard: card(cards[name], { nameOnCard: 'Ada Lovelace' }) },
    answers: { email: 'ada@example.com', save, ...(order && { shipTo: toAddress(order.choices) }) },
    ...(order && { order: { ...toOrder(order.choices), quote: order.quote.text } }),
  }
  return { nonce, save, order, body }
}

/** The nonce of an attempt: the window's newest or oldest, one of another checkout with the same body, or an invalid one. */
type NonceSource = 'newest' | 'oldest' | 'otherCheckout' | 'invalid'

const nonceFor = async (
  source: NonceSource,
  window: Window,
  machine: Machine,
  state: State,
): Promise<string | null> => {
  if (source === 'invalid') return 'A'.repeat(54)
  if (source === 'otherCheckout') {
    const other = await createOtherCheckout(machine, state)
    return other === null ? null : ((await createShopper(machine).open(other)).data?.nonce ?? null)
  }
  if (window.nonces.length === 0) await openIn(window, machine, state)
  return (source === 'oldest' ? window.nonces[0] : window.nonces.at(-1)) ?? null
}

const tab = fc.constantFrom<Tab>(0, 0, 1, 2)
/** The response is lost: the window continues at once with its next action. */
const lost = fc.constantFrom(false, false, true)

export const open = command('open', { tab }, ({ tab }, machine: Machine, state: State) =>
  openIn(state.windows[tab], machine, state),
)

export const pay = command(
  'pay',
  {
    tab,
    card: fc.constantFrom<CardName>('good', 'good', 'good', 'otherGood', 'otherGood', 'declined', 'insufficientFunds'),
    nonce: fc.oneof(
      { weight: 8, arbitrary: fc.constant<NonceSource>('newest') },
      { weight: 3, arbitrary: fc.constantFrom<NonceSource>('oldest', 'otherCheckout', 'invalid') },
    ),
    /** Ignored by a checkout without choices. */
    order: ordering,
    /** Whether to store the payment method. */
    save: fc.boolean(),
    /** Clicks before the button is disabled. */
    clicks: fc.constantFrom(1, 1, 1, 2, 3),
    lost,
  },
  async ({ tab, nonce: source, clicks, ...chosen }, machine: Machine, state: State) => {
    const window = state.windows[tab]
    const nonce = await nonceFor(source, window, machine, state)
    if (nonce === null) return
    const attempt = await prepareAttempt(nonce, chosen, window, machine, state)
    const isOwn = window.nonces.includes(nonce)
    if (isOwn) window.sent = attempt
    await Promise.all(
      Array.from({ length: clicks }, () =>
        isOwn ? payIn(window, attempt, machine, state) : payWithForeignNonce(attempt, machine, state),
      ),
    )
  },
)

/** Repeats the last attempt. */
export const resend = command('resend', { tab, lost }, async ({ tab }, machine: Machine, state: State) => {
  const window = state.windows[tab]
  if (window.sent !== null) await payIn(window, window.sent, machine, state)
})

/** Polls the state of the window's attempt. */
export const pollState = command('pollState', { tab }, async ({ tab }, machine: Machine, state: State) => {
  const window = state.windows[tab]
  const nonce = window.sent?.nonce ?? window.nonces.at(-1)
  if (nonce !== undefined) await checkAttemptState(window, () => createShopper(machine).ask(state.id, nonce), state)
})

/** Pays with declined cards, one after another. */
export const payWithDeclinedCards = command(
  'payWithDeclinedCards',
  { tab, cards: fc.integer({ min: 1, max: 3 }) },
  async ({ tab, cards }, machine: Machine, state: State) => {
    const window = state.windows[tab]
    if (window.nonces.length === 0) await openIn(window, machine, state)
    for (let card = 0; card < cards; card++) {
      const nonce = window.nonces.at(-1)
      if (nonce === undefined) return
      const declined = { card: 'declined', save: false, order: firstOrder } as const
      window.sent = await prepareAttempt(nonce, declined, window, machine, state)
      await payIn(window, window.sent, machine, state)
    }
  },
)

export const read = command('read', {}, (_data, machine: Machine, state: State) =>
  checkReportedState(state, async () => {
    const response = await clientFor(machine, state)('GET', `/v1/dynamiccheckout/${state.id}`)
    return isServed(response, state) ? { status: response.json.status, payment: response.json.transactionId } : null
  }),
)

const cancel = command('cancel', {}, (_data, machine: Machine, state: State) =>
  checkReportedState(state, async () => {
    const response = await clientFor(machine, state)('DELETE', `/v1/dynamiccheckout/${state.id}`)
    const { json } = response
    if (response.status === 409) {
      const type: string = json.errors[0].type
      const types = ['operation_in_progress', 'already_canceled', 'checkout_closed']
      assertInvariant(types.includes(type), 'no request fails with an internal error', () => type)
      assertInvariant(
        state.completed === null || type === 'checkout_closed',
        'a completed checkout stays completed',
        () => `cancel was rejected with ${type}`,
      )
      return null
    }
    if (!isServed(response, state)) return null
    assertInvariant(json.status === 'canceled', 'no request fails with an internal error', () => JSON.stringify(json))
    // A concurrent attempt can no longer succeed.
    state.closed = true
    return { status: 'canceled', payment: null }
  }),
)

const runSweep = async (machine: Machine, state: State): Promise<void> => {
  state.pending++
  state.requests++
  try {
    await machine.sweep()
  } catch (thrown) {
    // With a fault, a sweep may fail: the next one continues.
    if (!state.isFaulty) throw thrown
  } finally {
    state.pending--
  }
}

/** Yields `turns` times to concurrent work, advances the clock, then runs `crons` concurrent sweeps. */
export const sweep = command(
  'sweep',
  {
    turns: fc.nat(16),
    afterMs: fc.constantFrom(0, 1_000, 46_000, 61_000, 61_000, 120_000, 3_600_000),
    crons: fc.constantFrom(1, 2),
  },
  async ({ turns, afterMs, crons }, machine: Machine, state: State) => {
    for (let turn = 0; turn < turns; turn++) await state.system.turn()
    state.system.advance(afterMs)
    await Promise.all(Array.from({ length: crons }, () => runSweep(machine, state)))
  },
)

const action: fc.Arbitrary<Action> = weighted(
  [8, pay],
  [4, open],
  [3, resend],
  [3, pollState],
  [3, sweep],
  [1, read],
  [1, cancel],
  [2, payWithDeclinedCards],
)

const strands: fc.Arbitrary<Action[][]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  },
  // Most races are between an attempt and a sweep.
  { weight: 3, arbitrary: fc.tuple(pay.arbitrary, sweep.arbitrary).map((actions) => actions.map((only) => [only])) },
)

const processorFault = fc.constantFrom<Fault>(
  ...wireFaults,
  { kind: 'late', ms: 1 },
  { kind: 'decline', code: '05' },
  { kind: 'partial' },
)
const faults = commandFaults(processorFault, { none: 5, processor: 4, machine: 2, all: 1 }, { atMost: 2 })

const isCrash = (thrown: unknown): boolean => thrown instanceof MachineCrashed

/** Each strand runs its actions in order. An action whose response is lost runs on beside the next ones. */
const runStrands = async (strands: readonly (readonly Action[])[], machine: Machine, state: State): Promise<void> => {
  const unawaited: Promise<void>[] = []
  await Promise.all(
    strands.map(async (actions) => {
      for (const action of actions) {
        const running = action.run(machine, state).catch((thrown: unknown) => {
          if (!isCrash(thrown)) throw thrown
        })
        if ('lost' in action.data && action.data.lost === true) {
          // Its error is thrown below.
          running.catch(() => undefined)
          unawaited.push(running)
        } else await running
      }
    }),
  )
  await Promise.all(unawaited)
}

export const snapshotAndCheck = async (state: State): Promise<void> => {
  state.snapshot = await takeSnapshot(state.id, state.system)
  checkInvariants(state)
}

export const runStrandsWithFaults = async (
  strands: readonly (readonly Action[])[],
  faults: CommandFaults,
  turns: readonly number[] | null,
  state: State,
): Promise<void> => {
  const { system } = state
  planFaults(faults, system.faultPlan, 'authorize')
  state.isFaulty = faults.machine !== null
  state.hadFault ||= state.isFaulty
  await system.run((machine) => runStrands(strands, machine, state), faults.machine, turns)
  system.faultPlan.clear()
  state.isFaulty = false
  await snapshotAndCheck(state)
}

export const commands = weighted(
  [
    6,
    command(
      'concurrently',
      {
        strands,
        // Indexes of waiting calls. Mostly the last one, so that one strand gets far ahead of the others.
        turns: fc.array(fc.constantFrom(-1, -1, -1, -1, -1, 0, 0, 1, 2), { maxLength: 40, size: 'max' }),
        faults,
      },
      ({ strands, turns, faults }, state: State) => runStrandsWithFaults(strands, faults, turns, state),
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
      await snapshotAndCheck(state)
    }),
  ],
)
