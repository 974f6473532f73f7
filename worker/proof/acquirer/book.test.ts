import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Book, openBook } from './book.ts'
import type { OperationRequest } from './wire.ts'

let book: Book
beforeEach(() => {
  book = openBook()
})

type More = Partial<OperationRequest>

const request = (type: OperationRequest['type'], op: string, minor: number, more: More = {}): OperationRequest => ({
  type,
  op,
  account: 'acc',
  minor: String(minor),
  currency: 840,
  ...more,
})

const ask = (type: OperationRequest['type'], op: string, minor: number, more: More = {}) =>
  book.perform(request(type, op, minor, more)).code

const authorize = (op: string, minor: number, more?: More) => ask('authorize', op, minor, more)
const capture = (op: string, minor: number, original: string, more?: More) =>
  ask('capture', op, minor, { original, ...more })
const credit = (op: string, minor: number, original: string) => ask('credit', op, minor, { original })
const cancel = (op: string, original: string) => ask('void', op, 1, { original })

/** Authorized, captured, credited, released, held. */
const sums = (account = 'acc', currency = 840) => {
  const { authorized, captured, credited, released, held } = book.totals(account, currency)
  return [authorized, captured, credited, released, held].map(Number)
}

const states = (...ops: string[]) => ops.map((op) => book.find(op)?.state)

describe('the book', () => {
  test('adds up what stands, by account and currency', () => {
    authorize('a', 1000)
    authorize('sale', 300, { captureNow: true })
    capture('c', 400, 'a')
    credit('r', 100, 'a')
    authorize('other', 5000, { account: 'another' })
    authorize('yen', 5000, { currency: 392 })
    expect(sums()).toEqual([1300, 700, 100, 0, 600])
    expect(sums('another')).toEqual([5000, 0, 0, 0, 5000])
    expect(sums('acc', 392)).toEqual([5000, 0, 0, 0, 5000])
  })

  test('does an operation once, however often it is asked', () => {
    expect([authorize('a', 1000), authorize('a', 1000), authorize('a', 1000)]).toEqual(['00', '00', '00'])
    expect(book.find('a')).toMatchObject({ effects: 1, requests: 3 })
    expect([capture('c', 600, 'a'), capture('c', 600, 'a')]).toEqual(['00', '00'])
    expect([credit('r', 600, 'a'), credit('r', 600, 'a')]).toEqual(['00', '00'])
    expect([cancel('v', 'r'), cancel('v', 'r')]).toEqual(['00', '00'])
    expect(sums()).toEqual([1000, 600, 0, 0, 400])
  })

  test('lets an order make less of an approval, and never an approval of what it refuses', () => {
    authorize('a', 1000)
    expect(book.perform(request('capture', 'c', 1001, { original: 'a' }), { code: '10', minor: '500' }).code).toBe('13')
    expect(book.perform(request('capture', 'd', 800, { original: 'a' }), { code: '10', minor: '500' }).minor).toBe(
      '500',
    )
    expect(sums()).toEqual([1000, 500, 0, 0, 500])
  })

  test('a decline has no effect and stays a decline when it is reversed', () => {
    book.perform(request('authorize', 'd', 100), { code: '51' })
    expect(book.reverse('d')).toBe('done')
    expect(book.find('d')).toMatchObject({ state: 'declined', effects: 0, reversals: 1, approved: '0' })
  })
})

describe('what it refuses', () => {
  test('capturing more than is held', () => {
    authorize('a', 1000)
    expect(capture('c1', 600, 'a')).toBe('00')
    expect(capture('c2', 401, 'a')).toBe('13')
    expect(capture('c3', 400, 'c1')).toBe('00')
    expect(capture('c4', 1, 'a')).toBe('13')
    expect(sums()).toEqual([1000, 1000, 0, 0, 0])
  })

  test('crediting more than is captured', () => {
    authorize('a', 1000)
    expect(credit('r0', 1, 'a')).toBe('13')
    capture('c', 600, 'a')
    expect(credit('r1', 600, 'c')).toBe('00')
    expect(credit('r2', 1, 'a')).toBe('13')
    expect(sums()).toEqual([1000, 600, 600, 0, 400])
  })

  test.each([0, -1])('moving %d', (minor) => {
    authorize('a', 1000)
    capture('c', 500, 'a')
    expect([capture('d', minor, 'a'), credit('r', minor, 'a'), ask('credit', 'u', minor)]).toEqual(['13', '13', '13'])
  })

  test.each(['capture', 'void', 'credit'] as const)(
    'a %s of what is not there, declined, voided or reversed',
    (type) => {
      book.perform(request('authorize', 'declined', 100), { code: '51' })
      for (const op of ['voided', 'reversed']) {
        authorize(op, 100)
        capture(`of ${op}`, 50, op)
      }
      cancel('v', 'voided')
      book.reverse('reversed')
      for (const original of ['nowhere', 'declined', 'voided', 'reversed', 'v', ''])
        expect(ask(type, `${type} of ${original}`, 50, { original })).toBe('25')
    },
  )

  test.each(['capture', 'void', 'credit'] as const)('a %s in another currency, or by another account', (type) => {
    authorize('a', 300)
    capture('c', 100, 'a')
    expect(ask(type, 'x', 100, { original: 'a', currency: 978 })).toBe('25')
    expect(ask(type, 'y', 100, { original: 'a', account: 'another' })).toBe('25')
    expect(sums()).toEqual([300, 100, 0, 0, 200])
    expect(sums('another')).toEqual([0, 0, 0, 0, 0])
  })

  test('capturing a sale again, and crediting a credit', () => {
    authorize('sale', 300, { captureNow: true })
    ask('credit', 'payout', 300)
    expect(capture('c', 300, 'sale')).toBe('25')
    expect(credit('r', 300, 'payout')).toBe('25')
    expect(credit('s', 300, 'sale')).toBe('00')
    expect(sums()).toEqual([300, 300, 600, 0, 0])
  })
})

