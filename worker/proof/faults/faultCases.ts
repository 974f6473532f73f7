import type { Flow } from './flows.ts'
import { clearDueWork } from '../../testing/database/clearDueWork.ts'
import { checkInvariants } from './invariants.ts'
import { lasts } from './injector.ts'
import type { Called, Fault, OutsideKind } from './injector.ts'
import { assertInvariant, InvariantViolation } from '../models/kernel/model.ts'
import { openShop } from './merchantClient.ts'
import type { Shop } from './merchantClient.ts'
import { difference, storedOf } from './snapshot.ts'
import type { Stored } from './snapshot.ts'
import type { World } from './fixture.ts'

const minute = 60_000
/** A little less than a day: so long a repetition is known again. */
const keysLiveMs = 23 * 60 * minute

/** A flow without a fault: the calls that it makes, and what is written down in the end. */
export interface Measured {
  readonly flow: Flow
  readonly calls: readonly Called[]
  /** What was written down before. */
  readonly begun: Stored
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
            + (SELECT count(*) FROM subscriptions WHERE account = ?1 AND leased IS NOT NULL)
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
  for (const after of [1, 1, 6, 1, 11, 61, 61]) {
    await shop.pass(after * minute)
    if (!(await isMoreToDo(shop))) return
  }
}

/** Asks once more for everything that was done: it is answered as before, and nothing happens. */
const repeat = async (shop: Shop, from: number): Promise<void> => {
  for (const { what, answer, at } of shop.asked.slice(from)) {
    if (shop.clock.now() - at > keysLiveMs) continue
    const again = await shop.send(what)
    assertInvariant(
      again.isReplay && withoutSecrets(again.text) === withoutSecrets(answer.text),
      'a repetition gets the first answer',
      () => `${what.method} ${what.path}: ${answer.text} is now ${again.status} ${again.text}`,
    )
  }
}

interface Played extends Omit<Measured, 'flow'> {
  /** The call that failed. */
  readonly met: Called | null
}

const nothingStored: Stored = { lines: [], undone: [] }

/** Where whoever asks goes away, nothing need be done by the end; every answer that they got was one all the same. */
const act = async (shop: Shop, flow: Flow, given: unknown): Promise<void> => {
  try {
    await flow.act(shop, given)
  } catch (thrown) {
    const isPromised = thrown instanceof InvariantViolation && thrown.invariant === 'an answer is the contract’s'
    if (!shop.world.outside.isAway || isPromised) throw thrown
  }
}

/** A flow on a merchant of its own, with a fault, and what comes after it. */
const play = async (world: World, flow: Flow, fault: Fault | null): Promise<Played> => {
  const { outside } = world
  const shop = await openShop(world, flow.isBare)
  try {
    const given: unknown = await flow.prepare?.(shop)
    await outside.rests()
    const asked = shop.asked.length
    // The same before every fault: that of the flow without one says it for all.
    const begun = fault === null ? await storedOf(shop.merchant, shop.clock.now()) : nothingStored
    outside.begin(fault, fault === null ? flow.hasStorage === true : fault.kind === 'storage')
    await act(shop, flow, given)
    await outside.rests()
    const { met } = outside
    const calls = outside.end()
    await recover(shop)
    await checkInvariants(shop, world)
    const stored = await storedOf(shop.merchant, shop.clock.now())
    // Where the database was away, answers could not be kept either.
    if (fault === null || !lasts(fault)) await repeat(shop, asked)
    const after = await storedOf(shop.merchant, shop.clock.now())
    assertInvariant(difference(stored.lines, after.lines) === '', 'a repetition gets the first answer', () =>
      difference(stored.lines, after.lines),
    )
    return { calls, begun, stored, met }
  } finally {
    outside.end()
    world.acquirer.faultPlan.clear()
    await outside.rests()
    await clearDueWork(shop.merchant)
  }
}

export const measure = async (world: World, flow: Flow): Promise<Measured> => ({
  flow,
  ...(await play(world, flow, null)),
})

/** Whether something that others see was changed: keys of repetitions, and how far webhooks are, are nobody's but the gateway's. */
const changesSomething = /(INSERT INTO|UPDATE|DELETE FROM) (?!idempotency|apiKeys|codeAttempts|webhooks|accountKeys)/

/**
 * Every call of a flow, each failing before its effect and after it; and where the database has just changed something, all that would follow
 * fails, too: then what was changed stands alone.
 */
export const casesOf = (measured: Measured): readonly Case[] => {
  const counts = new Map<OutsideKind, number>()
  let hasChanged = false
  return measured.calls.flatMap(({ kind, what }) => {
    const call = (counts.get(kind) ?? 0) + 1
    counts.set(kind, call)
    const ways: Fault['when'][] =
      kind === 'database' && hasChanged ? ['before', 'after', 'away', 'unheard'] : ['before', 'after']
    if (kind === 'database') hasChanged = changesSomething.test(what)
    return ways.map((when) => ({
      name: `${measured.flow.name} / ${kind} / ${call} / ${when}`,
      measured,
      fault: { kind, call, when },
    }))
  })
}

const undoneOf = ({ undone }: Stored): number => undone.filter((line) => line.startsWith('transaction ')).length

/** What is written down, without what was told of it; and what was told. */
const apart = ({ lines }: Stored) => {
  const { told = [], rows = [] } = Object.groupBy(lines, (line) => (line.startsWith('event ') ? 'told' : 'rows'))
  return { told, rows }
}

/**
 * Where whoever asked went away, either nothing or everything has happened, as far as it can be said of a flow at all, and as much was told:
 * a change without its event is found here, and an event without its change.
 */
const checkTold = ({ begun, stored }: Measured, found: Stored, about: () => string): void => {
  const now = apart(found)
  const alike = [begun, stored].map(apart).filter(({ rows }) => difference(rows, now.rows) === '')
  const differences = alike.map(({ told }) => difference(told, now.told))
  assertInvariant(
    differences.length === 0 || differences.includes(''),
    'what has changed is told, and nothing else',
    () => about() + differences.join('\n'),
  )
}

/** Which step a payment at a reader has come to: what is told of it while it goes on. */
const isStep = (line: string): boolean => line.startsWith('event ') && line.includes('terminal.session_updated')

/** What must be the same with a fault as without it. An object that has ended begins at its reader once more, and tells those steps again. */
const compared = ({ lines }: Stored, { kind }: Fault): readonly string[] =>
  kind === 'storage' ? lines.filter((line) => !isStep(line)) : lines

/**
 * Plays a case, and throws where something does not hold. What was asked for is done once in the end, as without the fault; beside it
 * stands one payment at most that was undone.
 */
export const tryCase = async (world: World, { measured, fault }: Case): Promise<void> => {
  const { stored, met } = await play(world, measured.flow, fault)
  const about = () => `${fault.kind} ${fault.call} ${fault.when}: ${met?.what ?? 'not met'}\n`
  if (lasts(fault)) return checkTold(measured, stored, about)
  const done = difference(compared(measured.stored, fault), compared(stored, fault))
  assertInvariant(done === '', 'it is done once', () => about() + done)
  assertInvariant(
    undoneOf(stored) <= undoneOf(measured.stored) + 1,
    'it is done once',
    () => about() + difference(measured.stored.undone, stored.undone),
  )
}
