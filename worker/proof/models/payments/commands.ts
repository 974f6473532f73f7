import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { noFaults, commandFaults, translateFaults, wireFaults } from '../kernel/faults.ts'
import type { CommandFaults } from '../kernel/faults.ts'
import { command, weighted } from '../kernel/model.ts'
import { assertInvariant } from '../kernel/invariant.ts'
import type { Values } from '../kernel/model.ts'
import { checkReplay, claimKey, mayHaveExpired, operationOfKey, replayedResult } from './keys.ts'
import {
  anyRequest,
  firstRequest,
  modificationRequest,
  pick,
  predictRequest,
  toSentRequest,
  toSupported,
} from './requests.ts'
import type { DrawnRequest, SentRequest } from './requests.ts'
import { resolve } from './resolutions.ts'
import { checkPlausible, checkPredicted, expectedResults, resultOf } from './results.ts'
import {
  arrivesInTime,
  closeBatch,
  deliverLate,
  letTimePass,
  runConcurrently,
  send,
  sweepAfter,
  sweepNow,
} from './run.ts'
import type { State } from './state.ts'

const minute = 60_000
const day = 24 * 60 * minute

const processorFaults: readonly Fault[] = [...wireFaults, { kind: 'decline', code: '05' }, { kind: 'partial' }]
const faultsWith = (more: readonly Fault[]) =>
  commandFaults(fc.constantFrom(...processorFaults, ...more), { none: 6, processor: 4, machine: 2, all: 1 })

const prepare = (drawn: DrawnRequest, state: State): SentRequest | null => {
  const sent = toSentRequest(drawn, state.sent.length, state.payments)
  if (sent !== null) state.sent.push(sent)
  return sent
}

/** Repeats a request. */
export const repeat = async (sent: SentRequest, drawnFaults: CommandFaults, state: State): Promise<void> => {
  const faults = translateFaults(drawnFaults, state.system.toFault)
  const claimed = operationOfKey(sent, state)
  const expected =
    claimed === null
      ? expectedResults(sent, predictRequest(sent, state.payments, state.system.now(), state.system.can), faults, state)
      : [replayedResult(sent, claimed)]
  const before = claimed === null ? null : state.system.ledger.find(claimed.id)?.requests
  claimKey(sent, state)
  const [response] = await runConcurrently([send(sent.http, state)], faults, sent, state)
  checkPredicted(sent, response!, expected, faults, state)
  checkReplay(sent, response!, state)
  if (claimed !== null)
    assertInvariant(
      state.system.ledger.find(claimed.id)?.requests === before,
      'an idempotency key has at most one effect',
      () => `the repetition of ${JSON.stringify(sent)} reached the processor`,
    )
}

const sendOtherBody = async (sent: SentRequest, state: State): Promise<void> => {
  // With a free key it would be a new request.
  if (operationOfKey(sent, state) === null) return
  const other = { ...sent.http, body: { ...sent.http.body, referenceTransactionId: 1 } }
  const [response] = await runConcurrently([send(other, state)], noFaults, null, state)
  assertInvariant(
    resultOf(response!) === 'idempotency_mismatch',
    'a repeated request gets the first response',
    () => `another body with the key of ${JSON.stringify(sent)} got response ${JSON.stringify(response)}`,
  )
}

/** Sends one request without concurrent ones, and compares its result with the prediction. */
export const sendAlone = async (drawn: DrawnRequest, drawnFaults: CommandFaults, state: State): Promise<void> => {
  const faults = translateFaults(drawnFaults, state.system.toFault)
  const sent = prepare(drawn, state)
  if (sent === null) return
  const prediction = predictRequest(sent, state.payments, state.system.now(), state.system.can)
  const expected = expectedResults(sent, prediction, faults, state)
  claimKey(sent, state)
  const [response] = await runConcurrently([send(sent.http, state)], faults, sent, state)
  checkPredicted(sent, response!, expected, faults, state)
  checkReplay(sent, response!, state)
}

/** Drawn data of concurrent requests. */
const concurrentWith = (faults: fc.Arbitrary<CommandFaults>) => ({
  twice: fc.constantFrom(false, false, true),
  sweepAfterMinutes: fc.option(fc.constantFrom(0, 2, 9 * 60, 8 * 24 * 60), { freq: 2, nil: null }),
  turns: fc.array(fc.nat(7), { maxLength: 12 }),
  faults,
})
type ConcurrentRequests = { readonly requests: readonly DrawnRequest[] } & Values<ReturnType<typeof concurrentWith>>

