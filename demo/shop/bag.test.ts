import { describe, expect, test } from 'vitest'
import { changeBag, readBag, totalsOf, writeBag } from './bag.ts'

describe('bag', () => {
  test('the bag of a new visitor contains one mug', () => {
    expect(writeBag(readBag(undefined))).toBe('tide-mug:1')
  })

  test('an emptied bag stays empty', () => {
    expect(readBag(writeBag([]))).toEqual([])
  })

  test.each([
    ['tide-mug:2.plum-bowl:1', 'tide-mug:2.plum-bowl:1'],
    ['tide-mug:99', 'tide-mug:9'],
    ['tide-mug:-1', ''],
    ['tide-mug:1e9.yacht:1', ''],
    ['tide-mug', ''],
    ['<script>:1', ''],
  ])('bag cookie %j is parsed as %j', (text, bag) => {
    expect(writeBag(readBag(text))).toBe(bag)
  })

  test('changing the bag adds and removes products and ignores unknown ones', () => {
    const two = changeBag(readBag(undefined), 'tide-mug', 1)
    expect(writeBag(two)).toBe('tide-mug:2')
    expect(writeBag(changeBag(two, 'tide-mug', -2))).toBe('')
    expect(writeBag(changeBag(two, 'tide-mug', -3))).toBe('')
    expect(changeBag(two, 'yacht', 1)).toBe(two)
  })

  test('bag totals include shipping and tax in whole cents', () => {
    expect(totalsOf(readBag('tide-mug:1'))).toEqual({ subtotal: 1800, shipping: 450, tax: 158, total: 2408 })
    expect(totalsOf([])).toEqual({ subtotal: 0, shipping: 0, tax: 0, total: 0 })
  })
})
