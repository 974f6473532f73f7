import type { TryState } from '#contract/checkout/page'
import { card, gatewayOrigin } from '../../../testing/given.ts'
import { shopperAt } from '../../../testing/shopper.ts'
import type { Page } from '../../../testing/shopper.ts'
import { checkAll, checkEnd, paidOf } from './invariants.ts'
import { checkoutsOf } from './kinds.ts'
import { see, standing } from './seen.ts'
import type { Seen } from './seen.ts'
import { noTrouble } from './steps.ts'
import type { Action, CardName, Kind, Schedule, Step, Tab, Trouble } from './steps.ts'
import { Lost } from './underTest.ts'
import type { Machine, UnderTest } from './underTest.ts'
import { holds, Violation } from './violation.ts'

const day = 86_400_000

const numbers: Readonly<Record<CardName, string>> = {
  good: '4242424242424242',
  otherGood: '5555555555554444',
  stolen: '4000000000000002',
  empty: '4000000000009995',
}

/** A window of the shopper's. */
interface Window {
  /** Names of tries that it was given, the newest last. */
  readonly names: string[]
  /** The last try, as it was sent. */
  sent: { readonly nonce: string; readonly more: object } | null
}

/** What is known while a schedule is played. */
interface Play {
  readonly under: UnderTest
  readonly kind: Kind
  readonly id: string
  /** What the merchant said of it. */
  readonly offered: object
  readonly windows: Readonly<Record<Tab, Window>>
  readonly sent: Map<string, Set<boolean>>
  completed: string | null
  over: boolean
  faulty: boolean
  /** The machine may fail just now. */
  failing: boolean
  /** Requests under way, and how many were ever begun. */
  going: number
  begun: number
  seen: Seen
}

/** How a checkout stands, in whatever way that was said. `payment` where it is completed. */
interface Told {
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled'
  readonly payment: string | null
}

const newWindow = (): Window => ({ names: [], sent: null })

/** Plays a schedule to its end and beyond, until all is decided. @throws Violation */
export const play = async ({ kind, worn, steps }: Schedule, under: UnderTest): Promise<void> => {
  const at = await begin(kind, under)
  if (worn > 0) await together([[{ act: 'wearOut', tab: 0, cards: worn }]], noTrouble, [], at)
  for (const [index, step] of steps.entries()) {
    // No two steps in the same millisecond.
    under.advance(1)
    await named(`step ${index + 1}, ${JSON.stringify(step)}`, () =>
      (players[step.do] as (step: Step, at: Play) => Promise<void>)(step, at),
    )
  }
  await named('the end', () => playOut(at))
}

/** Says of a violation where in the schedule it came to light. */
const named = async (where: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (thrown) {
    throw thrown instanceof Violation ? new Violation(thrown.invariant, `${thrown.detail}\nin ${where}`) : thrown
  }
}

const begin = async (kind: Kind, under: UnderTest): Promise<Play> => {
  const { knowsCustomer, body } = checkoutsOf[kind]
  const later = new Date(under.now() + 60 * day).toISOString().slice(0, 10)
  const made = { id: '', offered: {} }
  await under.run(
    async (machine) => {
      const call = callAs(under.secretKey, machine)
      const customer = knowsCustomer ? (await call('POST', '/v1/customers', {})).json.customers[0].id : ''
      made.offered = body({ customer, later })
      made.id = (await call('POST', '/v1/dynamiccheckout', made.offered)).json.id
    },
    null,
    [],
  )
  return {
    ...made,
    under,
    kind,
    windows: { 0: newWindow(), 1: newWindow(), 2: newWindow() },
    sent: new Map(),
    completed: null,
    over: false,
    faulty: false,
    failing: false,
    going: 0,
    begun: 0,
    seen: await see(made.id, under),
  }
}

