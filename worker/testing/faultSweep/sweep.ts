import type { Flow } from './flows.ts'
import { checkInvariants } from './invariants.ts'
import type { Called, Fault, OutsideKind } from './outside.ts'
import { keeps } from './promise.ts'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'
import { difference, forgetMerchant, storedOf } from './stored.ts'
import type { Stored } from './stored.ts'
import type { World } from './world.ts'

const minute = 60_000
/** A little less than a day: so long a repetition is known again. */
const keysLiveMs = 23 * 60 * minute

/** A flow without a fault: the calls that it makes, and what is written down in the end. */
export interface Measured {
  readonly flow: Flow
  readonly calls: readonly Called[]
  readonly stored: Stored
}

/** One call of a flow that fails. */
export interface Case {
  readonly name: string
  readonly measured: Measured
  readonly fault: Fault
}

/** The same secret is shown once: a repetition has null in its place. */
const withoutSecrets = (text: string): string => text.replaceAll(/"(key|secret)":"[^"]*"/g, '"$1":null')

/** Whether the cron or a webhook still has something to do for the account. */
const isMoreToDo = async ({ merchant: { database, id }, inbox }: Shop): Promise<boolean> => {
  const [due, events] = await database.batch<Record<string, unknown>>(
    [
      `SELECT (SELECT count(*) FROM operations WHERE account = ?1 AND due IS NOT NULL)
            + (SELECT count(*) FROM checkouts WHERE account = ?1 AND due IS NOT NULL)
            + (SELECT count(*) FROM bills WHERE account = ?1 AND status = 'open')
            + (SELECT count(*) FROM batches WHERE account = ?1 AND status = 'closing')
            + (SELECT count(*) FROM erasures WHERE account = ?1 AND done IS NULL) AS n`,
      'SELECT id FROM events WHERE account = ?1',
    ].map((text) => database.prepare(text).bind(id)),
  )
  return (
    due!.results[0]!['n'] !== 0 || (inbox !== null && events!.results.some((row) => !inbox.includes(String(row['id']))))
  )
}

/** Time goes on, and the cron with it, until nothing is left to do. */
const recover = async (shop: Shop): Promise<void> => {
  for (const [round, after] of [0, 1, 1, 6, 1, 11, 61, 61].entries()) {
    await shop.pass(after * minute)
    if (round > 0 && !(await isMoreToDo(shop))) return
  }
}

/** Asks once more for everything that was done: it is answered as before, and nothing happens. */
const repeat = async (shop: Shop, from: number): Promise<void> => {
  for (const { what, answer, at } of shop.asked.slice(from)) {
    if (shop.clock.now() - at > keysLiveMs) continue
    const again = await shop.send(what)
    keeps(
      again.isReplay && withoutSecrets(again.text) === withoutSecrets(answer.text),
      'a repetition gets the first answer',
      () => `${what.method} ${what.path}: ${answer.text} is now ${again.status} ${again.text}`,
    )
  }
}

interface Played {
  readonly calls: readonly Called[]
  readonly stored: Stored
  /** The call that failed. */
  readonly met: Called | null
}

/** A flow on a merchant of its own, with a fault, and what comes after it. */
const play = async (world: World, flow: Flow, fault: Fault | null): Promise<Played> => {
  const { outside } = world
  const shop = await openShop(world, flow.isBare)
  try {
    const given: unknown = await flow.prepare?.(shop)
    await outside.rests()
    const asked = shop.asked.length
    outside.begin(fault)
    await flow.act(shop, given)
    await outside.rests()
    const { met } = outside
    const calls = outside.end()
    await recover(shop)
    await checkInvariants(shop, world)
    const stored = await storedOf(shop.merchant, shop.clock.now())
    await repeat(shop, asked)
    const after = await storedOf(shop.merchant, shop.clock.now())
    keeps(difference(stored.lines, after.lines) === '', 'a repetition gets the first answer', () =>
      difference(stored.lines, after.lines),
    )
    return { calls, stored, met }
  } finally {
    outside.end()
    world.acquirer.orders.clear()
    await outside.rests()
    await forgetMerchant(shop.merchant)
  }
}

export const measure = async (world: World, flow: Flow): Promise<Measured> => ({
  flow,
  ...(await play(world, flow, null)),
})

/** Every call of a flow, each failing before its effect and after it. */
export const casesOf = (measured: Measured): readonly Case[] => {
  const counts = new Map<OutsideKind, number>()
  return measured.calls.flatMap(({ kind }) => {
    const call = (counts.get(kind) ?? 0) + 1
    counts.set(kind, call)
    return (['before', 'after'] as const).map((when) => ({
      name: `${measured.flow.name} / ${kind} / ${call} / ${when}`,
      measured,
      fault: { kind, call, when },
    }))
  })
}

const undoneOf = ({ undone }: Stored): number => undone.filter((line) => line.startsWith('transaction ')).length

/**
 * Plays a case, and throws where something does not hold. What was asked for is done once in the end, as without the fault; beside it
 * stands one payment at most that was undone.
 */
export const tryCase = async (world: World, { measured, fault }: Case): Promise<void> => {
  const { stored, met } = await play(world, measured.flow, fault)
  const about = () => `${fault.kind} ${fault.call} ${fault.when}: ${met?.what ?? 'not met'}\n`
  keeps(
    difference(measured.stored.lines, stored.lines) === '',
    'it is done once',
    () => about() + difference(measured.stored.lines, stored.lines),
  )
  keeps(
    undoneOf(stored) <= undoneOf(measured.stored) + 1,
    'it is done once',
    () => about() + difference(measured.stored.undone, stored.undone),
  )
}
