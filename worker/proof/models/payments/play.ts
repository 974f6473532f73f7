import type { Fault } from '../../acquirer/faultPlan.ts'
import { stateOf } from './ledger.ts'
import type { Operation, Payment, Prediction } from './ledger.ts'
import { checkAll, checkEnd } from './invariants.ts'
import { reconcile } from './reconcile.ts'
import { predictionOf, requestOf } from './requests.ts'
import type { Sent } from './requests.ts'
import { noTrouble } from './steps.ts'
import type { Asking, Step, Trouble } from './steps.ts'
import type { Answer, Job, Seen, UnderTest } from './underTest.ts'
import { everTold } from './told.ts'
import { holds, Violation } from './violation.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** What the model knows while a history is played. */
interface Play {
  readonly under: UnderTest
  readonly payments: Payment[]
  /** By their tags. */
  readonly sent: Sent[]
  seen: Seen
}

/** Plays a history to its end and beyond, until all is decided. @throws Violation */
export const play = async (steps: readonly Step[], under: UnderTest): Promise<void> => {
  const at: Play = {
    under,
    payments: [],
    sent: [],
    seen: { payments: [], tags: new Map(), due: 0, events: [], closed: [] },
  }
  for (const [index, step] of steps.entries()) {
    // No two steps in the same millisecond.
    under.advance(1)
    await named(`step ${index + 1}, ${JSON.stringify(step)}`, () =>
      (players[step.do] as (step: Step, at: Play) => Promise<void>)(step, at),
    )
  }
  await named('the end', () => playOut(at))
}

/** Says of a violation where in the history it came to light. */
const named = async (where: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (thrown) {
    throw thrown instanceof Violation ? new Violation(thrown.invariant, `${thrown.detail}\nin ${where}`) : thrown
  }
}

type Players = { readonly [Kind in Step['do']]: (step: Extract<Step, { do: Kind }>, at: Play) => Promise<void> }

const players: Players = {
  ask: async ({ asking, trouble }, at) => {
    const sent = prepare(asking, at)
    if (sent === null) return
    const prediction = predictionOf(sent, at.payments, at.under.now())
    const expected = expectedAnswers(sent, prediction, trouble, at)
    claim(sent, at)
    const [answer] = await perform([{ send: sent.sending }], trouble, sent, at)
    judge(sent, answer!, expected, trouble, at)
    heard(sent, answer!, at)
  },

  again: async ({ which, otherBody, trouble }, at) => {
    const keyed = at.sent.filter(({ sending }) => sending.key !== null)
    const sent = keyed[keyed.length - 1 - (which % keyed.length)]
    if (sent === undefined || mayBeOver(sent, at)) return
    if (otherBody) return otherUnderKey(sent, at)
    await repeat(sent, trouble, at)
  },

  together: async ({ asked, twice, sweepAfter, turns, trouble }, at) => {
    const rivals = asked.map((one) => prepare(one, at)).filter((one) => one !== null)
    for (const sent of rivals) claim(sent, at)
    const sending = rivals.flatMap((sent) => (twice && sent.sending.key !== null ? [sent, sent] : [sent]))
    const jobs: Job[] = sending.map((sent) => ({ send: sent.sending }))
    if (sweepAfter !== null) jobs.push({ sweepAfterMs: sweepAfter * minute })
    if (jobs.length === 0) return
    const answers = await perform(jobs, trouble, rivals[0] ?? null, at, turns)
    if (sweepAfter !== null) for (const sent of rivals) sent.claimedAtLatest = at.under.now()
    for (const [index, sent] of sending.entries()) {
      plausible(sent, answers[index]!, trouble, at)
      heard(sent, answers[index]!, at)
    }
  },

  wait: async ({ minutes }, { under }) => under.advance(minutes * minute),

  sweep: async ({ trouble }, at) => {
    await perform([{ sweepAfterMs: 0 }], trouble, null, at)
  },

  close: async ({ trouble }, at) => {
    await perform([{ close: true }], trouble, null, at)
    at.under.book.close(at.under.account)
  },

  hearLate: async (_step, at) => {
    await at.under.hearLate()
    await look(at)
  },
}

const prepare = (asking: Asking, at: Play): Sent | null => {
  const sent = requestOf(asking, at.sent.length, at.payments)
  if (sent !== null) at.sent.push(sent)
  return sent
}

/** Half of a payment, but the least that there is of what follows: half of that would be an approval of nothing. */
const inPart = (fault: Fault, first: Sent | null): Fault =>
  fault.kind === 'partial' && first?.begins == null ? { kind: 'partial', minor: '1' } : fault

