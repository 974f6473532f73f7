import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSearch, printSearch, searchQuery, transactionIdIn } from './search.ts'

const queryOf = (search: string) => {
  const { terms, problems } = parseSearch(search)
  expect(problems).toEqual([])
  return searchQuery(terms)
}
const problemsOf = (search: string) => parseSearch(search).problems.map(({ text }) => text)

it.each([
  ['4242', { lastFour: '4242' }],
  ['26.25', { amount: '26.25' }],
  ['7.5', { amount: '7.5' }],
  ['INV-7', { reference: 'INV-7' }],
  ['26', { reference: '26' }],
  ['12345', { reference: '12345' }],
  ['ada@example.com', { customerPublicIdentifier: 'ada@example.com' }],
  ['"4242"', { lastFour: '4242' }],
  ['"two words"', { reference: 'two words' }],
])('the bare text %s becomes the most likely filter', (search, query) => {
  expect(queryOf(search)).toEqual(query)
})

it.each([
  ['amount:26.25', { amount: '26.25' }],
  ['amount:>100', { amountMin: '100.01' }],
  ['amount:>0.1', { amountMin: '0.11' }],
  ['amount:>=100', { amountMin: '100' }],
  ['amount:<100', { amountMax: '99.99' }],
  ['amount:<=99.5', { amountMax: '99.5' }],
  ['amount:20..50', { amountMin: '20', amountMax: '50' }],
  ['status:captured', { status: 'captured' }],
  ['STATUS:Captured,settled', { status: 'captured,settled' }],
  ['last4:0042', { lastFour: '0042' }],
  ['order:Invoice:INV-7', { reference: 'Invoice:INV-7' }],
  ['order:"Invoice 7"', { reference: 'Invoice 7' }],
  ['customer:own-id', { customerPublicIdentifier: 'own-id' }],
  ['customer:0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b11', { customer: '0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b11' }],
  ['captured:2026-11-27', { capturedOn: '2026-11-27' }],
  ['refunded:2026-11-27', { creditedOn: '2026-11-27' }],
  ['moved:2026-11-27', { movedOn: '2026-11-27' }],
  ['is:payment', { type: 'authorize' }],
  ['currency:eur', { currency: 978 }],
  ['method:card', { method: 'creditCard' }],
  ['is:disputed', { disputed: true }],
  ['is:attention', { needsAttention: true }],
  ['batch:b_1', { batchId: 'b_1' }],
  ['from:2026-11-27T10:00:00Z', { from: '2026-11-27T10:00:00.000Z' }],
  ['amount:>100 status:captured last4:4242', { amountMin: '100.01', status: 'captured', lastFour: '4242' }],
])('%s becomes parameters of the API', (search, query) => {
  expect(queryOf(search)).toEqual(query)
})

it('a date means the whole day of the local time zone', () => {
  const { from, to } = queryOf('from:2026-11-01 to:2026-11-30') as { from: string; to: string }
  expect(new Date(from).getTime()).toBe(new Date(2026, 10, 1).getTime())
  expect(new Date(to).getTime()).toBe(new Date(2026, 11, 1).getTime())
})

it.each([
  'amount:many',
  'amount:>',
  'amount:50..20',
  'amount:<0',
  'amount:1,000',
  'status:paid',
  'last4:42',
  'from:tomorrow',
  'from:2026-02-30',
  'to:2026-11-27T10:00',
  'currency:XX',
  'method:gold',
  'is:nice',
  'colour:red',
])('%s is a problem, and not a filter', (search) => {
  expect(problemsOf(search)).toEqual([search])
  expect(parseSearch(search).terms).toEqual([])
})

it('of two filters with one key the later counts', () => {
  expect(queryOf('status:captured status:declined')).toEqual({ status: 'declined' })
})

it('a key without a value is left out', () => {
  expect(parseSearch('amount: status:captured').terms.map(({ key }) => key)).toEqual(['status'])
})

it('a search that is printed and read again is the same', () => {
  const keys = fc.constantFrom('order', 'customer')
  const values = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(keys, values), { selector: ([key]) => key }), (parts) => {
      const given = parts.map(([key, value]) => ({ key, value: value.replaceAll(/["\s]+/g, ' ').trim() || 'x' }))
      const read = parseSearch(printSearch(given)).terms.map(({ key, value }) => ({ key, value }))
      expect(read).toEqual(given)
    }),
  )
})

it('any text can be read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { terms } = parseSearch(text)
      expect(parseSearch(printSearch(terms)).terms).toEqual(terms)
    }),
  )
})

it('an id of a payment is recognized, and no other number', () => {
  expect(transactionIdIn(' 91738888888107 ')).toBe('91738888888107')
  expect(transactionIdIn('4242')).toBeUndefined()
  expect(transactionIdIn('91738888888107 x')).toBeUndefined()
})