const callAs = (key: string, machine: Machine) => async (method: string, path: string, body?: object) => {
  const response = await machine.fetch(
    new Request(gatewayOrigin + path, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, json: (await response.json()) as any }
}

type Players = { readonly [Kind in Step['do']]: (step: Extract<Step, { do: Kind }>, at: Play) => Promise<void> }

const players: Players = {
  together: ({ strands, turns, trouble }, at) => together(strands, trouble, turns, at),
  wait: async ({ ms }, { under }) => under.advance(ms),
  hearLate: async (_step, at) => {
    await at.under.hearLate()
    await look(at)
  },
}

const together = async (
  strands: readonly (readonly Action[])[],
  { processor, reversal, machine: fault }: Trouble,
  turns: readonly number[],
  at: Play,
): Promise<void> => {
  const { under } = at
  for (const one of processor) under.orders.give({ fault: one, on: 'authorize' })
  if (reversal !== null) under.orders.give({ fault: reversal, on: 'reverse' })
  at.failing = fault !== null
  at.faulty ||= at.failing
  await under.run((machine) => perform(strands, machine, at), fault, turns)
  under.orders.clear()
  at.failing = false
  await look(at)
}

/** Each strand does one after the other; what was sent without waiting for the answer is waited for in the end. */
const perform = async (strands: readonly (readonly Action[])[], machine: Machine, at: Play): Promise<void> => {
  const left: Promise<void>[] = []
  await Promise.all(
    strands.map(async (actions) => {
      for (const action of actions) {
        const doing = unlessLost(() => (actors[action.act] as Actor)(action, machine, at))
        if ('lost' in action && action.lost) {
          // What fails there is thrown below.
          doing.catch(() => undefined)
          left.push(doing)
        } else await doing
      }
    }),
  )
  await Promise.all(left)
}

const unlessLost = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (thrown) {
    if (!(thrown instanceof Lost)) throw thrown
  }
}

const look = async (at: Play): Promise<void> => {
  at.seen = await see(at.id, at.under)
  checkAll(at.seen, at, at.under)
}

type Actor = (action: Action, machine: Machine, at: Play) => Promise<void>
type Actors = {
  readonly [Kind in Action['act']]: (
    action: Extract<Action, { act: Kind }>,
    machine: Machine,
    at: Play,
  ) => Promise<void>
}

const actors: Actors = {
  open: ({ tab }, machine, at) => open(at.windows[tab], machine, at),

  pay: async ({ tab, card: by, name, save, clicks }, machine, at) => {
    const window = at.windows[tab]
    const nonce = await nameFor(name, window, machine, at)
    if (nonce === null) return
    const more = tryWith(by, save)
    const isOurs = window.names.includes(nonce)
    if (isOurs) {
      window.sent = { nonce, more }
      sends(nonce, save, at)
    }
    await Promise.all(
      Array.from({ length: clicks }, () => (isOurs ? pay : payUnderAnother)(window, { nonce, more }, machine, at)),
    )
  },

  resend: async ({ tab }, machine, at) => {
    const window = at.windows[tab]
    if (window.sent !== null) await pay(window, window.sent, machine, at)
  },

  ask: async ({ tab }, machine, at) => {
    const window = at.windows[tab]
    const nonce = window.sent?.nonce ?? window.names.at(-1)
    if (nonce !== undefined) await heardState(window, () => shopperAt(machine).ask(at.id, nonce), at)
  },

  wearOut: async ({ tab, cards }, machine, at) => {
    const window = at.windows[tab]
    if (window.names.length === 0) await open(window, machine, at)
    for (let card = 0; card < cards; card++) {
      const nonce = window.names.at(-1)
      if (nonce === undefined) return
      window.sent = { nonce, more: tryWith('stolen', false) }
      sends(nonce, false, at)
      await pay(window, window.sent, machine, at)
    }
  },

  read: async (_action, machine, at) => {
    await hearing(at, async () => {
      const { status, json } = await callAs(at.under.secretKey, machine)('GET', `/v1/dynamiccheckout/${at.id}`)
      return served(status, at) ? { status: json.status, payment: json.transactionId } : null
    })
  },

  cancel: async (_action, machine, at) => {
    await hearing(at, async () => {
      const { status, json } = await callAs(at.under.secretKey, machine)('DELETE', `/v1/dynamiccheckout/${at.id}`)
      if (status === 409) return refusedCancel(json, at)
      if (!served(status, at)) return null
      holds(json.status === 'canceled', 'no failure is our own', () => JSON.stringify(json))
      // Nobody can have been first any more.
      at.over = true
      return { status: 'canceled', payment: null }
    })
  },

  sweep: async ({ turns, afterMs, crons }, machine, at) => {
    for (let turn = 0; turn < turns; turn++) await at.under.turn()
    at.under.advance(afterMs)
    await Promise.all(Array.from({ length: crons }, () => sweep(machine, at)))
  },
}

