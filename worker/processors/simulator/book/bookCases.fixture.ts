import { expect, test } from 'vitest'
import { usd } from '../../conformance/fixtures.ts'
import type { Book, BookRehearsal, BookRequest, BookRules } from './book.ts'

const defaultRules: BookRules = {
  captures: 'many',
  voidsOneCapture: true,
  givesBackRest: true,
  repeats: 'byKey',
  finds: 'byOurReference',
  visibleAfterMs: 0,
  answersLater: false,
  settles: 'byGateway',
  now: 1_000,
  outcomeAfterMs: 100,
  settlesAfterMs: null,
  keepsReferenceOf: 'all',
}

export const rulesWith = (more: Partial<BookRules> = {}): BookRules => ({ ...defaultRules, ...more })

export const requestOf = (
  op: string,
  type: BookRequest['type'],
  minor: bigint,
  original: string | null = null,
  more: Partial<BookRequest> = {},
): BookRequest => ({
  type,
  op,
  original: original === null ? null : { op: original, theirs: null },
  money: usd(minor),
  captureNow: false,
  final: false,
  code: '00',
  approved: minor,
  avs: null,
  cvv: null,
  networkTransactionId: null,
  mark: null,
  ...more,
})

const laterAt = (now: number) => rulesWith({ answersLater: true, now })
const visibleAt = (now: number) => rulesWith({ visibleAfterMs: 100, now })
const sentAt = (op: string, created: number) => ({ op, theirs: null, created })

