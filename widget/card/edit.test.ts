import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkFacts, networkOf } from '#contract/card/networks'
import { deletionDirection, digitsOf, type Edit } from './edit.ts'
import { parseExpiryText } from './expiryText.ts'
import { formatCardNumber } from './formatCardNumber.ts'
import { CARD_FIELDS } from './fieldKinds.ts'

const around = { network: 'unknown', nowMs: 0 } as const
type Kind = 'number' | 'code' | 'expiry'

/** A field's text with its caret as `|`. */
const shown = ({ value, caret }: { value: string; caret: number }) => `${value.slice(0, caret)}|${value.slice(caret)}`

/** A text with a caret, or with a selection between two. */
const parts = (text: string) => {
  const [left = '', middle = '', ...rest] = text.split('|')
  const right = rest.length > 0 ? rest.join('') : middle
  const selection = rest.length > 0 ? middle : ''
  return { left, selection, right, before: left + selection + right }
}

/** What is left of a text when something is put in the place of its selection, as the browser does before we hear of it. */
const put = (text: string, typed: string, deletion: Edit['deletion'] = null): Edit => {
  const { left, selection, right, before } = parts(text)
  return {
    value: left + typed + right,
    caret: left.length + typed.length,
    previousValue: before,
    deletion,
    hadSelection: selection !== '',
    isBulk: typed.length !== 1,
  }
}
const insert = (kind: Kind, text: string, typed: string) => shown(CARD_FIELDS[kind].edit(put(text, typed), around))

/** Deletes the selection, else so many characters beside the caret. */
const remove = (kind: Kind, text: string, deletion: 'backward' | 'forward', count = 1) => {
  const { left, selection, right, before } = parts(text)
  const [from, to] =
    deletion === 'backward' ? [left.slice(0, Math.max(left.length - count, 0)), right] : [left, right.slice(count)]
  const edit = selection ? put(text, '', deletion) : { ...put(`${from}|${to}`, '', deletion), before }
  return shown(CARD_FIELDS[kind].edit(edit, around))
}

const type = (kind: Kind, keys: string, start = '|') => [...keys].reduce((text, key) => insert(kind, text, key), start)

describe('digits', () => {
  it('are read in every script that Unicode knows', () => {
    const systems = Intl.supportedValuesOf('numberingSystem')
      .map((numberingSystem) => new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(9876543210))
      .filter((text) => /^\p{Nd}+$/u.test(text))
    expect(systems.length).toBeGreaterThan(50)
    for (const text of systems) expect(digitsOf(text), text).toBe('9876543210')
  })

  it('are all that is left of a text', () => {
    expect(digitsOf('٤٢ 4-2x²½Ⅷ')).toBe('4242')
  })
})

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['4444333322221111455', '4444 3333 2222 1111 455|'],
    ['5555 5555-5555.4444', '5555 5555 5555 4444|'],
    ['55555555555544449', '5555 5555 5555 4444|'],
    ['4242x', '4242|'],
  ])('typed as %s is %s', (keys, text) => {
    expect(type('number', keys)).toBe(text)
  })

  it.each([
    ['with dashes, into an empty field', '|', '4444-3333-2222-1111-455', '4444 3333 2222 1111 455|'],
    ['with spaces around', '|', ' 4242 4242 4242 4242\n', '4242 4242 4242 4242|'],
    ['in full width', '|', '４２４２４２４２', '4242 4242|'],
    ['in Arabic-Indic digits', '|', '٤٢٤٢', '4242|'],
    ['in Bengali digits', '|', '৪২৪২', '4242|'],
    ['into the middle', '4242 |4242', '1111', '4242 1111 |4242'],
    ['into the middle of a long one', '4242 |4242 4242', '1111', '4242 1111 |4242 4242'],
    ['beyond the longest', '|', '42424242424242424242', '4242 4242 4242 4242 424|'],
    ['where there is room for half of it', '5555 |5555 5555 44', '1234', '5555 12|55 5555 5544'],
    ['over a selection in a full field', '5555 |5555| 5555 4444', '123456', '5555 1234 |5555 4444'],
    ['over another, longer one', '|4444 3333 2222 1111 455|', '378282246310005', '3782 822463 10005|'],
    ['with words around', '|', 'Card: 4242 4242 4242 4242 exp 12/30', '4242 4242 4242 4242|'],
    ['with expiry and code', '|', '3782-822463-10005, 12/30, 1234', '3782 822463 10005|'],
    ['in words after a few typed digits', '42|', ' Visa 4242 4242 4242 4242 exp 12/30', '4242 4242 4242 4242|'],
    ['with letters alone, which are dropped', '4242 4242 4242 4|242', 'xyz', '4242 4242 4242 4|242'],
  ])('is pasted %s', (_, text, pasted, result) => {
    expect(insert('number', text, pasted)).toBe(result)
  })

  it('of 19 digits is pasted with any separator', () => {
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
    ['a digit into a full field, which takes none', '42|42 4242 4242 4242 424', '9', '42|42 4242 4242 4242 424'],
    ['a digit that makes it the number of another network', '|4242 4242 4242 4242', '3', '|4242 4242 4242 4242'],
    ['a digit over a selection', '4|24|2 4242', '9', '49|24 242'],
    ['a letter, which is dropped', '42|42', 'x', '42|42'],
  ])('takes %s', (_, text, key, result) => {
    expect(insert('number', text, key)).toBe(result)
  })

  it.each([
    ['the digit before the caret', '4242 42|42', 'backward', '4242 4|42'],
    ['the digit after the caret', '4242 |4242', 'forward', '4242 |242'],
    ['the digit beyond a separator, backward', '4242 |4242', 'backward', '424|4 242'],
    ['the digit beyond a separator, forward', '4242| 4242', 'forward', '4242 |242'],
    ['the last digit', '4242 4|', 'backward', '4242|'],
    ['nothing at the start', '|4242', 'backward', '|4242'],
    ['nothing where only a separator is selected', '4242| |4242', 'backward', '4242| 4242'],
  ] as const)('loses %s', (_, text, deletion, result) => {
    expect(remove('number', text, deletion)).toBe(result)
  })
})