const sweep = async (machine: Machine, at: Play): Promise<void> => {
  at.going++
  at.begun++
  try {
    await machine.sweep()
  } catch (thrown) {
    // A sweep that fails says so, and the next one goes on.
    if (!at.failing) throw thrown
  } finally {
    at.going--
  }
}

const sends = (nonce: string, save: boolean, { sent }: Play): void =>
  void sent.set(nonce, (sent.get(nonce) ?? new Set()).add(save))

const refusedCancel = (json: { errors: { type: string }[] }, at: Play): null => {
  const [{ type }] = json.errors as [{ type: string }]
  holds(
    ['operation_in_progress', 'already_canceled', 'checkout_closed'].includes(type),
    'no failure is our own',
    () => type,
  )
  holds(
    at.completed === null || type === 'checkout_closed',
    'what is completed stays so',
    () => `a cancel was refused with ${type}`,
  )
  return null
}

/** Whether it was answered: whoever reaches no database may say so. */
const served = (status: number, { failing }: Play): boolean => {
  holds(status === 200 || (failing && status === 503), 'no failure is our own', () => `answered with ${status}`)
  return status === 200
}

const tryWith = (name: CardName, save: boolean): object => ({
  payment: { creditCard: card(numbers[name], { nameOnCard: 'Ada Lovelace' }) },
  answers: { email: 'ada@example.com', save },
})

/** A name for the next try, from the page if the window has none yet. */
const nameFor = async (name: string, window: Window, machine: Machine, at: Play): Promise<string | null> => {
  if (name === 'elsewhere') return nameOfAnother(machine, at)
  if (name === 'invented') return 'A'.repeat(54)
  if (window.names.length === 0) await open(window, machine, at)
  return (name === 'earlier' ? window.names[0] : window.names.at(-1)) ?? null
}

/** What the page of another checkout, equal to this one, is given. */
const nameOfAnother = async (machine: Machine, { under, offered }: Play): Promise<string | null> => {
  const { json } = await callAs(under.secretKey, machine)('POST', '/v1/dynamiccheckout', offered)
  return json.id === undefined ? null : ((await shopperAt(machine).open(json.id)).data?.nonce ?? null)
}

const open = async (window: Window, machine: Machine, at: Play): Promise<void> => {
  await hearing(at, async () => {
    const page = await shopperAt(machine).open(at.id)
    if (!served(page.status, at)) return null
    if (page.data !== null) window.names.push(page.data.nonce)
    return toldBy(page)
  })
}

/** What a page says to a person. */
const toldBy = ({ html, data }: Page): Told => {
  if (html.includes('id="paid"')) return { status: 'completed', payment: /\b9\d{13,15}\b/.exec(html)?.[0] ?? null }
  if (html.includes('id="form"')) return { status: 'open', payment: null }
  return { status: data === null ? 'canceled' : 'processing', payment: null }
}

const pay = (window: Window, { nonce, more }: NonNullable<Window['sent']>, machine: Machine, at: Play): Promise<void> =>
  heardState(window, () => shopperAt(machine).pay(at.id, nonce, more), at)

const payUnderAnother = async (
  _window: Window,
  { nonce, more }: NonNullable<Window['sent']>,
  machine: Machine,
  at: Play,
): Promise<void> => {
  const { status } = await shopperAt(machine).pay(at.id, nonce, more)
  holds(
    status === 400 || (at.failing && status === 503),
    'a name is of one checkout',
    () => `${nonce} was answered ${status}`,
  )
}

