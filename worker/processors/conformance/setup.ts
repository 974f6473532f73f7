import { expect, onTestFinished } from 'vitest'
import type {
  AuthorizeOp,
  Capabilities,
  ModificationOp,
  Instrument,
  OperationType,
  Outcome,
  Ref,
} from '../processor.ts'
import { wait } from '../wait.ts'
import { account, base, card, stored } from './fixtures.ts'
import type { LedgerEntry, Subject, Sums, CardBehavior } from './subject.ts'

export type ModificationType = Exclude<OperationType, 'authorize'>

/** A prepared operation, which can be sent repeatedly with the same references. */
export interface PreparedOperation {
  readonly op: string
  readonly ref: Ref
  send(): Promise<Outcome>
}

/** Declares the tests of one subject, such as reversals, for a processor with these capabilities. */
export type ConformanceGroup = (name: string, setup: Setup, can: Capabilities) => void

export type Setup = ReturnType<typeof createSetup>

/** References of an operation as its caller stores them before it sends. */
const prepared = ({ op, original }: { readonly op: string; readonly original?: Ref }, created?: number): Ref =>
  stored({ account: account.id, op, root: original?.root ?? op, created: created ?? timeOf(op) })

/** When each operation was prepared, so that a repeat has the same references. */
const times = new Map<string, number>()

const timeOf = (op: string): number => {
  const time = times.get(op) ?? Date.now()
  times.set(op, time)
  return time
}

/** Creates a fresh subject for a test, with functions that send operations to it. */
export const createSetup = (make: () => Subject | Promise<Subject>) => async () => {
  const subject = await make()
  const { processor, ledgerEntry, sums } = subject
  onTestFinished(() => subject.close?.())

  const finalOutcomes = new Map<string, Outcome>()
  processor.onUnsolicited?.(({ ref, outcome }) => void finalOutcomes.set(ref.op, outcome))

  /** Waits for the outcome of a pending operation. Any other outcome is returned unchanged. */
  const finalOutcome = async (outcome: Outcome): Promise<Outcome> => {
    if (outcome.result !== 'pending') return outcome
    const { op } = outcome.ref
    await expect.poll(() => finalOutcomes.get(op)?.result, { timeout: 5_000, interval: 5 }).toMatch(/approved|declined/)
    return finalOutcomes.get(op)!
  }

  let passedMs = 0
  /** The other side's time. */
  const now = () => Date.now() + passedMs

  /** Waits until everything that was sent is visible to look-ups. */
  const untilVisible = async () => {
    const ms = processor.can.visibleAfterMs + 15
    if (subject.passTime === undefined) return wait(ms, new AbortController().signal)
    subject.passTime(ms)
    passedMs += ms
  }

  const operation = (behavior: CardBehavior = 'approve', more: Partial<AuthorizeOp> = {}): AuthorizeOp => ({
    ...base(1000n),
    instrument: more.instrument ?? card(subject.cardFor(behavior)),
    allowPartial: true,
    capture: 'later',
    avs: { postal: '10001', line1: '1 Main Street' },
    ...more,
  })

  const send = async (op: AuthorizeOp) => processor.authorize(op, prepared(op))

  const authorize = (behavior?: CardBehavior, more?: Partial<AuthorizeOp>) => send(operation(behavior, more))

  const prepareModification = async (
    type: ModificationType,
    original: Ref,
    minor: bigint,
    more: Partial<ModificationOp> = {},
  ): Promise<PreparedOperation> => {
    const op: ModificationOp = { ...base(minor), original: stored(original), ...more }
    const ref = prepared(op)
    return { op: op.op, ref, send: () => processor[type](op, ref) }
  }

  /** Sends a modification and waits for its outcome. */
  const modify = async (...args: Parameters<typeof prepareModification>): Promise<Outcome> =>
    finalOutcome(await (await prepareModification(...args)).send())

  /** A credit to an instrument, with no original. */
  const preparePayout = async (instrument: Instrument, minor: bigint): Promise<PreparedOperation> => {
    const op = { ...base(minor), unreferenced: true, instrument } as const
    const ref = prepared(op)
    return { op: op.op, ref, send: () => processor.credit(op, ref) }
  }

  /** Passes if the subject has no readable ledger. */
  const expectLedger = async (op: string, entry: Partial<LedgerEntry> | undefined) => {
    if (ledgerEntry === undefined) return
    const found = await ledgerEntry(op)
    if (entry === undefined) expect(found?.effects ?? 0).toBe(0)
    else expect(found).toMatchObject(entry)
  }

  /** Sums that are not given are 0. @param currency ISO 4217 number, by default US dollars */
  const expectSums = async (expected: Partial<Sums>, currency = 840) => {
    const none: Sums = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
    if (sums !== undefined) expect(await sums(account.id, currency)).toEqual({ ...none, ...expected })
  }

  return {
    subject,
    processor,
    finalOutcome,
    now,
    untilVisible,
    prepared,
    operation,
    send,
    authorize,
    prepareModification,
    modify,
    preparePayout,
    expectLedger,
    expectSums,
  }
}
