import type { MachineFault } from '../models/payments/steps.ts'
import { ask, read } from './client.ts'
import { doingOf, noteSent, sendMoney } from './deeds.ts'
import { checkAll, checkEnd } from './invariants.ts'
import { minutesOfRound, playRound } from './rounds.ts'
import { nothingSeen, readDeliveries, see } from './seen.ts'
import type { Deliveries, Seen } from './seen.ts'
import { noTrouble } from './steps.ts'
import type { Deed, Step } from './steps.ts'
import type { Send, UnderTest } from './underTest.ts'
import { holds, Violation } from './violation.ts'
import type { Promised } from './violation.ts'
import { there } from './world.ts'
import type { World } from './world.ts'

const minute = 60_000

/** Plays a history to its end and beyond, until all is decided. Answers how many payments were made. @throws Violation */
export const play = async (steps: readonly Step[], under: UnderTest): Promise<{ readonly payments: number }> => {
  const world: World = {
    under,
    sent: [],
    customers: [],
    subscriptions: [],
    checkouts: [],
    readers: [],
    webhooks: [],
    plans: new Map(),
    passed: 0,
    passing: 0,
    seen: nothingSeen,
  }
  for (const [index, step] of steps.entries())
    await named(`step ${index + 1}, ${JSON.stringify(step)}`, () => playStep(step, world))
  await named('the end', () => playOut(world))
  return { payments: world.seen.payments.length }
}

/** Says of a violation where in the history it came to light. */
const named = async (where: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (thrown) {
    throw thrown instanceof Violation
      ? new Violation(thrown.invariant as Promised, `${thrown.detail}\nin ${where}`)
      : thrown
  }
}

const minutesOf = (deeds: readonly Deed[]): number =>
  deeds.reduce((total, one) => total + (one.deed === 'pass' ? one.minutes : 0), 0)

/** So often at most: a fault of the processor lasts for less. */
const mostRoundsOn = 10

/** Goes on until the fault of the machine has struck. */
const goOn =
  (fault: MachineFault, world: World) =>
  async (send: Send): Promise<void> => {
    for (let left = mostRoundsOn; left > 0; left--) {
      const round = world.under.goesOnWith(fault)
      if (round === null) return
      await playRound(round, send, world)
    }
  }

const playStep = async ({ deeds, turns, trouble, hearLate }: Step, world: World): Promise<void> => {
  const { under } = world
  for (const customer of world.customers) customer.touched = 0
  const round = trouble.machine === null ? null : under.goesOnWith(trouble.machine)
  world.passing =
    world.passed + (minutesOf(deeds) + (round === null ? 0 : mostRoundsOn * minutesOfRound[round])) * minute
  const doing = deeds.map((deed) => doingOf(deed, world)).filter((one) => one !== null)
  if (doing.length === 0 && round === null) return
  const { processor, reversal, machine } = trouble
  if (reversal !== null) under.orders.give({ fault: reversal, on: 'reverse' })
  if (processor !== null) under.orders.give(processor)
  await under.run(
    async (send) => {
      const works = [...doing, ...(machine === null ? [] : [goOn(machine, world)])]
      for (const done of await Promise.allSettled(works.map((work) => work(send))))
        if (done.status === 'rejected') throw done.reason
    },
    machine,
    turns,
  )
  under.orders.clear()
  if (hearLate) await under.hearLate()
  await look(world, false)
}

const healthy = (world: World, work: (send: Send) => Promise<void>): Promise<void> => world.under.run(work, null, [])

/** The newest event of the account. */
const newest = async (send: Send, { under }: World): Promise<unknown> =>
  (await read(send, under.keys.own, '/v1/events?pageSize=1')).events[0]?.id

const mostLooks = 20

/** Objects may go on with what nobody waits for any more: what was seen while something happened is looked at again. */
const seeAtRest = async (send: Send, world: World, all: boolean): Promise<Seen> => {
  for (let look = 1; ; look++) {
    const before = await newest(send, world)
    const seen = await see(send, world, all)
    if (look === mostLooks || (await newest(send, world)) === before) return seen
  }
}

const look = async (world: World, all: boolean): Promise<void> => {
  const before = world.seen
  await healthy(world, async (send) => {
    world.seen = await seeAtRest(send, world, all)
    const clock = await ask(send, { key: world.under.keys.own, method: 'GET', path: '/v1/testclock' })
    world.passed = clock?.json.testClock.offsetMs ?? world.passed
  })
  for (const webhook of world.webhooks) webhook.before ??= new Set(world.seen.events.keys())
  checkAll(world, before)
}

const mostRounds = 40

/** When all is over a shopper can pay at each card reader. */
const probe = async (world: World): Promise<void> => {
  await healthy(world, async (send) => {
    for (const { id } of there(world.readers)) {
      const asked = { verb: 'authorize', body: { payment: { terminal: { id } }, amount: { value: 1 } } } as const
      const sent = noteSent(world, asked)
      await sendMoney(send, world, sent)
      holds(sent.answer?.code === '00', 'a card reader is free when its payment is over', () => JSON.stringify(sent))
    }
  })
}

const isUnderWay = ({ seen }: World): boolean =>
  seen.payments.some(({ operations }) => operations.some(({ status }) => status === 'pending'))

/** No more faults and no more bills: what is open is decided within hours, and what was not delivered is. */
const playOut = async (world: World): Promise<void> => {
  const { under } = world
  await under.hearLate()
  for (const { inbox } of world.webhooks) inbox.answer(204)
  const doAll = async (deeds: readonly Deed[]): Promise<void> => {
    for (const deed of deeds) await playStep({ deeds: [deed], turns: [], trouble: noTrouble, hearLate: false }, world)
  }
  await doAll(world.subscriptions.map(() => ({ deed: 'cancel', which: 0 })))
  await under.sweep()
  let deliveries: Deliveries = new Map()
  const isOpen = async (): Promise<boolean> => {
    if (isUnderWay(world)) return true
    // A reversal that is done once more is not listed otherwise than before.
    await look(world, true)
    if (isUnderWay(world)) return true
    await healthy(world, async (send) => {
      deliveries = await readDeliveries(send, world, deliveries)
    })
    return [...deliveries.values()].some((states) => [...states.values()].some(({ state }) => state === 'pending'))
  }
  const decideAll = async (): Promise<void> => {
    for (let round = 0; round < mostRounds && (round === 0 || (await isOpen())); round++) {
      await under.sweep()
      await advance(world, round < 4 ? 2 : 700)
    }
    holds(!(await isOpen()), 'everything is decided in the end', () =>
      JSON.stringify([...deliveries].map(([event, states]) => [event, [...states]])),
    )
  }
  await decideAll()
  if (there(world.readers).length > 0) {
    await probe(world)
    await decideAll()
  }
  await look(world, true)
  await healthy(world, async (send) => {
    deliveries = await readDeliveries(send, world)
  })
  checkEnd(world, deliveries)
}

const advance = async (world: World, minutes: number): Promise<void> => {
  await healthy(world, async (send) => {
    const path = '/v1/testclock/advance'
    await ask(send, { key: world.under.keys.own, method: 'POST', path, body: { seconds: minutes * 60 } })
  })
  await look(world, false)
}