const whole = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Tests of a book with any entry store. @param open a new, empty book */
export const testBook = (name: string, open: () => (Book & BookRehearsal) | Promise<Book & BookRehearsal>): void => {
  /** Performs operations one after the other, and returns their codes. */
  const begin = async (...requests: readonly BookRequest[]) => {
    const book = await open()
    const codes: string[] = []
    for (const request of requests) codes.push((await book.perform(request, rulesWith())).code)
    const states = async (rules = rulesWith()) =>
      (await book.report(whole, null, rules)).operations.map(({ op, state }) => `${op ?? '-'} ${state}`)
    return { book, codes, states }
  }

  test(`${name}: declines what exceeds the payment`, async () => {
    const { codes } = await begin(
      requestOf('a', 'authorize', 1000n),
      requestOf('b', 'capture', 1001n, 'a'),
      requestOf('c', 'capture', 600n, 'a'),
      requestOf('d', 'capture', 401n, 'a'),
      requestOf('e', 'credit', 601n, 'a'),
      requestOf('f', 'credit', 600n, 'c'),
      requestOf('g', 'credit', 1n, 'a'),
      requestOf('h', 'void', 600n, 'c'),
      requestOf('i', 'void', 1000n, 'a'),
      requestOf('j', 'capture', 1n, 'unknown'),
    )
    expect(codes).toEqual(['00', '13', '00', '13', '13', '00', '13', '12', '12', '25'])
  })

  test(`${name}: keeps the issuer's decline, with the trigger and the letters of the card`, async () => {
    const { book } = await begin()
    const declined = requestOf('a', 'authorize', 1000n, null, {
      code: '51',
      approved: 0n,
      avs: 'Y',
      cvv: 'M',
      mark: 'disputed',
    })
    await book.perform(declined, rulesWith())
    const found = await book.lookup({ op: 'a', theirs: null, created: 1_000 }, rulesWith())
    expect(found).toMatchObject({ code: '51', approved: 0n, money: usd(1000n), avs: 'Y', cvv: 'M', mark: 'disputed' })
  })

  test(`${name}: reversal of a void puts what it voided back in effect`, async () => {
    const { book, states } = await begin(
      requestOf('a', 'authorize', 1000n),
      requestOf('b', 'capture', 400n, 'a'),
      requestOf('c', 'void', 1000n, 'a'),
    )
    expect(await states()).toEqual(['a voided', 'b voided', 'c approved'])
    expect(await book.reverse({ op: 'c', theirs: null }, null, 1_000)).toBe('done')
    expect(await states()).toEqual(['a approved', 'b approved', 'c reversed'])
  })

  test(`${name}: reversal of an authorization undoes its captures as well`, async () => {
    const { book, states } = await begin(requestOf('a', 'authorize', 1000n), requestOf('b', 'capture', 400n, 'a'))
    expect(await book.reverse({ op: 'a', theirs: null }, null, 1_000)).toBe('done')
    expect(await states()).toEqual(['a reversed', 'b reversed'])
    expect(await book.reverse({ op: 'z', theirs: null }, null, 1_000)).toBe('notFound')
    expect(await book.reverse({ op: 'a', theirs: 'no reference' }, null, 1_000)).toBe('notFound')
  })

  test(`${name}: an operation sent twice without idempotency is two entries, and reversal by our reference undoes both`, async () => {
    const { book, states } = await begin()
    const never = rulesWith({ repeats: 'never' })
    const request = requestOf('a', 'authorize', 1000n)
    const first = await book.perform(request, never)
    expect((await book.perform(request, never)).theirs).not.toBe(first.theirs)
    await book.reverse({ op: 'a', theirs: first.theirs }, null, 1_000)
    expect(await states()).toEqual(['a reversed', 'a approved'])
    await book.reverse({ op: 'a', theirs: null }, null, 1_000)
    expect(await states()).toEqual(['a reversed', 'a reversed'])
  })

  test(`${name}: a modification refers to one of two equal operations by the book's reference`, async () => {
    const { book, states } = await begin()
    const never = rulesWith({ repeats: 'never' })
    await book.perform(requestOf('a', 'authorize', 1000n), never)
    const { theirs } = await book.perform(requestOf('a', 'authorize', 1000n), never)
    const original = { op: 'a', theirs }
    expect(await book.perform(requestOf('b', 'void', 1000n, 'a', { original }), never)).toHaveProperty('code', '00')
    expect(await states()).toEqual(['a approved', 'a voided', 'b approved'])
  })

  test(`${name}: declines the second capture of a payment that can have one as an invalid transaction`, async () => {
    const { book } = await begin()
    const one = rulesWith({ captures: 'one' })
    const codes: string[] = []
    for (const request of [
      requestOf('a', 'authorize', 1000n),
      requestOf('b', 'capture', 400n, 'a'),
      requestOf('c', 'capture', 400n, 'a'),
    ])
      codes.push((await book.perform(request, one)).code)
    expect(codes).toEqual(['00', '00', '12'])
  })

  test(`${name}: a settled capture is reported as settled and cannot be voided`, async () => {
    const { book, states } = await begin(requestOf('a', 'authorize', 1000n), requestOf('b', 'capture', 400n, 'a'))
    const later = rulesWith({ settlesAfterMs: 500, now: 1_500 })
    expect(await states(rulesWith({ settlesAfterMs: 500, now: 1_499 }))).toEqual(['a approved', 'b approved'])
    expect(await states(later)).toEqual(['a approved', 'b settled'])
    expect(await book.perform(requestOf('c', 'void', 400n, 'b'), later)).toMatchObject({ code: '25' })
  })

  test(`${name}: an outcome that comes later is pending until its time, by the older of both clocks`, async () => {
    const { book, states } = await begin(requestOf('a', 'authorize', 1000n))
    expect(await book.perform(requestOf('b', 'capture', 400n, 'a'), laterAt(1_000))).toHaveProperty('isPending', true)
    expect(await states(laterAt(1_099))).toEqual(['a approved', 'b pending'])
    expect(await states(laterAt(1_100))).toEqual(['a approved', 'b approved'])
    expect(await book.lookup(sentAt('b', 1_000), laterAt(1_050))).toHaveProperty('isPending', true)
    // The account's test clock has moved by a second since.
    expect(await book.lookup(sentAt('b', 0), laterAt(1_050))).toHaveProperty('isPending', false)
  })

  test(`${name}: look-ups and reports show an operation once visibleAfterMs have passed`, async () => {
    const { book, states } = await begin(requestOf('a', 'authorize', 1000n))
    expect([await book.lookup(sentAt('a', 1_000), visibleAt(1_099)), await states(visibleAt(1_099))]).toEqual([
      null,
      [],
    ])
    expect(await book.lookup(sentAt('a', 900), visibleAt(1_000))).toHaveProperty('code', '00')
    expect(await book.lookup(sentAt('a', 1_000), visibleAt(1_100))).toHaveProperty('code', '00')
    expect(await states(visibleAt(1_100))).toEqual(['a approved'])
  })

  test(`${name}: report has pages of 100, and each operation once`, async () => {
    const { book } = await begin(...Array.from({ length: 230 }, (_, at) => requestOf(`op-${at}`, 'authorize', 100n)))
    const pages: number[] = []
    const seen = new Set<string | null>()
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<Book['report']>> = await book.report(whole, cursor, rulesWith())
      pages.push(page.operations.length)
      for (const { op } of page.operations) seen.add(op)
      cursor = page.next
    } while (cursor !== null)
    expect([pages, seen.size]).toEqual([[100, 100, 30], 230])
    expect((await book.report({ from: 1_000, to: 1_001 }, null, rulesWith())).operations).toHaveLength(100)
    expect((await book.report({ from: 0, to: 1_000 }, null, rulesWith())).operations).toEqual([])
  })

  test(`${name}: report of a connection that settles by it lists an operation again in the span of its settlement`, async () => {
    const { book } = await begin(requestOf('a', 'authorize', 1000n), requestOf('b', 'capture', 400n, 'a'))
    const listed = async (from: number, more: Partial<BookRules>) =>
      (
        await book.report({ from, to: 5_000 }, null, rulesWith({ settlesAfterMs: 500, now: 1_500, ...more }))
      ).operations.map(({ op, state }) => `${op} ${state}`)
    expect(await listed(1_001, { settles: 'byReport', now: 1_499 })).toEqual([])
    expect(await listed(1_001, { settles: 'byReport' })).toEqual(['b settled'])
    expect(await listed(1_000, { settles: 'byReport' })).toEqual(['a approved', 'b settled'])
    expect(await listed(1_001, { settles: 'byGateway' })).toEqual([])
    expect(await listed(1_001, { settles: 'byReport', visibleAfterMs: 1 })).toEqual([])
  })

  test(`${name}: report of a connection that settles by it lists an operation again when a request or a rehearsal has changed it`, async () => {
    const { book } = await begin(requestOf('a', 'authorize', 1000n), requestOf('b', 'capture', 400n, 'a'))
    const byReport = rulesWith({ settles: 'byReport', now: 3_000 })
    const listed = async (from: number) =>
      (await book.report({ from, to: 5_000 }, null, byReport)).operations.map(({ op, state }) => `${op} ${state}`)
    await book.change('b', { state: 'settled', at: 1_500 })
    expect([await listed(1_500), await listed(1_501)]).toEqual([['b settled'], []])
    await book.reverse({ op: 'a', theirs: null }, null, 2_000)
    expect(await listed(1_501)).toEqual(['a reversed', 'b reversed'])
  })

  test(`${name}: report shows the return that the trigger of a bank account brings, on the second banking day after settlement`, async () => {
    const monday = Date.UTC(2026, 10, 16)
    const byReport = rulesWith({ settles: 'byReport', settlesAfterMs: 1_000 })
    const { book } = await begin()
    const sale = requestOf('a', 'authorize', 1000n, null, { captureNow: true, mark: 'return:R01' })
    await book.perform(sale, { ...byReport, now: monday })
    const listed = async (from: number, now: number, more: Partial<BookRules> = {}) =>
      (await book.report({ from, to: now + 1 }, null, { ...byReport, now, ...more })).operations
    const wednesday = Date.UTC(2026, 10, 18)
    expect(await listed(monday + 1, wednesday - 1)).toMatchObject([{ op: 'a', state: 'settled' }])
    expect(await listed(wednesday, wednesday)).toMatchObject([{ op: 'a', state: 'returned', returnCode: 'R01' }])
    expect(await listed(monday, wednesday, { settles: 'byGateway' })).toMatchObject([{ op: 'a', state: 'settled' }])
  })

  test(`${name}: report of a connection that keeps references of transactions has none of captures and voids`, async () => {
    const { book } = await begin(
      requestOf('a', 'authorize', 1000n),
      requestOf('b', 'capture', 400n, 'a'),
      requestOf('c', 'credit', 400n, 'a'),
      requestOf('d', 'void', 400n, 'c'),
    )
    const { operations } = await book.report(whole, null, rulesWith({ keepsReferenceOf: 'transactions' }))
    expect(operations.map(({ op, originalOp, type }) => [op, originalOp, type])).toEqual([
      ['a', null, 'authorize'],
      [null, 'a', 'capture'],
      ['c', 'a', 'credit'],
      [null, 'c', 'void'],
    ])
  })

  test(`${name}: rehearsal forgets, adds and changes operations`, async () => {
    const { book, states } = await begin(requestOf('a', 'authorize', 1000n), requestOf('b', 'authorize', 500n))
    expect([await book.forget('a'), await book.forget('a')]).toEqual([1, 0])
    expect(await book.lookup({ op: 'a', theirs: null, created: 0 }, rulesWith())).toBeNull()
    const theirs = await book.add({ type: 'authorize', money: usd(700n), at: 990 })
    await book.add({ type: 'capture', money: usd(700n), original: theirs, at: 995 })
    expect(await book.change('b', { approved: 499n, state: 'voided' })).toBe(1)
    expect(await states()).toEqual(['b voided', '- approved', '- approved'])
    const { operations } = await book.report(whole, null, rulesWith())
    expect(operations.map(({ money }) => money)).toEqual([usd(499n), usd(700n), usd(700n)])
    expect(operations[2]).toMatchObject({ op: null, type: 'capture', original: theirs, at: 995 })
    expect(await book.change('unknown', { code: '51' })).toBe(0)
  })
}