/** Runs jobs with what goes wrong in them, and looks at what has come of it. */
const perform = async (
  jobs: readonly Job[],
  { processor, reversal, machine }: Trouble,
  first: Sent | null,
  at: Play,
  turns: readonly number[] = [],
): Promise<Answer[]> => {
  const { orders } = at.under
  if (processor !== null)
    orders.give({ fault: inPart(processor, first), ...(first === null ? {} : { on: first.type }) })
  if (reversal !== null) orders.give({ fault: reversal, on: 'reverse' })
  const answers = await at.under.run(jobs, machine, turns)
  orders.clear()
  await look(at)
  return answers
}

const look = async (at: Play): Promise<void> => {
  const { under, payments, sent } = at
  const seen = await under.see()
  at.seen = { ...seen, events: everTold(at.seen.events, seen.events) }
  reconcile(payments, at.seen, sent, under.book, under.now())
  checkAll(payments, at.seen, sent, under.book)
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
  at: Play,
): readonly Heard[] => {
  if (!prediction.begins) return prediction.types
  const { verb } = sent.sending
  const payment = at.payments.find(({ id }) => id === sent.payment)
  if (verb === 'void' && sent.target === payment?.id && payment.operations.some(({ status }) => status === 'settled'))
    // What it undoes has settled: it gives a rest back instead.
    return payment.kind === 'payOut' ? [] : [reversal === null ? '00' : heardOfUnknown(verb)]
  const outcome = outcomeUnder(processor, sent.type)
  if (outcome === unknown) return [heardOfUnknown(verb)]
  return verb === 'void' && payment !== undefined && bookIsAhead(payment, at) ? [outcome, '25'] : [outcome]
}

/** The processor has closed its batch and we have not: it may refuse a void that we let through. */
const bookIsAhead = ({ operations }: Payment, { under }: Play): boolean =>
  operations.some(({ id, status }) => status !== 'settled' && under.book.find(id)?.settled === true) ||
  under.book.find(operations[0]!.id)?.settled === true

const heardIn = (answer: Answer): Heard => {
  if (answer.kind === 'lost') return 'lost'
  return answer.kind === 'answered' ? answer.code : answer.type
}

const judge = (sent: Sent, answer: Answer, expected: readonly Heard[], trouble: Trouble, at: Play): void => {
  const heard = heardIn(answer)
  const told = () => `${JSON.stringify(sent)} was answered ${JSON.stringify(answer)}, expected ${expected}`
  noFaultOfOurs(answer)
  holds(
    expected.includes(heard) || (trouble.machine !== null && heard === 'lost'),
    ['12', '13', '25', '94'].includes(heard)
      ? 'the processor never has to say no for us'
      : 'the gateway says yes and no as the rules do',
    told,
  )
  stands(sent, answer, at)
}

const noFaultOfOurs = (answer: Answer): void =>
  holds(answer.kind !== 'refused' || answer.type !== 'internal_error', 'no failure is our own', () =>
    JSON.stringify(answer),
  )

/** Of requests at once: whoever is first is first, but nobody hears what he could never hear. */
const plausible = (sent: Sent, answer: Answer, { processor, machine }: Trouble, at: Play): void => {
  noFaultOfOurs(answer)
  const heard = heardIn(answer)
  const voidRefused = sent.type === 'void' && (heard === '25' || (heard === '12' && processor?.kind === 'partial'))
  holds(
    !['12', '13', '25', '94'].includes(heard) || voidRefused,
    'the processor never has to say no for us',
    () => `${JSON.stringify(sent)} was answered ${JSON.stringify(answer)}`,
  )
  holds(heard !== 'lost' || machine !== null, 'no failure is our own', () => `${JSON.stringify(sent)} was not answered`)
  stands(sent, answer, at)
}

const operationOf = (id: string | null, { payments }: Play): Operation | undefined =>
  payments.flatMap(({ operations }) => operations).find((operation) => operation.id === id)

/** How an operation may stand of which a code was answered. A moment later others may have changed it. */
const standsAfter: Readonly<Record<string, readonly string[]>> = {
  '00': ['approved', 'voided', 'settled'],
  '10': ['approved', 'voided', 'settled'],
  '68': ['pending', 'reversed'],
  '92': ['failed'],
}

/** What was answered is what is shown. */
const stands = (sent: Sent, answer: Answer, at: Play): void => {
  const told = () => `${JSON.stringify(answer)} to ${JSON.stringify(sent)}, shown ${JSON.stringify(at.seen.payments)}`
  const named = answer.kind === 'lost' ? null : answer.id
  if (answer.kind === 'lost' || named === null) return
  const operation = operationOf(named, at)
  holds(operation?.tag === sent.tag, 'what was answered is what is shown', told)
  if (answer.kind === 'refused') return
  const may = standsAfter[answer.code] ?? ['declined']
  holds(may.includes(operation!.status), 'what was answered is what is shown', told)
  const shown = at.seen.payments
    .flatMap(({ operations }) => operations)
    .find(({ transactionId }) => transactionId === named)
  holds(shown?.amount === answer.amount || answer.code === '68', 'what was answered is what is shown', told)
  holds(shown?.responseCode === answer.code, 'what was answered is what is shown', told)
}

