import * as fc from 'fast-check'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { clientOf } from '../kernel/client.ts'
import { noTrouble, planFaults, troubles, wireFaults } from '../kernel/faults.ts'
import type { Trouble } from '../kernel/faults.ts'
import { Lost } from '../kernel/gateway.ts'
import type { Machine, System } from '../kernel/gateway.ts'
import { command, holds, mix } from '../kernel/model.ts'
import type { Values } from '../kernel/model.ts'
import { checkAll } from './invariants.ts'
import type { Operation, Payment, Prediction } from './model.ts'
import { reconcile } from './reconcile.ts'
import { asking, firstAsking, modifying, pick, predictionOf, requestOf } from './requests.ts'
import type { Asking, Sending, Sent } from './requests.ts'
import { takeSnapshot } from './snapshot.ts'
import type { Snapshot } from './snapshot.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The expected state of a history. */
export interface State {
  readonly system: System
  readonly payments: Payment[]
  /** By their tags. */
  readonly sent: Sent[]
  snapshot: Snapshot
}

const processorFault = fc.constantFrom<Fault>(...wireFaults, { kind: 'decline', code: '05' }, { kind: 'partial' })
const trouble = troubles(processorFault, { none: 6, processor: 4, machine: 2, all: 1 })

/** What the client receives. */
type Answer =
  | {
      readonly kind: 'answered'
      readonly id: string
      readonly code: string
      /** In units of the currency. */
      readonly amount: number
      readonly text: string
    }
  | {
      readonly kind: 'refused'
      readonly type: string
      /** Of processor_timeout: the operation whose outcome is unknown. */
      readonly id: string | null
      readonly text: string
    }
  /** 503, or no response. */
  | { readonly kind: 'lost' }

type Job = (machine: Machine) => Promise<Answer>

const post = async (state: State, machine: Machine, path: string, body?: object, key?: string | null) => {
  const call = clientOf(machine.fetch, state.system.accounts[0].secretKey)
  const { status, text, json } = await call('POST', path, body, key)
  if (status === 503) return { kind: 'lost' } as const
  if (status === 200)
    return { kind: 'answered', id: json.transactionId, code: json.responseCode, amount: json.amount, text } as const
  const [{ type, message }] = json.errors
  return {
    kind: 'refused',
    type,
    id: type === 'processor_timeout' ? message.details.transactionId : null,
    text,
  } as const
}

const send =
  ({ verb, body, key }: Sending, state: State): Job =>
  (machine) =>
    post(state, machine, `/v1/transactions/${verb}`, body, key)

/** Advances the clock while other jobs run, then sweeps. A failed sweep reports it, and the next one continues. */
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

const unlessLost = async (work: Promise<Answer>): Promise<Answer> => {
  try {
    return await work
  } catch (thrown) {
    if (thrown instanceof Lost) return { kind: 'lost' }
    throw thrown
  }
}

const prepare = (asking: Asking, state: State): Sent | null => {
  const sent = requestOf(asking, state.sent.length, state.payments)
  if (sent !== null) state.sent.push(sent)
  return sent
}

/** Half of a payment, but the least amount of a modification: half of that would be an approval of nothing. */
const inPart = (fault: Fault, first: Sent | null): Fault =>
  fault.kind === 'partial' && first?.begins == null ? { kind: 'partial', minor: '1' } : fault

/** Runs jobs at once, with their faults, and checks what they led to. */
const perform = async (
  jobs: readonly Job[],
  trouble: Trouble,
  first: Sent | null,
  state: State,
  turns: readonly number[] = [],
): Promise<Answer[]> => {
  const { system } = state
  const processor = trouble.processor.map(({ fault, times }) => ({ fault: inPart(fault, first), times }))
  planFaults({ ...trouble, processor }, system.faultPlan, first?.type)
  const answers = await system.run(
    (machine) => Promise.all(jobs.map((job) => unlessLost(job(machine)))),
    trouble.machine,
    jobs.length > 1 ? turns : null,
  )
  system.faultPlan.clear()
  await look(state)
  return answers
}

export const sweepNow = async (ms: number, state: State, trouble = noTrouble): Promise<void> => {
  await perform([sweepAfter(ms, state)], trouble, null, state)
}

export const look = async (state: State): Promise<void> => {
  const { system, payments, sent } = state
  state.snapshot = await takeSnapshot(system, state.snapshot)
  reconcile(payments, state.snapshot, sent, system.ledger, system.now())
  checkAll(payments, state.snapshot, sent, system.ledger)
}