/** What a field of digits is behind its separators: a list of digits, and a selection in it. */
type Model = { digits: string; start: number; end: number }

const model = (text: string): Model => {
  const { left, selection } = parts(text)
  const start = digitsOf(left).length
  return { digits: digitsOf(text), start, end: start + digitsOf(selection).length }
}

/** What became of a list of digits: its text, where only the digits before the caret count. */
const outcome = (result: string) => ({ text: result.replace('|', ''), position: digitsOf(parts(result).left).length })

/** Every place of the caret and every selection in a text. */
const everywhere = (text: string) =>
  Array.from({ length: text.length + 1 }, (_, start) =>
    Array.from({ length: text.length - start + 1 }, (_, length) => {
      const end = start + length
      return length === 0
        ? `${text.slice(0, start)}|${text.slice(start)}`
        : `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`
    }),
  ).flat()

const spliced = ({ digits, start, end }: Model, typed: string): Model => {
  const all = digits.slice(0, start) + typed + digits.slice(end)
  return { digits: all, start: start + typed.length, end: start + typed.length }
}

/** A key that deletes: the selection, or so many digits beside the caret. */
const deleted = ({ digits, start, end }: Model, deletion: 'backward' | 'forward', count: number): Model =>
  start < end
    ? spliced({ digits, start, end }, '')
    : deletion === 'backward'
      ? spliced({ digits, start: Math.max(start - count, 0), end }, '')
      : spliced({ digits, start, end: end + count }, '')

const longest = (digits: string) => networkFacts(networkOf(digits)).lengths.at(-1)!

/** As much of what comes as there is room for: where nothing fits, all that was there stays. */
const typedInto = (before: Model, typed: string, limit: (digits: string) => number): Model => {
  const rest = before.digits.length - (before.end - before.start)
  const most = Math.max(limit(spliced(before, typed).digits), before.digits.length)
  return spliced(before, typed.slice(0, most - rest))
}