/** A key's life: a day, or a week as long as nobody knows what became of its operation. */
const isAlive = (claimed: number | null, operation: Operation, now: number): boolean =>
  claimed !== null && now < claimed + (operation.status === 'pending' ? 7 * day : day)

/** The operation that a key stands for, as far as it is known: the newest that was not given up before it was sent. */
const claimedBy = (sent: Sent, at: Play): Operation | null => {
  const newest = newestOf(sent, at)
  return newest !== undefined && isAlive(sent.claimed, newest, at.under.now()) ? newest : null
}

const newestOf = (sent: Sent, at: Play): Operation | undefined =>
  operationsOf(sent, at).findLast(({ begun, status }) => status !== 'failed' && begun >= (sent.claimed ?? Infinity))

/** Whether nobody can say if the key's life is over: it depends on when exactly it began. */
const mayBeOver = (sent: Sent, at: Play): boolean => {
  const newest = newestOf(sent, at)
  return claimedBy(sent, at) === null && newest !== undefined && isAlive(sent.claimedAtLatest, newest, at.under.now())
}

/** A key is claimed when its request is made, if it is free. */
const claim = (sent: Sent, at: Play): void => {
  if (sent.sending.key === null || claimedBy(sent, at) !== null) return
  if (sent.claimed !== null && operationsOf(sent, at).some(({ status }) => status !== 'failed')) sent.lives += 1
  sent.claimed = sent.claimedAtLatest = at.under.now()
  sent.answer = null
}

const operationsOf = ({ tag, type }: Sent, { payments }: Play): Operation[] =>
  payments
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.tag === tag && operation.type === type)

/** Keeps the first answer that stands, and holds every later one to it. */
const heard = (sent: Sent, answer: Answer, at: Play): void => {
  if (sent.sending.key === null || answer.kind !== 'answered' || claimedBy(sent, at) === null) return
  // It was never sent, and its key was free again at once.
  if (answer.code === '92') return
  sent.answer ??= answer.text
  holds(sent.answer === answer.text, 'a repetition gets the first answer', () => `${answer.text} is not ${sent.answer}`)
}

/** The same request once more. */
const repeat = async (sent: Sent, trouble: Trouble, at: Play): Promise<void> => {
  const claimed = claimedBy(sent, at)
  const expected =
    claimed === null
      ? expectedAnswers(sent, predictionOf(sent, at.payments, at.under.now()), trouble, at)
      : [replayed(sent, claimed)]
  const before = claimed === null ? null : at.under.book.find(claimed.id)?.requests
  claim(sent, at)
  const [answer] = await perform([{ send: sent.sending }], trouble, sent, at)
  judge(sent, answer!, expected, trouble, at)
  heard(sent, answer!, at)
  if (claimed !== null)
    holds(
      at.under.book.find(claimed.id)?.requests === before,
      'one key has at most one effect',
      () => `the repetition of ${JSON.stringify(sent)} was sent on`,
    )
}

const replayed = ({ sending }: Sent, { status, code }: Operation): Heard => {
  if (status !== 'pending') return code ?? 'nothing'
  if (code === null) return 'idempotency_in_progress'
  return heardOfUnknown(sending.verb)
}

const otherUnderKey = async (sent: Sent, at: Play): Promise<void> => {
  // One whose key is free would be a request of its own.
  if (claimedBy(sent, at) === null) return
  const other = { ...sent.sending, body: { ...sent.sending.body, referenceTransactionId: 1 } }
  const [answer] = await perform([{ send: other }], noTrouble, null, at)
  holds(
    heardIn(answer!) === 'idempotency_mismatch',
    'a repetition gets the first answer',
    () => `another body under the key of ${JSON.stringify(sent)} was answered ${JSON.stringify(answer)}`,
  )
}

const mostRounds = 60

/** No more faults: what is open is decided within hours, keys then answer what became of it, and holds lapse within days. */
const playOut = async (at: Play): Promise<void> => {
  const { under } = at
  await under.hearLate()
  await look(at)
  const isOpen = () =>
    at.payments.some(({ operations }) => operations.some(({ status }) => status === 'pending')) || at.seen.due > 0
  for (let round = 0; isOpen() && round < mostRounds; round++) {
    under.advance(61 * minute)
    await perform([{ sweepAfterMs: 0 }], noTrouble, null, at)
  }
  const alive = at.sent.filter((sent) => sent.sending.key !== null && claimedBy(sent, at) !== null)
  for (const sent of alive) await repeat(sent, noTrouble, at)
  const holdsSomething = () =>
    at.payments.some((payment) => ['authorized', 'partially_captured'].includes(stateOf(payment))) || at.seen.due > 0
  for (let round = 0; holdsSomething() && round < mostRounds; round++) {
    under.advance(8 * day)
    await perform([{ sweepAfterMs: 0 }], noTrouble, null, at)
  }
  checkEnd(at.payments, under)
}