/** What can be heard of a request: a code, or an error's type. */
type Heard = string

const unknown = 'unknown'

/** What the processor's answer is under a fault, to a request that it would approve. */
const outcomeUnder = (fault: Fault | null, type: Operation['type']): Heard => {
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

/** An unknown authorize is answered, since it is being undone; of all others it is said that nobody knows. */
const heardOfUnknown = (type: Sent['sending']['verb']): Heard => (type === 'authorize' ? '68' : 'processor_timeout')

/** What may be heard of a request that is alone, and on a machine that works. */
const expectedAnswers = (
  sent: Sent,
  prediction: Prediction,
  { processor, reversal }: Trouble,
  state: State,
): readonly Heard[] => {
  if (!prediction.begins) return prediction.types
  const { verb } = sent.sending
  const payment = state.payments.find(({ id }) => id === sent.payment)
  if (verb === 'void' && sent.target === payment?.id && payment.operations.some(({ status }) => status === 'settled'))
    // What it undoes has settled: it gives a rest back instead.
    return payment.kind === 'payOut' ? [] : [reversal === null ? '00' : heardOfUnknown(verb)]
  const outcome = outcomeUnder(processor[0]?.fault ?? null, sent.type)
  if (outcome === unknown) return [heardOfUnknown(verb)]
  return verb === 'void' && payment !== undefined && bookIsAhead(payment, state) ? [outcome, '25'] : [outcome]
}

/** The processor has closed its batch and we have not: it may refuse a void that we let through. */
const bookIsAhead = ({ operations }: Payment, { system }: State): boolean =>
  operations.some(({ id, status }) => status !== 'settled' && system.ledger.find(id)?.settled === true) ||
  system.ledger.find(operations[0]!.id)?.settled === true

const heardIn = (answer: Answer): Heard => {
  if (answer.kind === 'lost') return 'lost'
  return answer.kind === 'answered' ? answer.code : answer.type
}

const judge = (sent: Sent, answer: Answer, expected: readonly Heard[], trouble: Trouble, state: State): void => {
  const heard = heardIn(answer)
  const told = () => `${JSON.stringify(sent)} was answered ${JSON.stringify(answer)}, expected ${expected}`
  isNoInternalError(answer)
  holds(
    expected.includes(heard) || (trouble.machine !== null && heard === 'lost'),
    ['12', '13', '25', '94'].includes(heard)
      ? 'the processor never has to say no for us'
      : 'the gateway says yes and no as the rules do',
    told,
  )
  stands(sent, answer, state)
}

const isNoInternalError = (answer: Answer): void =>
  holds(answer.kind !== 'refused' || answer.type !== 'internal_error', 'no failure is internal', () =>
    JSON.stringify(answer),
  )

/** Of requests at once: whoever is first is first, but nobody hears what he could never hear. */
const plausible = (sent: Sent, answer: Answer, { processor, machine }: Trouble, state: State): void => {
  isNoInternalError(answer)
  const heard = heardIn(answer)
  const voidRefused =
    sent.type === 'void' && (heard === '25' || (heard === '12' && processor[0]?.fault.kind === 'partial'))
  holds(
    !['12', '13', '25', '94'].includes(heard) || voidRefused,
    'the processor never has to say no for us',
    () => `${JSON.stringify(sent)} was answered ${JSON.stringify(answer)}`,
  )
  holds(
    heard !== 'lost' || machine !== null,
    'no failure is internal',
    () => `${JSON.stringify(sent)} was not answered`,
  )
  stands(sent, answer, state)
}

const operationOf = (id: string | null, { payments }: State): Operation | undefined =>
  payments.flatMap(({ operations }) => operations).find((operation) => operation.id === id)

/** How an operation may stand of which a code was answered. A moment later others may have changed it. */
const standsAfter: Readonly<Record<string, readonly string[]>> = {
  '00': ['approved', 'voided', 'settled'],
  '10': ['approved', 'voided', 'settled'],
  '68': ['pending', 'reversed'],
  '92': ['failed'],
}

/** What was answered is what is shown. */
const stands = (sent: Sent, answer: Answer, state: State): void => {
  const told = () =>
    `${JSON.stringify(answer)} to ${JSON.stringify(sent)}, shown ${JSON.stringify(state.snapshot.payments)}`
  const named = answer.kind === 'lost' ? null : answer.id
  if (answer.kind === 'lost' || named === null) return
  const operation = operationOf(named, state)
  holds(operation?.tag === sent.tag, 'what was answered is what is shown', told)
  if (answer.kind === 'refused') return
  const may = standsAfter[answer.code] ?? ['declined']
  holds(may.includes(operation!.status), 'what was answered is what is shown', told)
  const shown = state.snapshot.payments
    .flatMap(({ operations }) => operations)
    .find(({ transactionId }) => transactionId === named)
  holds(shown?.amount === answer.amount || answer.code === '68', 'what was answered is what is shown', told)
  holds(shown?.responseCode === answer.code, 'what was answered is what is shown', told)
}

/** A key's life: a day, or a week as long as nobody knows what became of its operation. */
const isAlive = (claimed: number | null, operation: Operation, now: number): boolean =>
  claimed !== null && now < claimed + (operation.status === 'pending' ? 7 * day : day)

/** The operation that a key stands for, as far as it is known: the newest that was not given up before it was sent. */
export const claimedBy = (sent: Sent, state: State): Operation | null => {
  const newest = newestOf(sent, state)
  return newest !== undefined && isAlive(sent.claimed, newest, state.system.now()) ? newest : null
}

const newestOf = (sent: Sent, state: State): Operation | undefined =>
  operationsOf(sent, state).findLast(({ begun, status }) => status !== 'failed' && begun >= (sent.claimed ?? Infinity))

/** Whether nobody can say if the key's life is over: it depends on when exactly it began. */
const mayBeOver = (sent: Sent, state: State): boolean => {
  const newest = newestOf(sent, state)
  return (
    claimedBy(sent, state) === null && newest !== undefined && isAlive(sent.claimedAtLatest, newest, state.system.now())
  )
}

/** A key is claimed when its request is made, if it is free. */
const claim = (sent: Sent, state: State): void => {
  if (sent.sending.key === null || claimedBy(sent, state) !== null) return
  if (sent.claimed !== null && operationsOf(sent, state).some(({ status }) => status !== 'failed')) sent.lives += 1
  sent.claimed = sent.claimedAtLatest = state.system.now()
  sent.answer = null
}

const operationsOf = ({ tag, type }: Sent, { payments }: State): Operation[] =>
  payments
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.tag === tag && operation.type === type)