describe('a void', () => {
  test('strikes out a payment with its captures, and only once', () => {
    authorize('a', 1000)
    capture('c', 400, 'a')
    expect(cancel('v', 'a')).toBe('00')
    expect(states('a', 'c', 'v')).toEqual(['voided', 'voided', 'approved'])
    expect([cancel('w', 'a'), cancel('x', 'v'), cancel('y', 'c')]).toEqual(['25', '25', '25'])
    expect(sums()).toEqual([0, 0, 0, 0, 0])
  })

  test('of one of three captures restores exactly its amount', () => {
    authorize('a', 1000)
    for (const [op, minor] of [
      ['c1', 200],
      ['c2', 300],
      ['c3', 400],
    ] as const)
      capture(op, minor, 'a')
    expect(cancel('v', 'c2')).toBe('00')
    expect(states('a', 'c1', 'c2', 'c3')).toEqual(['approved', 'approved', 'voided', 'approved'])
    expect(sums()).toEqual([1000, 600, 0, 0, 400])
    expect([capture('d', 401, 'a'), capture('e', 400, 'a')]).toEqual(['13', '00'])
  })

  test('of one credit lets its amount be credited again', () => {
    authorize('sale', 1000, { captureNow: true })
    credit('r1', 700, 'sale')
    credit('r2', 300, 'sale')
    expect(cancel('v', 'r1')).toBe('00')
    expect(sums()).toEqual([1000, 1000, 300, 0, 0])
    expect([credit('r3', 701, 'sale'), credit('r4', 700, 'sale')]).toEqual(['13', '00'])
  })

  test('of a credit without an original undoes it', () => {
    ask('credit', 'payout', 500)
    expect(sums()).toEqual([0, 0, 500, 0, 0])
    expect(cancel('v', 'payout')).toBe('00')
    expect(sums()).toEqual([0, 0, 0, 0, 0])
  })

  test('takes no money from under a credit', () => {
    authorize('a', 1000)
    capture('c', 400, 'a')
    capture('d', 100, 'a')
    credit('r', 400, 'a')
    expect([cancel('v', 'a'), cancel('w', 'c')]).toEqual(['12', '12'])
    expect(cancel('x', 'd')).toBe('00')
    expect([cancel('y', 'r'), cancel('z', 'a')]).toEqual(['00', '00'])
  })

  test('finds nothing that is settled, and what is not settled it finds', () => {
    authorize('a', 1000)
    authorize('b', 1000)
    authorize('sale', 10, { captureNow: true })
    authorize('other', 1000, { account: 'another', captureNow: true })
    capture('c', 400, 'a')
    book.close('acc')
    capture('d', 300, 'a')
    credit('r', 100, 'a')
    for (const op of ['a', 'c', 'sale']) expect(cancel(`void of ${op}`, op)).toBe('25')
    for (const op of ['r', 'd', 'b']) expect(cancel(`void of ${op}`, op)).toBe('00')
    expect(ask('void', 'o', 1000, { original: 'other', account: 'another' })).toBe('00')
    expect(book.find('c')).toMatchObject({ settled: true, state: 'approved' })
    expect(sums()).toEqual([1010, 410, 0, 0, 600])
  })

  test('that is reversed has voided nothing', () => {
    authorize('a', 1000)
    cancel('v', 'a')
    expect(book.reverse('v')).toBe('done')
    expect(states('a', 'v')).toEqual(['approved', 'reversed'])
    expect(cancel('w', 'a')).toBe('00')
  })
})