describe('whatever is done at whatever place of a card number, it is done to the digits', () => {
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

  it.each(['9', '3', 'x', '4-4', '55 55', '٤٢', '4242424242424242424242'])('where %j is put in', (typed) => {
    for (const place of numbers.flatMap(everywhere)) {
      const { digits, start } = typedInto(model(place), digitsOf(typed), longest)
      expect(outcome(insert('number', place, typed)), place).toEqual({
        text: formatCardNumber(digits),
        position: start,
      })
    }
  })

  it.each([
    ['backward', 1],
    ['forward', 1],
    // A word, and a line.
    ['backward', 5],
    ['forward', 5],
    ['backward', 99],
    ['forward', 99],
  ] as const)('where %s %s are deleted', (deletion, count) => {
    for (const place of numbers.flatMap(everywhere)) {
      const { left, selection, right } = parts(place)
      const gone = deletion === 'backward' ? left.slice(-count) : right.slice(0, count)
      // A key that would only take a separator takes the digit beyond it.
      const digitsGone = selection ? 0 : Math.max(digitsOf(gone).length, gone ? 1 : 0)
      const { digits, start } = deleted(model(place), deletion, digitsGone)
      const result = outcome(remove('number', place, deletion, count))
      expect(result, place).toEqual({ text: formatCardNumber(digits), position: start })
      const onlySeparators = selection !== '' && digitsOf(selection) === ''
      if ((selection || gone) && !onlySeparators) expect(result.text).not.toBe(place.replaceAll('|', ''))
    }
  })

  it('in any order', () => {
    const put = fc.string({ unit: fc.constantFrom(...'0123456789 -'), maxLength: 6 })
    const step = fc.record({ at: fc.nat(30), length: fc.nat(4), put: fc.option(put), forward: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let text = '|'
        for (const { at, length, put, forward } of steps) {
          const places = everywhere(text.replace('|', ''))
          const place = places[(at * 31 + length) % places.length]!
          const before = model(place)
          if (put === null) {
            text = remove('number', place, forward ? 'forward' : 'backward')
            const lost = before.digits.length - digitsOf(text).length
            expect(lost).toBeLessThanOrEqual(Math.max(before.end - before.start, 1))
          } else {
            text = insert('number', place, put)
            const after = typedInto(before, digitsOf(put), longest)
            expect(outcome(text)).toEqual({ text: formatCardNumber(after.digits), position: after.start })
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('an expiry', () => {
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
    ['1530', '01 / 53|'],
    ['12/2030', '12 / 30|'],
    ['122030', '12 / 30|'],
    ['4/2030', '04 / 30|'],
    ['1', '1|'],
    ['1x', '1|'],
    ['12', '12 / |'],
    ['00', '00 / |'],
    ['12309', '12 / 30|'],
    ['১২৩০', '12 / 30|'],
  ])('typed as %s is %s', (keys, text) => {
    expect(type('expiry', keys)).toBe(text)
  })

  const written = [
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
  it.each(written)('pasted or filled in as %j is read', (text) => {
    expect(insert('expiry', '|', text)).toBe('12 / 30|')
    expect(insert('expiry', '|11 / 48|', text)).toBe('12 / 30|')
    expect(CARD_FIELDS.expiry.toApi(text)).toBe('1230')
  })

  it.each([
    ['1/30', '01 / 30|'],
    ['1/2030', '01 / 30|'],
    ['2030-1', '01 / 30|'],
    // Four digits are never a year.
    ['2030', '20 / 30|'],
    ['12/2130', '12 / 2130|'],
    ['12/31/2030', '12 / 3120|'],
  ])('pasted or filled in as %s is %s', (text, result) => {
    expect(insert('expiry', '|', text)).toBe(result)
  })

  it.each(['', '/', '1', '130', '12030', '12/3', '13/30', '00/30', '12/1999', '2030-13', '12/30/31', 'Dec'])(
    'is not to be read from %j',
    (text) => {
      expect(parseExpiryText(text)).toBeNull()
    },
  )

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
  ])('loses a digit to backspace at %s', (text, result) => {
    expect(remove('expiry', text, 'backward')).toBe(result)
  })

  it.each([
    ['|12| / 30', '5', '05| / 30'],
    ['|12| / 30', '1', '1|3 / 0'],
    ['12 / |30|', '2031', '12 / 31|'],
    ['12 / 3|0', '1', '12 / 3|0'],
    ['|1', '4', '04| / 1'],
  ])('with %s takes %s and is %s', (text, typed, result) => {
    const [month, year] = result.split('|')
    const found = insert('expiry', text, typed)
    expect(found.replace('|', '')).toBe(`${month}${year}`)
    expect(digitsOf(parts(found).left)).toBe(digitsOf(month!))
  })

  it('keeps its digits and the place of the caret, whatever key is pressed at whatever place', () => {
    const months = ['12 / 30', '01 / 3', '12 / 203', '12 / 2130', '11 / ', '1', '']
    for (const place of months.flatMap(everywhere)) {
      const before = model(place)
      for (const key of '0123456789') {
        const { text, position } = outcome(insert('expiry', place, key))
        const after = typedInto(before, key, (digits) => (digits.slice(2, 4) === '20' ? 6 : 4))
        // A zero before the month completes it; four digits of a year become two.
        const all = digitsOf(text)
        const whole = parseExpiryText(after.digits)
        const candidates = [
          after.digits,
          `0${after.digits}`,
          ...(whole ? [CARD_FIELDS.expiry.toApi(after.digits)] : []),
        ]
        expect(candidates, `${place} ${key}`).toContain(all)
        if (all === after.digits) expect(position, `${place} ${key}`).toBe(after.start)
        if (all === `0${after.digits}`) expect(position, `${place} ${key}`).toBe(after.start + 1)
      }
      for (const deletion of ['backward', 'forward'] as const) {
        const { left, selection, right } = parts(place)
        const gone = (deletion === 'backward' ? left : right) !== '' && !selection ? 1 : 0
        const after = deleted(before, deletion, gone)
        const { text, position } = outcome(remove('expiry', place, deletion))
        expect([digitsOf(text), position], `${place} ${deletion}`).toEqual([after.digits, after.start])
      }
    }
  })
})

/** A security code that is typed with a digit more than any has. */
const typedCode = (network: 'visa' | 'amex' | 'unknown') =>
  [...'12345'].reduce((before, key) => CARD_FIELDS.code.edit(put(`${before}|`, key), { network, nowMs: 0 }).value, '')

it('takes three digits of a security code or four, by the network', () => {
  expect(typedCode('visa')).toBe('123')
  expect(typedCode('amex')).toBe('1234')
  expect(typedCode('unknown')).toBe('1234')
})

it('takes four digits of a security code that is filled in before its number is', () => {
  expect(CARD_FIELDS.code.edit(put('|123|', '1234'), { network: 'visa', nowMs: 0 }).value).toBe('1234')
})

it.each([
  ['deleteContentBackward', 'backward'],
  ['deleteContentForward', 'forward'],
  ['deleteWordForward', 'forward'],
  ['deleteByCut', 'backward'],
  ['insertText', null],
  ['', null],
])('calls %s a deletion: %s', (inputType, deletion) => {
  expect(deletionDirection(inputType)).toBe(deletion)
})