/** Keeps the first answer that stands, and holds every later one to it. */
const heard = (sent: Sent, answer: Answer, state: State): void => {
  if (sent.sending.key === null || answer.kind !== 'answered' || claimedBy(sent, state) === null) return
  // It was never sent, and its key was free again at once.
  if (answer.code === '92') return
  sent.answer ??= answer.text
  holds(sent.answer === answer.text, 'a repetition gets the first answer', () => `${answer.text} is not ${sent.answer}`)
}

/** The same request once more. */
export const repeat = async (sent: Sent, trouble: Trouble, state: State): Promise<void> => {
  const claimed = claimedBy(sent, state)
  const expected =
    claimed === null
      ? expectedAnswers(sent, predictionOf(sent, state.payments, state.system.now()), trouble, state)
      : [replayed(sent, claimed)]
  const before = claimed === null ? null : state.system.ledger.find(claimed.id)?.requests
  claim(sent, state)
  const [answer] = await perform([send(sent.sending, state)], trouble, sent, state)
  judge(sent, answer!, expected, trouble, state)
  heard(sent, answer!, state)
  if (claimed !== null)
    holds(
      state.system.ledger.find(claimed.id)?.requests === before,
      'one key has at most one effect',
      () => `the repetition of ${JSON.stringify(sent)} was sent on`,
    )
}

const replayed = ({ sending }: Sent, { status, code }: Operation): Heard => {
  if (status !== 'pending') return code ?? 'nothing'
  if (code === null) return 'idempotency_in_progress'
  return heardOfUnknown(sending.verb)
}

const sendOtherUnderKey = async (sent: Sent, state: State): Promise<void> => {
  // One whose key is free would be a request of its own.
  if (claimedBy(sent, state) === null) return
  const other = { ...sent.sending, body: { ...sent.sending.body, referenceTransactionId: 1 } }
  const [answer] = await perform([send(other, state)], noTrouble, null, state)
  holds(
    heardIn(answer!) === 'idempotency_mismatch',
    'a repetition gets the first answer',
    () => `another body under the key of ${JSON.stringify(sent)} was answered ${JSON.stringify(answer)}`,
  )
}

