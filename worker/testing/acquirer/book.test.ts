import { beforeEach, describe, expect, test } from 'vitest'
import { type Book, openBook } from './book.ts'
import type { OperationRequest } from './wire.ts'

let book: Book
beforeEach(() => {
  book = openBook()
})

const ask = (type: OperationRequest['type'], op: string, minor: number, more: Partial<OperationRequest> = {}) =>
  book.perform({ type, op, account: 'acc', minor: String(minor), currency: 840, ...more }).code

const sums = () => {
  const { authorized, captured, credited } = book.totals('acc', 840)
  return [authorized, captured, credited].map(Number)
}

describe('the book', () => {
  test('adds up what stands, by account and currency', () => {
    ask('authorize', 'a', 1000)
    ask('authorize', 'sale', 300, { captureNow: true })
    ask('capture', 'c', 400, { original: 'a' })
    ask('credit', 'r', 100, { original: 'a' })
    ask('authorize', 'other', 5000, { account: 'another' })
    ask('authorize', 'yen', 5000, { currency: 392 })
    expect(sums()).toEqual([1300, 700, 100])
    expect(Number(book.totals('another', 840).authorized)).toBe(5000)
    expect(Number(book.totals('acc', 392).authorized)).toBe(5000)
  })

  test('lets nobody capture more than is authorized', () => {
    ask('authorize', 'a', 1000)
    expect(ask('capture', 'c1', 600, { original: 'a' })).toBe('00')
    expect(ask('capture', 'c2', 401, { original: 'a' })).toBe('13')
    expect(ask('capture', 'c3', 400, { original: 'c1' })).toBe('00')
    expect(sums()).toEqual([1000, 1000, 0])
  })

  test('lets nobody credit more than is captured', () => {
    ask('authorize', 'a', 1000)
    expect(ask('credit', 'r0', 1, { original: 'a' })).toBe('13')
    ask('capture', 'c', 600, { original: 'a' })
    expect(ask('credit', 'r1', 600, { original: 'c' })).toBe('00')
    expect(ask('credit', 'r2', 1, { original: 'a' })).toBe('13')
    expect(ask('credit', 'r3', 50)).toBe('00')
    expect(sums()).toEqual([1000, 600, 650])
  })

  test.each(['capture', 'void', 'credit'] as const)('finds nothing to %s where there is no original', (type) => {
    expect(ask(type, 'x', 100, { original: 'nowhere' })).toBe('25')
    book.perform({ type: 'authorize', op: 'd', account: 'acc', minor: '100', currency: 840 }, { code: '51' })
    expect(ask(type, 'y', 100, { original: 'd' })).toBe('25')
  })

  test('captures no sale again, and nothing in another currency', () => {
    ask('authorize', 'sale', 300, { captureNow: true })
    ask('authorize', 'a', 300)
    expect(ask('capture', 'c', 300, { original: 'sale' })).toBe('25')
    expect(ask('capture', 'd', 300, { original: 'a', currency: 978 })).toBe('25')
  })

  test('a void strikes out a payment with its captures, and only once', () => {
    ask('authorize', 'a', 1000)
    ask('capture', 'c', 400, { original: 'a' })
    expect(ask('void', 'v', 1000, { original: 'a' })).toBe('00')
    expect([book.find('a')?.state, book.find('c')?.state, book.find('v')?.state]).toEqual([
      'voided',
      'voided',
      'approved',
    ])
    expect(ask('void', 'w', 1000, { original: 'a' })).toBe('25')
    expect(ask('void', 'x', 1000, { original: 'v' })).toBe('25')
    expect(sums()).toEqual([0, 0, 0])
  })

  test('a void of a capture gives its amount back to the authorization', () => {
    ask('authorize', 'a', 1000)
    ask('capture', 'c', 1000, { original: 'a' })
    ask('void', 'v', 1000, { original: 'c' })
    expect(book.find('a')?.state).toBe('approved')
    expect(ask('capture', 'd', 1000, { original: 'a' })).toBe('00')
  })

  test('a void that is reversed has voided nothing', () => {
    ask('authorize', 'a', 1000)
    ask('void', 'v', 1000, { original: 'a' })
    expect(book.reverse('v')).toBe('done')
    expect(book.find('a')?.state).toBe('approved')
  })

  test('does an operation once, however often it is asked', () => {
    expect([ask('authorize', 'a', 1000), ask('authorize', 'a', 1000), ask('authorize', 'a', 1000)]).toEqual([
      '00',
      '00',
      '00',
    ])
    expect(book.find('a')).toMatchObject({ effects: 1, requests: 3 })
    expect(sums()).toEqual([1000, 0, 0])
  })

  test('a decline has no effect and stays a decline when it is reversed', () => {
    book.perform({ type: 'authorize', op: 'd', account: 'acc', minor: '100', currency: 840 }, { code: '51' })
    expect(book.reverse('d')).toBe('done')
    expect(book.find('d')).toMatchObject({ state: 'declined', effects: 0, reversals: 1, approved: '0' })
  })

  test('what was reversed stays so: a request that comes after is refused', () => {
    ask('authorize', 'a', 1000)
    expect([book.reverse('a'), book.reverse('a')]).toEqual(['done', 'done'])
    expect(ask('authorize', 'a', 1000)).toBe('94')
    expect([book.reverse('b'), book.reverse('b')]).toEqual(['notFound', 'notFound'])
    expect(ask('authorize', 'b', 1000)).toBe('94')
    expect(book.find('b')).toMatchObject({ state: 'reversed', effects: 0, reversals: 2 })
    expect(sums()).toEqual([0, 0, 0])
  })
})
