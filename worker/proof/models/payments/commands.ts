import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { createClient } from '../kernel/client.ts'
import { noFaults, planFaults, commandFaults, wireFaults } from '../kernel/faults.ts'
import type { CommandFaults } from '../kernel/faults.ts'
import { MachineCrashed } from '../kernel/gateway.ts'
import type { Machine, System } from '../kernel/gateway.ts'
import { command, assertInvariant, weighted } from '../kernel/model.ts'
import type { Values } from '../kernel/model.ts'
import { checkInvariants } from './invariants.ts'
import type { Operation, Payment, Prediction } from './model.ts'
import { reconcile } from './reconcile.ts'
import { anyRequest, firstRequest, modificationRequest, pick, predictRequest, toSentRequest } from './requests.ts'
import type { DrawnRequest, HttpRequest, SentRequest } from './requests.ts'
import { takeSnapshot } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The expected state of a history. */
export interface State {
  readonly system: System
  readonly payments: Payment[]
  /** By their tags. */
  readonly sent: SentRequest[]
  snapshot: Snapshot
}

const processorFault = fc.constantFrom<Fault>(...wireFaults, { kind: 'decline', code: '05' }, { kind: 'partial' })
const faults = commandFaults(processorFault, { none: 6, processor: 4, machine: 2, all: 1 })

/** A response as the client receives it. */
type ClientResponse =
  | {
      readonly kind: 'ok'
      readonly id: string
      readonly code: string
      /** In major units. */
      readonly amount: number
      readonly text: string
    }
  | {
      readonly kind: 'error'
      readonly type: string
      /** Of processor_timeout: the operation whose outcome is unknown. */
      readonly id: string | null
      readonly text: string
    }
  /** 503, or no response. */
  | { readonly kind: 'lost' }

type Job = (machine: Machine) => Promise<ClientResponse>

const post = async (state: State, machine: Machine, path: string, body?: object, key?: string | null) => {
  const call = createClient(machine.fetch, state.system.accounts[0].secretKey)
  const { status, text, json } = await call('POST', path, body, key)
  if (status === 503) return { kind: 'lost' } as const
  if (status === 200)
    return { kind: 'ok', id: json.transactionId, code: json.responseCode, amount: json.amount, text } as const
  const [{ type, message }] = json.errors
  return {
    kind: 'error',
    type,
    id: type === 'processor_timeout' ? message.details.transactionId : null,
    text,
  } as const
}

const send =
  ({ verb, body, key }: HttpRequest, state: State): Job =>
  (machine) =>
    post(state, machine, `/v1/transactions/${verb}`, body, key)

/** Advances the clock while other jobs run, then sweeps. A failed sweep is ignored: the next one continues. */
const sweepAfter =
  (ms: number, { system }: State): Job =>
  async (machine) => {
    await system.turn()
    system.advance(ms)
    await machine.sweep().catch(() => {})
    return { kind: 'lost' }
  }

const closeBatch =
  (state: State): Job =>
  async (machine) => {
    await post(state, machine, '/v1/batches/close')
    return { kind: 'lost' }
  }

const unlessLost = async (work: Promise<ClientResponse>): Promise<ClientResponse> => {
  try {
    return await work
  } catch (thrown) {
    if (thrown instanceof MachineCrashed) return { kind: 'lost' }
    throw thrown
  }
}

const prepare = (drawn: DrawnRequest, state: State): SentRequest | null => {
  const sent = toSentRequest(drawn, state.sent.length, state.payments)
  if (sent !== null) state.sent.push(sent)
  return sent
}

/** A partial approval of a modification is for one minor unit, since half of a small amount may be zero. */
const scalePartial = (fault: Fault, first: SentRequest | null): Fault =>
  fault.kind === 'partial' && first?.newPayment == null ? { kind: 'partial', minor: '1' } : fault

/** Runs jobs concurrently with faults, then checks all invariants. */
const runConcurrently = async (
  jobs: readonly Job[],
  faults: CommandFaults,
  first: SentRequest | null,
  state: State,
  turns: readonly number[] = [],
): Promise<ClientResponse[]> => {
  const { system } = state
  const processor = faults.processor.map(({ fault, times }) => ({ fault: scalePartial(fault, first), times }))
  planFaults({ ...faults, processor }, system.faultPlan, first?.type)
  const responses = await system.run(
    (machine) => Promise.all(jobs.map((job) => unlessLost(job(machine)))),
    faults.machine,
    jobs.length > 1 ? turns : null,
  )
  system.faultPlan.clear()
  await snapshotAndCheck(state)
  return responses
}

export const sweepNow = async (ms: number, state: State, faults = noFaults): Promise<void> => {
  await runConcurrently([sweepAfter(ms, state)], faults, null, state)
}

export const snapshotAndCheck = async (state: State): Promise<void> => {
  const { system, payments, sent } = state
  state.snapshot = await takeSnapshot(system, state.snapshot)
  reconcile(payments, state.snapshot, sent, system.ledger, system.now())
  checkInvariants(payments, state.snapshot, sent, system.ledger)
}