/** Sends one request, with nothing beside it: its outcome is predicted. */
export const askAlone = async (asking: Asking, trouble: Trouble, state: State): Promise<void> => {
  const sent = prepare(asking, state)
  if (sent === null) return
  const prediction = predictionOf(sent, state.payments, state.system.now())
  const expected = expectedAnswers(sent, prediction, trouble, state)
  claim(sent, state)
  const [answer] = await perform([send(sent.sending, state)], trouble, sent, state)
  judge(sent, answer!, expected, trouble, state)
  heard(sent, answer!, state)
}

/** With requests that run at once. */
const besideASweep = {
  twice: fc.constantFrom(false, false, true),
  sweepAfterMinutes: fc.option(fc.constantFrom(0, 2, 9 * 60, 8 * 24 * 60), { freq: 2, nil: null }),
  turns: fc.array(fc.nat(7), { maxLength: 12 }),
  trouble,
}
type Rivals = { readonly asked: readonly Asking[] } & Values<typeof besideASweep>

/** Sends requests at once, some twice, and runs a sweep beside them. */
const askTogether = async (
  { asked, twice, sweepAfterMinutes, turns, trouble }: Rivals,
  state: State,
): Promise<void> => {
  const rivals = asked.map((one) => prepare(one, state)).filter((one) => one !== null)
  const outlivesKeys = twice && sweepAfterMinutes !== null && sweepAfterMinutes * minute >= day
  for (const sent of rivals) {
    claim(sent, state)
    // One of the two may arrive when the key is free again.
    if (outlivesKeys) sent.lives += 1
  }
  const sending = rivals.flatMap((sent) => (twice && sent.sending.key !== null ? [sent, sent] : [sent]))
  const jobs = sending.map((sent) => send(sent.sending, state))
  if (sweepAfterMinutes !== null) jobs.push(sweepAfter(sweepAfterMinutes * minute, state))
  if (jobs.length === 0) return
  const answers = await perform(jobs, trouble, rivals[0] ?? null, state, turns)
  if (sweepAfterMinutes !== null) for (const sent of rivals) sent.claimedAtLatest = state.system.now()
  for (const [index, sent] of sending.entries()) {
    plausible(sent, answers[index]!, trouble, state)
    heard(sent, answers[index]!, state)
  }
}

export const commands = mix(
  [
    2,
    // Deep, where each of the other commands may be about another payment.
    command(
      'newPayment',
      {
        first: firstAsking,
        others: fc.array(modifying(fc.constant(0)), { minLength: 1, maxLength: 4 }),
        last: fc.record({ asked: fc.tuple(modifying(fc.constant(0))), ...besideASweep }),
      },
      async ({ first, others, last }, state: State) => {
        for (const asking of [first, ...others]) {
          state.system.advance(1)
          await askAlone(asking, noTrouble, state)
        }
        await askTogether(last, state)
      },
    ),
  ],
  [14, command('ask', { asking, trouble }, ({ asking, trouble }, state: State) => askAlone(asking, trouble, state))],
  [
    3,
    command(
      'again',
      { which: fc.nat(5), otherBody: fc.constantFrom(false, false, true), trouble },
      async ({ which, otherBody, trouble }, state: State) => {
        const sent = pick(
          state.sent.filter(({ sending }) => sending.key !== null),
          which,
        )
        if (sent === undefined || mayBeOver(sent, state)) return
        await (otherBody ? sendOtherUnderKey(sent, state) : repeat(sent, trouble, state))
      },
    ),
  ],
  [
    3,
    command(
      'together',
      { asked: fc.array(asking, { minLength: 1, maxLength: 4 }), ...besideASweep },
      (rivals, state: State) => askTogether(rivals, state),
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
  [3, command('sweep', { trouble }, ({ trouble }, state: State) => sweepNow(0, state, trouble))],
  [
    2,
    // Both ledgers close their batch.
    command('close', { trouble }, async ({ trouble }, state: State) => {
      await perform([closeBatch(state)], trouble, null, state)
      state.system.ledger.close(state.system.accounts[0].id)
    }),
  ],
  [
    1,
    command('deliverLate', {}, async (_data, state: State) => {
      await state.system.deliverLate()
      await look(state)
    }),
  ],
)
