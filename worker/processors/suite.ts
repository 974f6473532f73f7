import { describe, expect, onTestFinished, test } from 'vitest'
import { declineCodes } from '#contract/responseCodes'
import { Secret } from '#contract/secret'
import type {
  AuthorizeOp,
  Card,
  FollowUpOp,
  Intent,
  Money,
  OperationType,
  Processor,
  Ref,
  UnreferencedCreditOp,
} from './processor.ts'

/** How the next authorization with a card is to be treated. `silent` has an effect and no answer. */
export type Treatment = 'approve' | 'decline' | 'partial' | 'silent' | 'drop'

/** What the other side's book says of an operation. */
export interface BookEntry {
  readonly state: 'approved' | 'declined' | 'reversed' | 'voided'
  /** How often money was held or moved for it: never more than once. */
  readonly effects: number
}

export interface Subject {
  readonly processor: Processor
  /** Prepares the other side, where that is needed, and answers the number of a card that is treated so. */
  cardFor(treatment: Treatment): string
  /** Absent where the other side keeps no book that can be read. */
  book?(op: string): Promise<BookEntry | undefined> | BookEntry | undefined
  close?(): Promise<void>
}

const account = { id: 'account-1', mode: 'test', strictTestPans: false } as const
const usd = (minor: bigint): Money => ({ minor, currency: 840, exponent: 2 })

/** As the database gives it back: what does not survive this is lost in a crash. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const base = (minor: bigint) => ({
  op: String(91_234_567_000_000 + Math.floor(Math.random() * 1_000_000)),
  account,
  amount: usd(minor),
  deadline: Date.now() + 5_000,
  signal: new AbortController().signal,
})

/**
 * The promises of `Processor`, as tests. Every processor runs it against its own other side, real or simulated:
 *
 *     processorSuite('simulator', () => ({ processor: simulator(), cardFor: (treatment) => pans[treatment] }))
 *
 * @param make a fresh processor for each test
 */