/** The result of a request: a response code, an error type, or `lost`. */
type ResponseResult = string

const unknown = 'unknown'

/** The processor's response code under a fault, to a request that it would approve. */
const outcomeUnder = (fault: Fault | null, type: Operation['type']): ResponseResult => {
  switch (fault?.kind) {
    case undefined:
    case 'double':
      return '00'
    case 'decline':
      return fault.code
    case 'partial':
      return type === 'void' ? '12' : '10'
    case 'busy':
      return '92'
    default:
      return unknown
  }
}

/** An authorize with an unknown outcome is reversed and returns a code; other operations return an error. */
const resultOfUnknown = (verb: SentRequest['http']['verb']): ResponseResult =>
  verb === 'authorize' || verb === 'sale' ? '68' : 'processor_timeout'

/** Possible results of a request without concurrent requests, on a machine without faults. */
const expectedResults = (
  sent: SentRequest,
  prediction: Prediction,
  { processor, reversal }: CommandFaults,
  state: State,
): readonly ResponseResult[] => {
  if (!prediction.accepted) return prediction.errors
  const { verb } = sent.http
  const payment = state.payments.find(({ id }) => id === sent.payment)
  if (verb === 'void' && sent.target === payment?.id && payment.operations.some(({ status }) => status === 'settled'))
    // After settlement, a void only releases the uncaptured amount.
    return payment.kind === 'unreferencedCredit' ? [] : [reversal === null ? '00' : resultOfUnknown(verb)]
  const outcome = outcomeUnder(processor[0]?.fault ?? null, sent.type)
  if (outcome === unknown) return [resultOfUnknown(verb)]
  return verb === 'void' && payment !== undefined && hasLedgerSettledFirst(payment, state) ? [outcome, '25'] : [outcome]
}

/** The processor has settled a batch that the gateway has not: it may reject a void that the gateway accepts. */
const hasLedgerSettledFirst = ({ operations }: Payment, { system }: State): boolean =>
  operations.some(({ id, status }) => status !== 'settled' && system.ledger.find(id)?.settled === true) ||
  system.ledger.find(operations[0]!.id)?.settled === true

const resultOf = (response: ClientResponse): ResponseResult => {
  if (response.kind === 'lost') return 'lost'
  return response.kind === 'ok' ? response.code : response.type
}

const checkPredicted = (
  sent: SentRequest,
  response: ClientResponse,
  expected: readonly ResponseResult[],
  faults: CommandFaults,
  state: State,
): void => {
  const result = resultOf(response)
  const detail = () => `${JSON.stringify(sent)} got response ${JSON.stringify(response)}; expected ${expected}`
  checkNoInternalError(response)
  assertInvariant(
    expected.includes(result) || (faults.machine !== null && result === 'lost'),
    ['12', '13', '25', '94'].includes(result)
      ? 'the gateway rejects an invalid request before the processor does'
      : 'the result of a request matches its prediction',
    detail,
  )
  checkStored(sent, response, state)
}

const checkNoInternalError = (response: ClientResponse): void =>
  assertInvariant(
    response.kind !== 'error' || response.type !== 'internal_error',
    'no request fails with an internal error',
    () => JSON.stringify(response),
  )

/** Checks a response to one of several concurrent requests: any order is allowed, but not every result. */
const checkPlausible = (
  sent: SentRequest,
  response: ClientResponse,
  { processor, machine }: CommandFaults,
  state: State,
): void => {
  checkNoInternalError(response)
  const result = resultOf(response)
  const isVoidRejection =
    sent.type === 'void' && (result === '25' || (result === '12' && processor[0]?.fault.kind === 'partial'))
  assertInvariant(
    !['12', '13', '25', '94'].includes(result) || isVoidRejection,
    'the gateway rejects an invalid request before the processor does',
    () => `${JSON.stringify(sent)} got response ${JSON.stringify(response)}`,
  )
  assertInvariant(
    result !== 'lost' || machine !== null,
    'no request fails with an internal error',
    () => `${JSON.stringify(sent)} got no response`,
  )
  checkStored(sent, response, state)
}

const findOperation = (id: string | null, { payments }: State): Operation | undefined =>
  payments.flatMap(({ operations }) => operations).find((operation) => operation.id === id)

/** By response code, the possible statuses of the operation. Later operations may have changed it already. */
const statusesAfter: Readonly<Record<string, readonly string[]>> = {
  '00': ['approved', 'voided', 'settled'],
  '10': ['approved', 'voided', 'settled'],
  '68': ['pending', 'reversed'],
  '92': ['failed'],
}

