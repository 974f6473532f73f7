import { describe, expect, test } from 'vitest'
import { bodyParts } from '../bodyMembers.fixtures.ts'
import { bodyWith, errorAt, errorsIn, json } from '../requestBodies.fixtures.ts'
import { parseInstant, parseQueryInstant } from './instant.ts'

const dates = [
  ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2000-02-29', '2000-02-29T00:00:00.000Z'],
  ['1970-01-01', '1970-01-01T00:00:00.000Z'],
] as const

const dateTimes = [
  ['2026-11-20T10:30:15Z', '2026-11-20T10:30:15.000Z'],
  ['2026-11-20t10:30:15.1z', '2026-11-20T10:30:15.100Z'],
  ['2026-11-20T10:30:15.123456789Z', '2026-11-20T10:30:15.123Z'],
  ['2026-11-20T00:30:00+01:00', '2026-11-19T23:30:00.000Z'],
  ['2026-11-20T23:30:00-05:45', '2026-11-21T05:15:00.000Z'],
  ['2026-11-20T10:30:15-00:00', '2026-11-20T10:30:15.000Z'],
  ['2028-02-29T23:59:59.999Z', '2028-02-29T23:59:59.999Z'],
] as const

const neither = [
  '2026-02-29',
  '2026-02-29T00:00:00Z',
  '2100-02-29T00:00:00Z',
  '2026-13-01',
  '2026-00-10',
  '2026-11-00T10:00:00Z',
  '2026-04-31T10:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T10:60:00Z',
  '2016-12-31T23:59:60Z',
  '2026-11-20T10:00:00+24:00',
  '2026-11-20T10:00:00+01:60',
  '2026-11-20T10:00:00+0100',
  '2026-11-20T10:00:00',
  '2026-11-20T10:00Z',
  '2026-11-20T10',
  '2026-11-20 10:30:15Z',
  '2026-11-20T10:30:15.Z',
  '2026-11-20Z',
  '2026-11',
  '20261120',
  '20261120T103015Z',
  '2026-W47-5',
  '12026-11-20',
  '+002026-11-20T10:00:00Z',
  ' 2026-11-20',
  '2026-11-20\n',
  'now',
  '0',
  '',
]

describe('dates and date-times', () => {
  test.each(dates)('the date %s is midnight in UTC, %s', (text, iso) => {
    expect(parseInstant(text)).toEqual({ ms: Date.parse(iso), isDate: true })
  })

  test.each(dateTimes)('the date-time %s is %s', (text, iso) => {
    expect(parseInstant(text)).toEqual({ ms: Date.parse(iso), isDate: false })
  })

  test.each([...neither, '1969-12-31', '1969-12-31T23:59:59Z'])('%j is neither a date nor a date-time', (text) => {
    expect(parseInstant(text)).toBeUndefined()
    if (text !== '2026-11-20 10:30:15Z') expect(parseQueryInstant(text)).toBeUndefined()
  })

  test('a space before the offset is a plus in a query', () => {
    expect(parseQueryInstant('2026-11-20T00:30:00 01:00')).toEqual(parseInstant('2026-11-20T00:30:00+01:00'))
    expect(parseInstant('2026-11-20T00:30:00 01:00')).toBeUndefined()
  })
})

describe('members with a date', () => {
  const named = /(^|\.)(\w*date|since|until|now|resumesAt)$/i
  const members = bodyParts.filter(({ path, type }) => named.test(path) && type === 'string')

  test('members with a date are those of orders, subscriptions, checkouts, replays and the test clock', () => {
    expect(members.map(({ operation, path }) => `${operation} ${path}`)).toEqual([
      'authorizeTransaction order.date',
      'saleTransaction order.date',
      'creditTransaction order.date',
      'createCustomerSubscription startDate',
      'updateCustomerSubscription resumesAt',
      'createCheckout invoiceInfo.invoiceDate',
      'createCheckout invoiceInfo.dueDate',
      'createCheckout subscription.billingDate',
      'replayWebhook since',
      'replayWebhook until',
      'setTestClock now',
    ])
  })

  test.each(members)(
    '$operation $path accepts date-times that exist, and dates unless it is the date of an order',
    ({ endpoint, operation, path }) => {
      const errorOf = (value: string) => errorAt(errorsIn(endpoint, json(bodyWith(operation, path, value))), path)?.type
      for (const [text] of dateTimes) expect(errorOf(text), text).toBeUndefined()
      for (const text of neither) expect(errorOf(text), text).toBe('format_invalid')
      expect(errorOf('2026-11-20')).toBe(path === 'order.date' ? 'format_invalid' : undefined)
    },
  )
})
