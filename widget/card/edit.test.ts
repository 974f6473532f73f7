import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsOf } from '#contract/card/digits'
import { parseExpiryText } from '#contract/card/expiryText'
import { networkFacts, networkOf } from '#contract/card/networks'
import { deletionDirection, type Edit } from './edit.ts'
import { formatCardNumber } from './formatCardNumber.ts'
import { CARD_FIELDS } from './fieldKinds.ts'

const context = { network: 'unknown', nowMs: 0 } as const
type Kind = 'number' | 'code' | 'expiry'

/** A field's text, with the caret as `|`. */
const print = ({ value, caret }: { value: string; caret: number }) => `${value.slice(0, caret)}|${value.slice(caret)}`

/** Splits a text at the caret `|`, or at a selection between two `|`. */
const split = (text: string) => {
  const [left = '', middle = '', ...rest] = text.split('|')
  const right = rest.length > 0 ? rest.join('') : middle
  const selection = rest.length > 0 ? middle : ''
  return { left, selection, right, before: left + selection + right }
}

/** The browser's edit that replaces the selection of a text. */
const replaceSelection = (text: string, typed: string, deletion: Edit['deletion'] = null): Edit => {
  const { left, selection, right, before } = split(text)
  return {
    value: left + typed + right,
    caret: left.length + typed.length,
    previousValue: before,
    deletion,
    hadSelection: selection !== '',
    isBulk: typed.length !== 1,
  }
}
const insert = (kind: Kind, text: string, typed: string) =>
  print(CARD_FIELDS[kind].edit(replaceSelection(text, typed), context))

/** Deletes the selection, else `count` characters beside the caret. */
const remove = (kind: Kind, text: string, deletion: 'backward' | 'forward', count = 1) => {
  const { left, selection, right, before } = split(text)
  const [from, to] =
    deletion === 'backward' ? [left.slice(0, Math.max(left.length - count, 0)), right] : [left, right.slice(count)]
  const edit = selection
    ? replaceSelection(text, '', deletion)
    : { ...replaceSelection(`${from}|${to}`, '', deletion), previousValue: before }
  return print(CARD_FIELDS[kind].edit(edit, context))
}

const type = (kind: Kind, keys: string, start = '|') => [...keys].reduce((text, key) => insert(kind, text, key), start)

