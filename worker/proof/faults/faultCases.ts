import type { Flow } from './flows/flow.ts'
import { clearDueWork } from '../../testing/database/clearDueWork.ts'
import { checkInvariants } from './invariants.ts'
import { isOutage } from './injector.ts'
import type { Call, Dependency, InjectedFault, WireFault } from './injector.ts'
import { assertInvariant, InvariantViolation } from '../models/kernel/invariant.ts'
import { createMerchantClient, matchesContract } from './merchantClient.ts'
import type { MerchantClient } from './merchantClient.ts'
import { difference, takeSnapshot } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'
import type { FaultFixture } from './fixture.ts'

const minute = 60_000
/** Slightly less than the lifetime of an Idempotency-Key. */
const keyLifetimeMs = 23 * 60 * minute

/** The result of a flow without a fault. */
export interface Baseline {
  readonly flow: Flow
  readonly calls: readonly Call[]
  readonly before: Snapshot
  readonly after: Snapshot
  /** Whether a person had to resolve an operation. */
  readonly hasResolved: boolean
}

/** A flow in which one call fails. */
export interface FaultCase {
  readonly name: string
  readonly baseline: Baseline
  readonly fault: InjectedFault | WireFault
}

/** Secrets are returned once: a replay has null in their place. */
const withoutSecrets = (text: string): string => text.replaceAll(/"(key|secret)":"[^"]*"/g, '"$1":null')

/** Whether the account has due work or undelivered events. */
const hasDueWork = async ({ merchant: { database, id }, receivedEvents }: MerchantClient): Promise<boolean> => {
  const [due, events] = await database.batch<Record<string, unknown>>(
    [
      `SELECT (SELECT count(*) FROM operations WHERE account = ?1 AND due IS NOT NULL)
            + (SELECT count(*) FROM checkouts WHERE account = ?1 AND due IS NOT NULL)
            + (SELECT count(*) FROM bills WHERE account = ?1 AND status = 'open')
            + (SELECT count(*) FROM subscriptions WHERE account = ?1 AND leased IS NOT NULL)
            + (SELECT count(*) FROM operations WHERE account = ?1 AND settlementCycle = -1)
            + (SELECT count(*) FROM batches WHERE account = ?1 AND status = 'closing')
            + (SELECT count(*) FROM erasures WHERE account = ?1 AND done IS NULL) AS n`,
      'SELECT id FROM events WHERE account = ?1',
    ].map((text) => database.prepare(text).bind(id)),
  )
  return (
    due!.results[0]!['n'] !== 0 ||
    (receivedEvents !== null && events!.results.some((row) => !receivedEvents.includes(String(row['id']))))
  )
}

/** Advances the clock and runs the sweep until no work is due. */
const recover = async (client: MerchantClient): Promise<void> => {
  for (const after of [1, 1, 6, 1, 11, 61, 61, 61]) {
    await client.advance(after * minute)
    if (!(await hasDueWork(client))) return
  }
}

const replaysResponses = 'a repeated request returns the first response and has no effect'

/** Repeats completed requests: each returns its first response. */
const repeatRequests = async (client: MerchantClient, from: number): Promise<void> => {
  for (const { request, response, at } of client.completed.slice(from)) {
    if (client.clock.now() - at > keyLifetimeMs) continue
    const again = await client.send(request)
    assertInvariant(
      again.isReplay && withoutSecrets(again.text) === withoutSecrets(response.text),
      replaysResponses,
      () => `${request.method} ${request.path}: ${response.text} is now ${again.status} ${again.text}`,
    )
  }
}

interface FlowResult extends Omit<Baseline, 'flow'> {
  readonly failedCall: Call | null
}

const emptySnapshot: Snapshot = { lines: [], undone: [] }

/** Runs a flow. In an outage it may fail, but every response must match the contract. */
const act = async (client: MerchantClient, flow: Flow, input: unknown): Promise<void> => {
  try {
    await flow.act(client, input)
  } catch (error) {
    const isInvalidResponse = error instanceof InvariantViolation && error.invariant === matchesContract
    if (!client.fixture.injector.isClientGone || isInvalidResponse) throw error
  }
}

/** Runs a flow with a fault on a new merchant, then recovers and checks the invariants. */
const runFlow = async (
  fixture: FaultFixture,
  flow: Flow,
  fault: InjectedFault | WireFault | null,
): Promise<FlowResult> => {
  const { injector } = fixture
  const client = await createMerchantClient(fixture, flow.isBare)
  try {
    const input: unknown = await flow.prepare?.(client)
    await injector.idle()
    const completedBefore = client.completed.length
    // Equal for each fault, so only the baseline needs it.
    const before = fault === null ? await takeSnapshot(client.merchant, client.clock.now()) : emptySnapshot
    injector.begin(fault, fault === null ? flow.hasStorage === true : fault.dependency === 'storage')
    await act(client, flow, input)
    await injector.idle()
    const { failedCall } = injector
    const calls = injector.end()
    await recover(client)
    await checkInvariants(client, fixture)
    const after = await takeSnapshot(client.merchant, client.clock.now())
    // In an outage of the database, responses cannot be stored either.
    if (fault === null || !isOutage(fault)) await repeatRequests(client, completedBefore)
    const afterRepeats = await takeSnapshot(client.merchant, client.clock.now())
    assertInvariant(difference(after.lines, afterRepeats.lines) === '', replaysResponses, () =>
      difference(after.lines, afterRepeats.lines),
    )
    return { calls, before, after, failedCall, hasResolved: client.hasResolved }
  } finally {
    injector.end()
    fixture.acquirer.faultPlan.clear()
    await fixture.endWaits()
    await injector.idle()
    await clearDueWork(client.merchant)
  }
}