/** Whether a try stands, as its window is told. */
const heardState = async (
  window: Window,
  ask: () => Promise<{ readonly status: number; readonly json: TryState }>,
  at: Play,
): Promise<void> => {
  await hearing(at, async () => {
    const { status, json } = await ask()
    if (!served(status, at)) return null
    if (json.status === 'open') window.names.push(json.nonce)
    return { status: json.status, payment: json.status === 'completed' ? json.transactionId : null }
  })
}

/** Hears how the checkout stands, and holds it against what is known of it and of the acquirer's book. */
const hearing = async (at: Play, ask: () => Promise<Told | null>): Promise<void> => {
  const { under } = at
  const before = standing(under).map(({ op }) => op)
  const completed = at.completed
  const isAlone = at.going++ === 0
  const mine = ++at.begun
  let told: Told | null
  try {
    told = await ask()
  } finally {
    at.going--
  }
  if (told === null) return
  const now = standing(under).map(({ op }) => op)
  const { status, payment } = told
  const said = () => `told ${JSON.stringify(told)}, standing before ${before}, now ${now}, completed by ${completed}`
  if (status === 'completed') {
    holds(now.length === 1 && now[0] === payment, 'a page is not told of a payment that is none', said)
    at.completed ??= payment
    holds(at.completed === payment, 'what is completed stays so', said)
    return
  }
  holds(completed === null, 'what is completed stays so', said)
  if (status === 'processing') return
  holds(!before.some((op) => now.includes(op)), 'a page is not asked for money while a charge stands', said)
  if (status === 'open') return
  // What is done at the same time may be earlier than what was said.
  if (isAlone && at.begun === mine) at.over = true
}

/** Time goes on, until nothing is left to be done: within a day. */
const waits = [61_000, 61_000, 61_000, 61_000, 11 * 60_000, 61 * 60_000, 61 * 60_000, 61 * 60_000, day]

const quiet = async (at: Play): Promise<void> => {
  const { under } = at
  under.orders.clear()
  await under.hearLate()
  await look(at)
  for (const ms of waits) {
    if (at.seen.due === 0) break
    under.advance(ms)
    await together([[{ act: 'sweep', turns: 0, afterMs: 0, crons: 1 }]], noTrouble, [], at)
  }
}

const lastLook: readonly Action[] = [
  { act: 'read' },
  { act: 'ask', tab: 0 },
  { act: 'open', tab: 0 },
  { act: 'resend', tab: 1, lost: false },
  { act: 'open', tab: 2 },
]

const playOut = async (at: Play): Promise<void> => {
  await quiet(at)
  checkEnd(at.seen, at, at.under)
  if (paidOf(at.seen) === undefined) await payIfOpen(at)
  await together([lastLook], noTrouble, [], at)
  holds(
    at.completed === (paidOf(at.seen)?.id ?? null),
    'what is completed stays so',
    () => `${at.completed} ${JSON.stringify(at.seen)}`,
  )
  await quiet(at)
  checkEnd(at.seen, at, at.under)
}

/** A checkout that says that it is open can be paid: its shopper comes back, and does. */
const payIfOpen = async (at: Play): Promise<void> => {
  const { under, id } = at
  let status = ''
  await under.run(
    async (machine) => {
      status = (await callAs(under.secretKey, machine)('GET', `/v1/dynamiccheckout/${id}`)).json.status
    },
    null,
    [],
  )
  holds(status !== 'processing' && status !== 'completed', 'everything is decided in the end', () => status)
  const again: Action = { act: 'pay', tab: 2, card: 'good', name: 'own', save: true, clicks: 1, lost: false }
  for (let attempts = 1; attempts <= 4; attempts++) {
    const before = at.seen.tries.length
    await together([[{ act: 'open', tab: 2 }, again]], noTrouble, [], at)
    // On a busy machine the real clock's time-outs may come before the acquirer is asked.
    const [last] = at.seen.tries.slice(before)
    if (last === undefined || !['failed', 'pending'].includes(last.status)) break
    await quiet(at)
  }
  const paid = paidOf(at.seen) !== undefined
  holds(paid === (status === 'open'), 'what is open can be paid', () => `${status}: ${JSON.stringify(at.seen)}`)
}
