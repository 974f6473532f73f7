import { expect, onTestFinished } from 'vitest'
import type { AuthorizeOp, ModificationOp, Instrument, Intent, OperationType, Outcome, Ref } from '../processor.ts'
import { account, base, card, stored } from './fixtures.ts'
import type { LedgerEntry, Subject, Sums, CardBehavior } from './subject.ts'

export type ModificationType = Exclude<OperationType, 'authorize'>

/** An operation that is prepared, and can be sent again and again with the same references. */
export interface PreparedOperation {
  readonly op: string
  readonly ref: Ref
  send(): Promise<Outcome>
}

/** A part of the suite: declares its tests under the subject's name. */
export type ConformanceGroup = (name: string, start: Setup) => void

export type Setup = ReturnType<typeof createSetup>

/** What every test begins with: a fresh subject, and the words to ask it with. */
export const createSetup = (make: () => Subject | Promise<Subject>) => async () => {
  const subject = await make()
  const { processor, ledgerEntry, sums } = subject
  onTestFinished(() => subject.close?.())

  /** Prepares and stores, as the caller must before it sends. */
  const prepared = async (intent: Intent): Promise<Ref> => stored(await processor.prepare(intent))

  const operation = (treatment: CardBehavior = 'approve', more: Partial<AuthorizeOp> = {}): AuthorizeOp => ({
    ...base(1000n),
    instrument: more.instrument ?? card(subject.cardFor(treatment)),
    allowPartial: true,
    capture: 'later',
    avs: { postal: '10001', line1: '1 Main Street' },
    ...more,
  })

  const send = async (op: AuthorizeOp) => processor.authorize(op, await prepared({ type: 'authorize', ...op }))

  const authorize = (treatment?: CardBehavior, more?: Partial<AuthorizeOp>) => send(operation(treatment, more))

  const prepareFollowUp = async (
    type: ModificationType,
    original: Ref,
    minor: bigint,
    more: Partial<ModificationOp> = {},
  ): Promise<PreparedOperation> => {
    const op: ModificationOp = { ...base(minor), original: stored(original), ...more }
    const ref = await prepared({ type, ...op })
    return { op: op.op, ref, send: () => processor[type](op, ref) }
  }

  const followUp = async (...asked: Parameters<typeof prepareFollowUp>): Promise<Outcome> =>
    (await prepareFollowUp(...asked)).send()

  /** A credit to an instrument, with no original. */
  const preparePayout = async (instrument: Instrument, minor: bigint): Promise<PreparedOperation> => {
    const op = { ...base(minor), unreferenced: true, instrument } as const
    const ref = await prepared({ type: 'credit', ...op })
    return { op: op.op, ref, send: () => processor.credit(op, ref) }
  }

  /** Holds where there is no ledger to read. */
  const expectLedger = async (op: string, entry: Partial<LedgerEntry> | undefined) => {
    if (ledgerEntry === undefined) return
    const found = await ledgerEntry(op)
    if (entry === undefined) expect(found?.effects ?? 0).toBe(0)
    else expect(found).toMatchObject(entry)
  }

  /** Of US dollars, unless another currency is named; what is not named is 0. */
  const expectSums = async (expected: Partial<Sums>, currency = 840) => {
    const none: Sums = { authorized: 0n, captured: 0n, credited: 0n, released: 0n, held: 0n }
    if (sums !== undefined) expect(await sums(account.id, currency)).toEqual({ ...none, ...expected })
  }

  return {
    subject,
    processor,
    prepared,
    operation,
    send,
    authorize,
    prepareFollowUp,
    followUp,
    preparePayout,
    expectLedger,
    expectSums,
  }
}