/** Sends requests concurrently, some twice, with an optional sweep. */
const sendConcurrently = async (
  { requests, twice, turns, ...drawn }: ConcurrentRequests,
  state: State,
): Promise<void> => {
  const faults = translateFaults(drawn.faults, state.system.toFault)
  const sweepAfterMinutes = drawn.sweepAfterMinutes !== null && arrivesInTime(state) ? 0 : drawn.sweepAfterMinutes
  const concurrent = requests.map((drawn) => prepare(drawn, state)).filter((sent) => sent !== null)
  const exceedsKeyLife = twice && sweepAfterMinutes !== null && sweepAfterMinutes * minute >= day
  for (const sent of concurrent) {
    claimKey(sent, state)
    // One of the two may arrive after the key has expired.
    if (exceedsKeyLife) sent.allowedEffects += 1
  }
  const sending = concurrent.flatMap((sent) => (twice && sent.http.key !== null ? [sent, sent] : [sent]))
  const jobs = sending.map((sent) => send(sent.http, state))
  if (sweepAfterMinutes !== null) jobs.push(sweepAfter(sweepAfterMinutes * minute, state))
  if (jobs.length === 0) return
  const responses = await runConcurrently(jobs, faults, concurrent[0] ?? null, state, turns)
  if (sweepAfterMinutes !== null) for (const sent of concurrent) sent.claimedAtLatest = state.system.now()
  for (const [index, sent] of sending.entries()) {
    checkPlausible(sent, responses[index]!, faults, state)
    checkReplay(sent, responses[index]!, state)
  }
}

/** The commands of the model. @param more faults of a processor, in addition to those of every processor */
export const commandsWith = (more: readonly Fault[] = []) => {
  const faults = faultsWith(more)
  const concurrentData = concurrentWith(faults)
  return weighted(
    [
      2,
      // Several modifications of one payment; other commands may choose another payment each time.
      command(
        'newPayment',
        {
          first: firstRequest,
          others: fc.array(modificationRequest(fc.constant(0)), { minLength: 1, maxLength: 4 }),
          last: fc.record({ requests: fc.tuple(modificationRequest(fc.constant(0))), ...concurrentData }),
        },
        async ({ first, others, last }, state: State) => {
          for (const drawn of [toSupported(first, state.system.can), ...others]) {
            state.system.advance(1)
            await sendAlone(drawn, noFaults, state)
          }
          await sendConcurrently(last, state)
        },
      ),
    ],
    [
      14,
      command('send', { drawn: anyRequest, faults }, ({ drawn, faults }, state: State) =>
        sendAlone(drawn, faults, state),
      ),
    ],
    [
      3,
      command(
        'repeat',
        { which: fc.nat(5), otherBody: fc.constantFrom(false, false, true), faults },
        async ({ which, otherBody, faults }, state: State) => {
          const sent = pick(
            state.sent.filter(({ http }) => http.key !== null),
            which,
          )
          if (sent === undefined || mayHaveExpired(sent, state)) return
          await (otherBody ? sendOtherBody(sent, state) : repeat(sent, faults, state))
        },
      ),
    ],
    [
      3,
      command(
        'concurrently',
        { requests: fc.array(anyRequest, { minLength: 1, maxLength: 4 }), ...concurrentData },
        (data, state: State) => sendConcurrently(data, state),
      ),
    ],
    [
      3,
      command(
        'wait',
        { minutes: fc.constantFrom(1, 2, 11, 60, 9 * 60, 26 * 60, 3 * 24 * 60, 8 * 24 * 60) },
        ({ minutes }, state: State) => letTimePass(minutes * minute, state),
      ),
    ],
    [3, command('sweep', { faults }, ({ faults }, state: State) => sweepNow(0, state, faults))],
    [
      2,
      // Closes the batch in both ledgers.
      command('closeBatch', { faults }, async ({ faults }, state: State) => {
        await runConcurrently([closeBatch(state)], faults, null, state)
        state.system.ledger.closeBatch(state.system.accounts[0].id)
      }),
    ],
    [
      3,
      command(
        'resolve',
        { which: fc.nat(3), preference: fc.constantFrom('stands' as const, 'undone' as const), faults },
        ({ which, preference, faults }, state: State) => resolve(which, preference, faults, state),
      ),
    ],
    [1, command('deliverLate', {}, (_data, state: State) => deliverLate(state))],
  )
}