export const processorSuite = (name: string, make: () => Subject | Promise<Subject>): void => {
  const start = async () => {
    const subject = await make()
    const { processor, book } = subject
    onTestFinished(() => subject.close?.())

    /** Prepares, stores, sends: as the caller must. */
    const prepared = async (intent: Intent): Promise<Ref> => stored(await processor.prepare(intent))

    const operation = (treatment: Treatment = 'approve', more: Partial<AuthorizeOp> = {}): AuthorizeOp => ({
      ...base(1000n),
      instrument: more.instrument ?? card(subject.cardFor(treatment)),
      allowPartial: true,
      capture: 'later',
      avs: { postal: '10001', line1: '1 Main Street' },
      ...more,
    })

    const send = async (op: AuthorizeOp) => processor.authorize(op, await prepared({ type: 'authorize', ...op }))

    const authorize = (treatment?: Treatment, more?: Partial<AuthorizeOp>) => send(operation(treatment, more))

    const followUp = async (type: Exclude<OperationType, 'authorize'>, original: Ref, minor: bigint) => {
      const op: FollowUpOp = { ...base(minor), original: stored(original) }
      return processor[type](op, await prepared({ type, ...op }))
    }

    /** Holds where there is no book to read: then nothing can be said. */
    const expectBook = async (op: string, entry: Partial<BookEntry> | undefined) => {
      if (book === undefined) return
      const found = await book(op)
      if (entry === undefined) expect(found?.effects ?? 0).toBe(0)
      else expect(found).toMatchObject(entry)
    }

    return { subject, processor, prepared, operation, send, authorize, followUp, expectBook }
  }

  /** Everything that is left of an authorization with this security code, as text: with us, and in the book. */
  const traces = async (treatment: Treatment, op: string, cvv: string) => {
    const { subject, processor, operation, prepared } = await start()
    const pan = subject.cardFor(treatment)
    const deadline = Date.now() + (treatment === 'silent' ? 100 : 5_000)
    const sent = operation(treatment, { op, instrument: card(pan, cvv), deadline })
    const ref = await prepared({ type: 'authorize', ...sent })
    const outcome = await processor.authorize(sent, ref)
    return { pan, ours: printed([ref, outcome]), theirs: printed(await subject.book?.(op)) ?? '' }
  }

  describe(`${name} prepares`, () => {
    test('references that survive the database, and sends nothing', async () => {
      const { processor, operation, expectBook } = await start()
      const op = operation()
      const ref = await processor.prepare({ type: 'authorize', ...op })
      expect(stored(ref)).toEqual(ref)
      expect(ref).toMatchObject({ processor: processor.name, account: account.id, op: op.op, root: op.op })
      await expectBook(op.op, undefined)
    })

    test('the same references for the same intent', async () => {
      const { processor, operation } = await start()
      const op = operation()
      expect(await processor.prepare({ type: 'authorize', ...op })).toEqual(
        await processor.prepare({ type: 'authorize', ...op }),
      )
    })

    test('without seeing a card', async () => {
      const { processor, operation } = await start()
      const { op, amount } = operation()
      expect(await processor.prepare({ type: 'authorize', op, amount, account })).toHaveProperty('op', op)
    })

    test('a follow-up under the root of its original', async () => {
      const { processor, authorize } = await start()
      const { ref } = await authorize()
      const captured = await processor.prepare({ type: 'capture', ...base(500n), original: ref })
      const credited = await processor.prepare({ type: 'credit', ...base(500n), original: captured })
      expect([captured.root, credited.root]).toEqual([ref.op, ref.op])
      expect(captured.op).not.toBe(ref.op)
    })
  })

  describe(`${name} authorizes`, () => {
    test.each([1000n, 1999n, 1234n, 1005n, 1n])('an ordinary %d in full', async (minor) => {
      const { operation, send, expectBook } = await start()
      const op = operation('approve', { amount: usd(minor) })
      expect(await send(op)).toMatchObject({ result: 'approved', code: '00', approved: usd(minor), ref: { op: op.op } })
      await expectBook(op.op, { state: 'approved', effects: 1 })
    })

    test.each([
      { minor: 1000n, currency: 392, exponent: 0 },
      { minor: 10_010n, currency: 48, exponent: 3 },
    ])('currencies without decimals and with three: %o', async (amount) => {
      const { authorize } = await start()
      expect(await authorize('approve', { amount })).toMatchObject({ result: 'approved', approved: amount })
    })

    test('with an auth code of six characters, and the letters of both checks', async () => {
      const { authorize } = await start()
      const outcome = await authorize()
      expect(outcome).toMatchObject({ result: 'approved', avs: expect.stringMatching(/^[A-Z]$/) })
      expect(outcome).toMatchObject({ authCode: expect.stringMatching(/^[0-9A-Z]{6}$/) })
      expect(outcome).toMatchObject({ cvv: expect.stringMatching(/^[A-Z]$/) })
    })

    test('and captures in one step', async () => {
      const { authorize, followUp } = await start()
      const sold = await authorize('approve', { capture: 'now' })
      expect(sold).toMatchObject({ result: 'approved', approved: usd(1000n) })
      expect(await followUp('credit', sold.ref, 1000n)).toMatchObject({ result: 'approved' })
    })

    test('not what is declined, and says why in a code of the table', async () => {
      const { operation, send, expectBook } = await start()
      const op = operation('decline')
      const outcome = await send(op)
      expect(outcome.result).toBe('declined')
      expect(Object.keys(declineCodes)).toContain(outcome.result === 'declined' ? outcome.code : undefined)
      await expectBook(op.op, { state: 'declined', effects: 0 })
    })

    test('an account with an amount of 0, and holds nothing', async () => {
      const { authorize } = await start()
      expect(await authorize('approve', { amount: usd(0n) })).toMatchObject({ code: '85', approved: usd(0n) })
    })

    test('a part, only for who can take a part', async () => {
      const { processor, authorize } = await start()
      const partial = await authorize('partial')
      const whole = await authorize('partial', { allowPartial: false })
      if (processor.can.partialApproval) {
        const minor = partial.result === 'approved' ? partial.approved.minor : -1n
        expect(partial).toMatchObject({ result: 'approved', code: '10' })
        expect(minor > 0n && minor < 1000n).toBe(true)
      }
      expect(whole.result === 'approved' ? whole.approved : whole.result).toSatisfy(
        (answer: Money | string) => answer === 'declined' || (typeof answer === 'object' && answer.minor === 1000n),
      )
    })
  })

  describe(`${name} repeats`, () => {
    test('the same operation with one effect and one answer', async () => {
      const { operation, send, expectBook } = await start()
      const op = operation()
      const first = await send(op)
      expect(await send(op)).toEqual(first)
      await expectBook(op.op, { state: 'approved', effects: 1 })
    })

    test('in parallel too', async () => {
      const { operation, send, expectBook } = await start()
      const op = operation()
      const outcomes = await Promise.all([send(op), send(op), send(op)])
      expect(outcomes).toEqual([outcomes[0], outcomes[0], outcomes[0]])
      await expectBook(op.op, { state: 'approved', effects: 1 })
    })

    test('a capture with one effect', async () => {
      const { processor, prepared, authorize, expectBook } = await start()
      const { ref } = await authorize()
      const op: FollowUpOp = { ...base(1000n), original: stored(ref) }
      const sent = await prepared({ type: 'capture', ...op })
      const first = await processor.capture(op, sent)
      expect(first).toMatchObject({ result: 'approved', approved: usd(1000n) })
      expect(await processor.capture(op, sent)).toEqual(first)
      await expectBook(op.op, { state: 'approved', effects: 1 })
    })

    test('nothing of one operation in another', async () => {
      const { authorize } = await start()
      const [one, other] = await Promise.all([authorize(), authorize()])
      expect(one.ref.op).not.toBe(other.ref.op)
    })
  })

  describe(`${name} follows up`, () => {
    test('with captures in parts, then a credit', async () => {
      const { processor, authorize, followUp } = await start()
      const { ref } = await authorize()
      const first = await followUp('capture', ref, 400n)
      expect(first).toMatchObject({ result: 'approved', approved: usd(400n) })
      if (processor.can.multiCapture) {
        expect(await followUp('capture', ref, 600n)).toMatchObject({ result: 'approved', approved: usd(600n) })
      }
      expect(await followUp('credit', first.ref, 400n)).toMatchObject({ result: 'approved', approved: usd(400n) })
    })

    test('with a void', async () => {
      const { authorize, followUp, expectBook } = await start()
      const { ref } = await authorize()
      expect(await followUp('void', ref, 1000n)).toMatchObject({ result: 'approved' })
      await expectBook(ref.op, { state: 'voided' })
    })

    test('with a credit to a card and no original, where it can', async () => {
      const { subject, processor, prepared } = await start()
      if (!processor.can.unreferencedCredit) return
      const instrument = card(subject.cardFor('approve'))
      const op: UnreferencedCreditOp = { ...base(700n), unreferenced: true, instrument }
      expect(await processor.credit(op, await prepared({ type: 'credit', ...op }))).toMatchObject({
        result: 'approved',
        approved: usd(700n),
      })
    })
  })

  describe(`${name} does not know`, () => {
    test.each(['silent', 'drop'] as const)(
      'what became of an operation after a %s, and undoes it',
      async (treatment) => {
        const { processor, operation, send, expectBook } = await start()
        const op = operation(treatment, { deadline: Date.now() + 100 })
        const outcome = await send(op)
        expect(outcome.result).toBe('unknown')
        const sent = stored(outcome.ref)
        expect(['done', 'notFound']).toContain(await processor.reverse(sent, 1))
        // A repeat of the reversal, because its acknowledgement can be lost too.
        expect(['done', 'notFound']).toContain(await processor.reverse(sent, 2))
        await expectBook(op.op, { state: 'reversed' })
      },
    )

    test('later than the deadline', async () => {
      const { authorize } = await start()
      const begun = Date.now()
      expect(await authorize('silent', { deadline: begun + 100 })).toMatchObject({ reason: 'timeout' })
      expect(Date.now() - begun).toBeLessThan(2_000)
    })

    test('when it is told to stop, and stops', async () => {
      const { authorize } = await start()
      const stop = new AbortController()
      const begun = Date.now()
      setTimeout(() => stop.abort(), 30)
      expect(await authorize('silent', { signal: stop.signal, deadline: begun + 30_000 })).toHaveProperty(
        'result',
        'unknown',
      )
      expect(Date.now() - begun).toBeLessThan(2_000)
    })

    test('but is sure of what it was told not to send', async () => {
      const { operation, send, expectBook } = await start()
      const op = operation('approve', { signal: AbortSignal.abort() })
      expect(await send(op)).toMatchObject({ result: 'notSent', ref: { op: op.op } })
      await expectBook(op.op, undefined)
    })
  })

  describe(`${name} reverses`, () => {
    test('an approval', async () => {
      const { processor, authorize, expectBook } = await start()
      const { ref } = await authorize()
      expect(await processor.reverse(stored(ref), 1)).toBe('done')
      await expectBook(ref.op, { state: 'reversed', effects: 1 })
    })

    test('by what was stored before sending, too', async () => {
      const { processor, operation, prepared, expectBook } = await start()
      const op = operation()
      const ref = await prepared({ type: 'authorize', ...op })
      await processor.authorize(op, ref)
      expect(await processor.reverse(ref, 1)).toBe('done')
      await expectBook(op.op, { state: 'reversed' })
    })

    test('what never arrived, without complaint', async () => {
      const { processor, operation, prepared } = await start()
      const ref = await prepared({ type: 'authorize', ...operation() })
      expect(['done', 'notFound']).toContain(await processor.reverse(ref, 1))
    })

    test.each([{}, { op: '' }, { op: '../book', root: '\0', raw: '{' }, { processor: 'another', op: '1' }])(
      'or says that it cannot, and never throws: %o',
      async (odd) => {
        const { processor } = await start()
        expect(['done', 'notFound', 'retry']).toContain(await processor.reverse(odd as unknown as Ref, 1))
      },
    )
  })

  describe(`${name} tells nobody`, () => {
    test.each(['approve', 'decline', 'partial', 'silent', 'drop'] as const)(
      'the card of an operation it has to %s',
      async (treatment) => {
        const { op } = base(0n)
        const { pan, ours, theirs } = await traces(treatment, op, '987')
        expect(ours).toContain(op)
        expect(ours + theirs).not.toContain(pan.slice(0, -4))
        // Three digits can stand in any number by chance, so the proof is that another code leaves the same traces.
        expect((await traces(treatment, op, '654')).ours).toBe(ours)
      },
    )
  })

  describe(`${name} knows itself`, () => {
    test('by name, by what it can, and how it feels', async () => {
      const { processor } = await start()
      expect(processor.name).toMatch(/^[a-z0-9-]+$/)
      expect(processor.can.lookup).toBe(processor.lookup !== undefined)
      expect(await processor.health()).toBe('up')
    })
  })
}

const card = (pan: string, cvv = '123'): Card => ({
  kind: 'card',
  pan: new Secret(pan),
  expiry: '1230',
  cvv: new Secret(cvv),
  name: 'Ada Lovelace',
  entry: 'ecom',
})

/** A Secret in it would throw. */
const printed = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