describe('card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['4444333322221111455', '4444 3333 2222 1111 455|'],
    ['5555 5555-5555.4444', '5555 5555 5555 4444|'],
    ['55555555555544449', '5555 5555 5555 4444|'],
    ['4242x', '4242|'],
  ])('a card number typed as %s is displayed as %s', (keys, text) => {
    expect(type('number', keys)).toBe(text)
  })

  it.each([
    ['with dashes, into an empty field', '|', '4444-3333-2222-1111-455', '4444 3333 2222 1111 455|'],
    ['with spaces around', '|', ' 4242 4242 4242 4242\n', '4242 4242 4242 4242|'],
    ['in full width', '|', '４２４２４２４２', '4242 4242|'],
    ['in Arabic-Indic digits', '|', '٤٢٤٢', '4242|'],
    ['in Bengali digits', '|', '৪২৪২', '4242|'],
    ['into the middle', '4242 |4242', '1111', '4242 1111 |4242'],
    ['into the middle of a long number', '4242 |4242 4242', '1111', '4242 1111 |4242 4242'],
    ['with more than 19 digits', '|', '42424242424242424242', '4242 4242 4242 4242 424|'],
    ['with more digits than fit', '5555 |5555 5555 44', '1234', '5555 12|55 5555 5544'],
    ['over a selection in a full field', '5555 |5555| 5555 4444', '123456', '5555 1234 |5555 4444'],
    ['over a longer number', '|4444 3333 2222 1111 455|', '378282246310005', '3782 822463 10005|'],
    ['with words around', '|', 'Card: 4242 4242 4242 4242 exp 12/30', '4242 4242 4242 4242|'],
    ['with expiry and code', '|', '3782-822463-10005, 12/30, 1234', '3782 822463 10005|'],
    ['in a sentence after two typed digits', '42|', ' Visa 4242 4242 4242 4242 exp 12/30', '4242 4242 4242 4242|'],
    ['with only letters, which are dropped', '4242 4242 4242 4|242', 'xyz', '4242 4242 4242 4|242'],
  ])('a card number pasted %s is formatted', (_, text, pasted, result) => {
    expect(insert('number', text, pasted)).toBe(result)
  })

  it('a pasted card number of 19 digits accepts all separators', () => {
    const separators = [...' \u00a0\u2009\u202f\u3000\t\n\r-‐‑‒–—―−._/\\·•,:;|*x', '  ', ' - ', '\u200b', '']
    for (const separator of separators) {
      const pasted = ['4444', '3333', '2222', '1111', '455'].join(separator)
      expect(insert('number', '|', pasted), JSON.stringify(separator)).toBe('4444 3333 2222 1111 455|')
    }
  })

  it.each([
    ['a digit in the middle', '42|42 4242', '9', '429|4 2424 2'],
    ['a digit before a separator', '4242| 4242', '9', '4242 9|424 2'],
    ['a digit after a separator', '4242 |4242', '9', '4242 9|424 2'],
    ['a digit that fills a group', '424|4 2', '9', '4249 |42'],
    ['a digit in a full field, which is dropped', '42|42 4242 4242 4242 424', '9', '42|42 4242 4242 4242 424'],
    ['a digit that would change the network of a full number', '|4242 4242 4242 4242', '3', '|4242 4242 4242 4242'],
    ['a digit over a selection', '4|24|2 4242', '9', '49|24 242'],
    ['a letter, which is dropped', '42|42', 'x', '42|42'],
  ])('a card number handles typing of %s', (_, text, key, result) => {
    expect(insert('number', text, key)).toBe(result)
  })

  it.each([
    ['the digit before the caret', '4242 42|42', 'backward', '4242 4|42'],
    ['the digit after the caret', '4242 |4242', 'forward', '4242 |242'],
    ['the digit beyond a separator, backward', '4242 |4242', 'backward', '424|4 242'],
    ['the digit beyond a separator, forward', '4242| 4242', 'forward', '4242 |242'],
    ['the last digit', '4242 4|', 'backward', '4242|'],
    ['nothing, at the start', '|4242', 'backward', '|4242'],
    ['nothing, for a selected separator', '4242| |4242', 'backward', '4242| 4242'],
  ] as const)('a deletion in a card number removes %s', (_, text, deletion, result) => {
    expect(remove('number', text, deletion)).toBe(result)
  })
})

/** Model of a field of digits without separators: the digits and the selection. */
type Model = { digits: string; start: number; end: number }

const model = (text: string): Model => {
  const { left, selection } = split(text)
  const start = digitsOf(left).length
  return { digits: digitsOf(text), start, end: start + digitsOf(selection).length }
}

/** A field's text, and the number of digits before the caret. */
const observed = (result: string) => ({ text: result.replace('|', ''), position: digitsOf(split(result).left).length })

/** All caret positions and selections in a text. */
const allSelections = (text: string) =>
  Array.from({ length: text.length + 1 }, (_, start) =>
    Array.from({ length: text.length - start + 1 }, (_, length) => {
      const end = start + length
      return length === 0
        ? `${text.slice(0, start)}|${text.slice(start)}`
        : `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`
    }),
  ).flat()

const splice = ({ digits, start, end }: Model, typed: string): Model => {
  const all = digits.slice(0, start) + typed + digits.slice(end)
  return { digits: all, start: start + typed.length, end: start + typed.length }
}

/** Deletes the selection, or `count` digits beside the caret. */
const deleteDigits = ({ digits, start, end }: Model, deletion: 'backward' | 'forward', count: number): Model =>
  start < end
    ? splice({ digits, start, end }, '')
    : deletion === 'backward'
      ? splice({ digits, start: Math.max(start - count, 0), end }, '')
      : splice({ digits, start, end: end + count }, '')

const maxDigits = (digits: string) => networkFacts(networkOf(digits)).lengths.at(-1)!

/** Inserts as many digits as fit; existing digits stay. */
const insertInto = (before: Model, typed: string, limit: (digits: string) => number): Model => {
  const rest = before.digits.length - (before.end - before.start)
  const most = Math.max(limit(splice(before, typed).digits), before.digits.length)
  return splice(before, typed.slice(0, most - rest))
}