/** Checks that the stored operation matches the response. */
const checkStored = (sent: SentRequest, response: ClientResponse, state: State): void => {
  const detail = () =>
    `${JSON.stringify(response)} to ${JSON.stringify(sent)}; stored: ${JSON.stringify(state.snapshot.payments)}`
  const id = response.kind === 'lost' ? null : response.id
  if (response.kind === 'lost' || id === null) return
  const operation = findOperation(id, state)
  assertInvariant(operation?.tag === sent.tag, 'the stored operation matches its response', detail)
  if (response.kind === 'error') return
  const allowed = statusesAfter[response.code] ?? ['declined']
  assertInvariant(allowed.includes(operation!.status), 'the stored operation matches its response', detail)
  const stored = state.snapshot.payments
    .flatMap(({ operations }) => operations)
    .find(({ transactionId }) => transactionId === id)
  assertInvariant(
    stored?.amount === response.amount || response.code === '68',
    'the stored operation matches its response',
    detail,
  )
  assertInvariant(stored?.responseCode === response.code, 'the stored operation matches its response', detail)
}

/** A key is valid for a day, or for a week while the outcome of its operation is unknown. */
const isKeyValid = (claimed: number | null, operation: Operation, now: number): boolean =>
  claimed !== null && now < claimed + (operation.status === 'pending' ? 7 * day : day)

/** The operation of a valid key: the newest that did not fail before it was sent. Null for an expired or unused key. */
export const operationOfKey = (sent: SentRequest, state: State): Operation | null => {
  const newest = newestOperation(sent, state)
  return newest !== undefined && isKeyValid(sent.claimed, newest, state.system.now()) ? newest : null
}

const newestOperation = (sent: SentRequest, state: State): Operation | undefined =>
  requestOperations(sent, state).findLast(
    ({ firstSeen, status }) => status !== 'failed' && firstSeen >= (sent.claimed ?? Infinity),
  )

/** Whether the key's expiry is uncertain, since the exact time of its claim is unknown. */
const mayHaveExpired = (sent: SentRequest, state: State): boolean => {
  const newest = newestOperation(sent, state)
  return (
    operationOfKey(sent, state) === null &&
    newest !== undefined &&
    isKeyValid(sent.claimedAtLatest, newest, state.system.now())
  )
}

/** A request claims its key unless the key is already in use. */
const claimKey = (sent: SentRequest, state: State): void => {
  if (sent.http.key === null || operationOfKey(sent, state) !== null) return
  if (sent.claimed !== null && requestOperations(sent, state).some(({ status }) => status !== 'failed'))
    sent.allowedEffects += 1
  sent.claimed = sent.claimedAtLatest = state.system.now()
  sent.finalResponse = null
}

const requestOperations = ({ tag, type }: SentRequest, { payments }: State): Operation[] =>
  payments
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.tag === tag && operation.type === type)

/** Stores the first final response, and compares later ones with it. */
const checkReplay = (sent: SentRequest, response: ClientResponse, state: State): void => {
  if (sent.http.key === null || response.kind !== 'ok' || operationOfKey(sent, state) === null) return
  // Never sent to the processor: the key is free again.
  if (response.code === '92') return
  sent.finalResponse ??= response.text
  assertInvariant(
    sent.finalResponse === response.text,
    'a repeated request gets the first response',
    () => `${response.text} is not ${sent.finalResponse}`,
  )
}

/** Repeats a request. */
export const repeat = async (sent: SentRequest, faults: CommandFaults, state: State): Promise<void> => {
  const claimed = operationOfKey(sent, state)
  const expected =
    claimed === null
      ? expectedResults(sent, predictRequest(sent, state.payments, state.system.now()), faults, state)
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

const replayedResult = ({ http }: SentRequest, { status, code }: Operation): ResponseResult => {
  if (status !== 'pending') return code ?? 'no code'
  if (code === null) return 'idempotency_in_progress'
  return resultOfUnknown(http.verb)
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
export const sendAlone = async (drawn: DrawnRequest, faults: CommandFaults, state: State): Promise<void> => {
  const sent = prepare(drawn, state)
  if (sent === null) return
  const prediction = predictRequest(sent, state.payments, state.system.now())
  const expected = expectedResults(sent, prediction, faults, state)
  claimKey(sent, state)
  const [response] = await runConcurrently([send(sent.http, state)], faults, sent, state)
  checkPredicted(sent, response!, expected, faults, state)
  checkReplay(sent, response!, state)
}

/** Drawn data of concurrent requests. */
const concurrentData = {
  twice: fc.constantFrom(false, false, true),
  sweepAfterMinutes: fc.option(fc.constantFrom(0, 2, 9 * 60, 8 * 24 * 60), { freq: 2, nil: null }),
  turns: fc.array(fc.nat(7), { maxLength: 12 }),
  faults,
}
type ConcurrentRequests = { readonly requests: readonly DrawnRequest[] } & Values<typeof concurrentData>

/** Sends requests concurrently, some twice, with an optional sweep. */
const sendConcurrently = async (
  { requests, twice, sweepAfterMinutes, turns, faults }: ConcurrentRequests,
  state: State,
): Promise<void> => {
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

export const commands = weighted(
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
        for (const drawn of [first, ...others]) {
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
      async ({ minutes }, { system }: State) => system.advance(minutes * minute),
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
    1,
    command('deliverLate', {}, async (_data, state: State) => {
      await state.system.deliverLate()
      await snapshotAndCheck(state)
    }),
  ],
)