export const runBaseline = async (fixture: FaultFixture, flow: Flow): Promise<Baseline> => ({
  flow,
  ...(await runFlow(fixture, flow, null)),
})

/** Whether a statement changes rows that others read. Idempotency keys and delivery positions are internal to the gateway. */
const changesResource = /(INSERT INTO|UPDATE|DELETE FROM) (?!idempotency|apiKeys|codeAttempts|webhooks|accountKeys)/

/**
 * Each call of a flow fails before and after its effect. After a database call that changed a resource, an outage begins as well, so that the
 * change stands without the calls that follow it.
 */
export const toFaultCases = (baseline: Baseline): readonly FaultCase[] => {
  const counts = new Map<Dependency, number>()
  let hasChanged = false
  return baseline.calls.flatMap(({ dependency, description }) => {
    const call = (counts.get(dependency) ?? 0) + 1
    counts.set(dependency, call)
    const moments: InjectedFault['when'][] =
      dependency === 'database' && hasChanged
        ? ['before', 'after', 'outage before', 'outage after']
        : ['before', 'after']
    if (dependency === 'database') hasChanged = changesResource.test(description)
    return moments.map((when) => ({
      name: `${baseline.flow.name} / ${dependency} / ${call} / ${when}`,
      baseline,
      fault: { dependency, call, when },
    }))
  })
}

const countUndone = ({ undone }: Snapshot): number => undone.filter((line) => line.startsWith('transaction ')).length

const splitEvents = ({ lines }: Snapshot) => {
  const { events = [], rows = [] } = Object.groupBy(lines, (line) => (line.startsWith('event ') ? 'events' : 'rows'))
  return { events, rows }
}

/**
 * After an outage, the flow took effect completely or not at all, with the same events as its baseline. This finds a change without its event,
 * and an event without its change. Flows that end in another state are not compared.
 */
const checkEvents = ({ before, after }: Baseline, actual: Snapshot, describeFault: () => string): void => {
  const result = splitEvents(actual)
  const alike = [before, after].map(splitEvents).filter(({ rows }) => difference(rows, result.rows) === '')
  const differences = alike.map(({ events }) => difference(events, result.events))
  assertInvariant(
    differences.length === 0 || differences.includes(''),
    'each change has its event, and each event its change',
    () => describeFault() + differences.join('\n'),
  )
}

const isSessionUpdate = (line: string): boolean =>
  line.startsWith('event ') && line.includes('terminal.session_updated')

/** The event of an operation that needed attention until a person or a late response ended it. One that still does has it in its row. */
const isAttention = (line: string): boolean => /^event .*"transaction\.needs_attention"/.test(line)

/** What remains of an operation that a person has resolved: a failed operation, which the client has repeated, and its events. */
const isResolved = (line: string): boolean =>
  /^event .*"transaction\.(capture|void|credit)_failed"/.test(line) ||
  /^operation .*"status":"failed"/.test(line) ||
  /^operation .*"type":"reversal"/.test(line)

/** The lines to compare with the baseline. An aborted object restarts its session, which repeats the updates of the session. */
const comparableLines = (
  { lines }: Snapshot,
  { dependency }: InjectedFault | WireFault,
  hasResolved: boolean,
): readonly string[] =>
  lines.filter(
    (line) =>
      !(dependency === 'storage' && isSessionUpdate(line)) &&
      !(dependency === 'wire' && isAttention(line)) &&
      !(hasResolved && (isResolved(line) || isAttention(line))),
  )

/** How many payments a fault may leave reversed: one for each request that loses its response. */
const lostRequests = (fault: InjectedFault | WireFault): number => {
  if (fault.dependency !== 'wire') return 1
  const [first] = fault.planned
  return fault.planned.filter(({ on }) => on === first?.on).length
}

const takesEffectOnce = 'a flow takes effect once'

/** Runs a case. Its result equals the baseline, except for one payment more that was reversed. @throws InvariantViolation */
export const runFaultCase = async (fixture: FaultFixture, { baseline, fault }: FaultCase): Promise<void> => {
  const { after, failedCall, ...result } = await runFlow(fixture, baseline.flow, fault)
  const hasResolved = result.hasResolved || baseline.hasResolved
  const describeFault = () =>
    `${fault.dependency} ${fault.call} ${fault.when}: ${failedCall?.description ?? 'not called'}\n`
  if (isOutage(fault)) return checkEvents(baseline, after, describeFault)
  const differences = difference(
    comparableLines(baseline.after, fault, hasResolved),
    comparableLines(after, fault, hasResolved),
  )
  assertInvariant(differences === '', takesEffectOnce, () => describeFault() + differences)
  assertInvariant(
    countUndone(after) <= countUndone(baseline.after) + lostRequests(fault),
    takesEffectOnce,
    () => describeFault() + difference(baseline.after.undone, after.undone),
  )
}