describe('card number at all caret positions and selections', () => {
  const numbers = [
    '4242424242424242',
    '378282246310005',
    '36227206271667',
    '4444333322221111455',
    '4222222222222',
    '5555555',
    '6279',
    '',
  ].map(formatCardNumber)

  it.each(['9', '3', 'x', '4-4', '55 55', '٤٢', '4242424242424242424242'])(
    'insertion of %j at any position of a card number matches the model',
    (typed) => {
      for (const state of numbers.flatMap(allSelections)) {
        const { digits, start } = insertInto(model(state), digitsOf(typed), maxDigits)
        expect(observed(insert('number', state, typed)), state).toEqual({
          text: formatCardNumber(digits),
          position: start,
        })
      }
    },
  )

  it.each([
    ['backward', 1],
    ['forward', 1],
    // Deletion of a word or line.
    ['backward', 5],
    ['forward', 5],
    ['backward', 99],
    ['forward', 99],
  ] as const)('deletion (%s, %s characters) at any position of a card number matches the model', (deletion, count) => {
    for (const state of numbers.flatMap(allSelections)) {
      const { left, selection, right } = split(state)
      const gone = deletion === 'backward' ? left.slice(-count) : right.slice(0, count)
      // A key that deletes only a separator deletes the digit beyond it.
      const digitsGone = selection ? 0 : Math.max(digitsOf(gone).length, gone ? 1 : 0)
      const { digits, start } = deleteDigits(model(state), deletion, digitsGone)
      const result = observed(remove('number', state, deletion, count))
      expect(result, state).toEqual({ text: formatCardNumber(digits), position: start })
      const onlySeparators = selection !== '' && digitsOf(selection) === ''
      if ((selection || gone) && !onlySeparators) expect(result.text).not.toBe(state.replaceAll('|', ''))
    }
  })

  it('random insertions and deletions in a card number match the model', () => {
    const insertion = fc.string({ unit: fc.constantFrom(...'0123456789 -'), maxLength: 6 })
    const step = fc.record({ at: fc.nat(30), length: fc.nat(4), inserted: fc.option(insertion), forward: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let text = '|'
        for (const { at, length, inserted, forward } of steps) {
          const positions = allSelections(text.replace('|', ''))
          const state = positions[(at * 31 + length) % positions.length]!
          const before = model(state)
          if (inserted === null) {
            text = remove('number', state, forward ? 'forward' : 'backward')
            const lost = before.digits.length - digitsOf(text).length
            expect(lost).toBeLessThanOrEqual(Math.max(before.end - before.start, 1))
          } else {
            text = insert('number', state, inserted)
            const after = insertInto(before, digitsOf(inserted), maxDigits)
            expect(observed(text)).toEqual({ text: formatCardNumber(after.digits), position: after.start })
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('expiry date', () => {
  it.each([
    ['1230', '12 / 30|'],
    ['12/30', '12 / 30|'],
    ['12 / 30', '12 / 30|'],
    ['12-30', '12 / 30|'],
    ['430', '04 / 30|'],
    ['4/30', '04 / 30|'],
    ['1/30', '01 / 30|'],
    ['1-30', '01 / 30|'],
    ['1 30', '01 / 30|'],
    ['1530', '15 / 30|'],
    ['13/27', '13 / 27|'],
    ['4527', '04 / 527|'],
    ['2027-10', '10 / 27|'],
    ['2027-1', '2027-1|'],
    ['2', '2|'],
    ['12/2030', '12 / 30|'],
    ['122030', '12 / 30|'],
    ['4/2030', '04 / 30|'],
    ['1', '1|'],
    ['1x', '1x|'],
    ['12', '12 / |'],
    ['00', '00 / |'],
    ['12309', '12 / 309|'],
    ['১২৩০', '12 / 30|'],
  ])('an expiry date typed as %s is displayed as %s', (keys, text) => {
    expect(type('expiry', keys)).toBe(text)
  })

  const formats = [
    '12/30',
    '12 / 30',
    '12/2030',
    '12 / 2030',
    '1230',
    '122030',
    '12-30',
    '12.2030',
    '12 30',
    ' 12/30\n',
    '2030-12',
    '2030/12',
    '2030 12',
    '203012',
    '١٢/٣٠',
    '１２／２０３０',
    'exp. 12/30',
  ]
  it.each(formats)('an expiry date pasted or autofilled as %j is parsed as 12 / 30', (text) => {
    expect(insert('expiry', '|', text)).toBe('12 / 30|')
    expect(insert('expiry', '|11 / 48|', text)).toBe('12 / 30|')
    expect(CARD_FIELDS.expiry.toApi(text)).toBe('1230')
  })

  it.each([
    ['1/30', '01 / 30|'],
    ['1/2030', '01 / 30|'],
    ['2030-1', '01 / 30|'],
    // Four digits are never a year.
    ['2030', '2030|'],
    ['12/2130', '12 / 2130|'],
    ['12/31/2030', '12 / 31/2030|'],
    ['Oct 2030', 'Oct 2030|'],
  ])('an expiry date pasted or autofilled as %s is displayed as %s', (text, result) => {
    expect(insert('expiry', '|', text)).toBe(result)
  })

  it.each([
    ['12 / 3|', '12|'],
    ['12 / |', '1|'],
    ['12|', '1|'],
    ['1|', '|'],
    ['12 / |30', '1|3 / 0'],
    ['12 / |30|', '12|'],
    ['|12 / |30', '|30'],
    ['12| / |30', '12| / 30'],
    ['12 / 2130|', '12 / 213|'],
  ])('backspace in the expiry date %s leaves %s', (text, result) => {
    expect(remove('expiry', text, 'backward')).toBe(result)
  })

  it.each([
    ['|12| / 30', '5', '05| / 30'],
    ['|12| / 30', '1', '1|3 / 0'],
    ['12 / |30|', '2031', '12 / 31|'],
    ['12 / 3|0', '1', '12 / 3|0'],
    ['|1', '4', '04| / 1'],
    ['|1', '2', '02| / 1'],
  ])('the expiry date %s after typing %s is %s', (text, typed, result) => {
    const [month, year] = result.split('|')
    const found = insert('expiry', text, typed)
    expect(found.replace('|', '')).toBe(`${month}${year}`)
    expect(digitsOf(split(found).left)).toBe(digitsOf(month!))
  })

  it('each key at any position of an expiry date keeps the digits and the caret', () => {
    const months = ['12 / 30', '01 / 3', '12 / 203', '12 / 2130', '11 / ', '1', '']
    for (const state of months.flatMap(allSelections)) {
      const before = model(state)
      for (const key of '0123456789') {
        const { text, position } = observed(insert('expiry', state, key))
        // Surplus digits are dropped only within the date: at its end they make it wrong.
        const isAtEnd = before.end === before.digits.length
        const after = insertInto(before, key, (digits) => (isAtEnd ? 9 : digits.slice(2, 4) === '20' ? 6 : 4))
        // The month may get a leading zero; a four-digit year becomes two digits.
        const all = digitsOf(text)
        const whole = parseExpiryText(after.digits)
        const candidates = [
          after.digits,
          `0${after.digits}`,
          ...(whole ? [CARD_FIELDS.expiry.toApi(after.digits)] : []),
        ]
        expect(candidates, `${state} ${key}`).toContain(all)
        if (all === after.digits) expect(position, `${state} ${key}`).toBe(after.start)
        if (all === `0${after.digits}`) expect(position, `${state} ${key}`).toBe(after.start + 1)
      }
      for (const deletion of ['backward', 'forward'] as const) {
        const { left, selection, right } = split(state)
        const gone = (deletion === 'backward' ? left : right) !== '' && !selection ? 1 : 0
        const after = deleteDigits(before, deletion, gone)
        const { text, position } = observed(remove('expiry', state, deletion))
        expect([digitsOf(text), position], `${state} ${deletion}`).toEqual([after.digits, after.start])
      }
    }
  })
})

/** The security code after typing five digits. */
const typedCode = (network: 'visa' | 'amex' | 'unknown') =>
  [...'12345'].reduce(
    (before, key) => CARD_FIELDS.code.edit(replaceSelection(`${before}|`, key), { network, nowMs: 0 }).value,
    '',
  )

it('a security code has three or four digits, by network', () => {
  expect(typedCode('visa')).toBe('123')
  expect(typedCode('amex')).toBe('1234')
  expect(typedCode('unknown')).toBe('1234')
})

it('an autofilled security code of four digits is kept before the number is known', () => {
  expect(CARD_FIELDS.code.edit(replaceSelection('|123|', '1234'), { network: 'visa', nowMs: 0 }).value).toBe('1234')
})

it.each([
  ['deleteContentBackward', 'backward'],
  ['deleteContentForward', 'forward'],
  ['deleteWordForward', 'forward'],
  ['deleteByCut', 'backward'],
  ['insertText', null],
  ['', null],
])('deletionDirection(%j) returns %s', (inputType, deletion) => {
  expect(deletionDirection(inputType)).toBe(deletion)
})
