import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { FROM_FRAME, FROM_PAGE, readConfiguration, readMessage } from './framePort.ts'

it('takes a message that fits its shape', () => {
  const message = { type: 'state', complete: true, empty: false, edited: true, brand: 'visa', errors: {} }
  expect(readMessage(FROM_FRAME, message)).toBe(message)
  expect(readMessage(FROM_PAGE, { type: 'reset' })).toEqual({ type: 'reset' })
})

it.each([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'state'],
  ['an unknown type', { type: 'digits' }],
  ['a type that every object has', { type: 'constructor' }],
  ['a type that is no text', { type: ['focus'] }],
  ['an absent member', { type: 'height' }],
  ['a member of another type', { type: 'height', height: '98' }],
  ['null for an object', { type: 'state', complete: true, empty: false, edited: true, brand: 'visa', errors: null }],
  ['a message of the other direction', { type: 'reset' }],
])('drops %s', (_, data) => {
  expect(readMessage(FROM_FRAME, data)).toBeNull()
})

it('never throws, whatever comes', () => {
  const soup = fc.oneof(fc.anything(), fc.record({ type: fc.constantFrom('state', 'token', 'height') }))
  fc.assert(fc.property(soup, (data) => readMessage(FROM_FRAME, data) === null && Boolean(readConfiguration(data))))
})

it('configures by what an older script says, and takes what it does not say as unsaid', () => {
  const unsaid = readConfiguration(null)
  expect(readConfiguration({ type: 'configure', disabled: true, layout: 7, stacked: true })).toEqual({
    ...unsaid,
    disabled: true,
  })
  for (const data of [undefined, 'text', 7, [], { constructor: 1 }]) expect(readConfiguration(data)).toEqual(unsaid)
})