describe('a rest', () => {
  test('is given back, and the captures stand', () => {
    authorize('a', 1000)
    capture('c', 400, 'a')
    expect(book.reverse('a', '600')).toBe('done')
    expect(sums()).toEqual([1000, 400, 0, 600, 0])
    expect(book.find('a')).toMatchObject({ state: 'approved', released: '600', reversals: 1 })
    expect(capture('d', 1, 'a')).toBe('13')
  })

  test('is a sum from the beginning: a repeat or an old message gives nothing back twice', () => {
    authorize('a', 1000)
    capture('c', 400, 'a')
    book.reverse('a', '600')
    cancel('v', 'c')
    expect([book.reverse('a', '600'), sums()]).toEqual(['done', [1000, 0, 0, 600, 400]])
    expect([book.reverse('a', '1000'), sums()]).toEqual(['done', [1000, 0, 0, 1000, 0]])
    expect([book.reverse('a', '600'), sums()]).toEqual(['done', [1000, 0, 0, 1000, 0]])
  })

  test('never takes back what was captured', () => {
    authorize('a', 1000)
    capture('c', 400, 'a')
    expect(book.reverse('a', '601')).toBe('done')
    expect(sums()).toEqual([1000, 400, 0, 600, 0])
  })

  test('of nothing is nothing', () => {
    book.perform(request('authorize', 'd', 100), { code: '51' })
    authorize('v', 100)
    cancel('w', 'v')
    expect([book.reverse('d', '100'), book.reverse('v', '100'), book.reverse('nowhere', '100')]).toEqual([
      'done',
      'done',
      'notFound',
    ])
    expect(states('d', 'v')).toEqual(['declined', 'voided'])
    expect(sums()).toEqual([0, 0, 0, 0, 0])
  })

  test('is given back by a final capture, and stays given back when that is voided', () => {
    authorize('a', 1000)
    capture('c', 300, 'a')
    expect(capture('d', 200, 'a', { final: true })).toBe('00')
    expect(sums()).toEqual([1000, 500, 0, 500, 0])
    expect(capture('e', 1, 'a')).toBe('13')
    book.reverse('a', '500')
    cancel('v', 'd')
    expect(sums()).toEqual([1000, 300, 0, 500, 200])
  })

  test('stays where a final capture is refused', () => {
    authorize('a', 1000)
    expect(capture('c', 1001, 'a', { final: true })).toBe('13')
    book.perform(request('capture', 'd', 500, { original: 'a', final: true }), { code: '96' })
    expect(sums()).toEqual([1000, 0, 0, 0, 1000])
  })
})

describe('what was reversed', () => {
  test('stays so: a request that comes after is refused', () => {
    authorize('a', 1000)
    expect([book.reverse('a'), book.reverse('a')]).toEqual(['done', 'done'])
    expect(authorize('a', 1000)).toBe('94')
    expect([book.reverse('b'), book.reverse('b')]).toEqual(['notFound', 'notFound'])
    expect(authorize('b', 1000)).toBe('94')
    expect(book.find('b')).toMatchObject({ state: 'reversed', effects: 0, reversals: 2 })
    expect(sums()).toEqual([0, 0, 0, 0, 0])
  })

  test('is undone alone, whether capture or credit', () => {
    authorize('a', 1000)
    capture('c', 400, 'a')
    capture('d', 100, 'a')
    credit('r', 50, 'a')
    book.reverse('r')
    book.reverse('c')
    expect(sums()).toEqual([1000, 100, 0, 0, 900])
  })
})

test('whatever is asked of it, in whatever order, its sums hold', () => {
  const op = fc.integer({ min: 0, max: 12 }).map(String)
  const command = fc.record({
    does: fc.constantFrom('authorize', 'capture', 'capture', 'void', 'credit', 'reverse', 'rest', 'close'),
    op,
    original: op,
    minor: fc.integer({ min: 0, max: 1000 }),
    final: fc.boolean(),
  } as const)
  const voidThatSaysFinal = [
    { does: 'authorize', op: '3', original: '0', minor: 0, final: false },
    { does: 'void', op: '1', original: '3', minor: 1, final: true },
    { does: 'reverse', op: '1', original: '0', minor: 0, final: false },
  ] as const
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      book = openBook()
      for (const { does, op: id, original, minor, final } of commands) {
        // A capture is repeated until its answer is known, so nobody reverses one.
        if (does === 'close') book.close('acc')
        else if (does === 'reverse' && book.find(id)?.type !== 'capture') book.reverse(id)
        else if (does === 'rest') book.reverse(id, String(minor))
        else if (does !== 'reverse')
          ask(does, id, minor, { ...(does === 'authorize' ? {} : { original }), ...(final ? { final } : {}) })
        const { authorized, captured, credited, released, held } = book.totals('acc', 840)
        expect(captured + released + held).toBe(authorized)
        for (const sum of [captured, credited, released, held]) expect(sum).toBeGreaterThanOrEqual(0n)
        expect(credited).toBeLessThanOrEqual(captured)
      }
    }),
    // A void that says final gave money back that nobody had.
    { numRuns: 200, examples: [[[...voidThatSaysFinal]]] },
  )
})
