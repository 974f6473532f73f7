import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { FROM_FRAME, FROM_PAGE, readConfiguration, readMessage } from './framePort.ts'

it('a valid message of the card frame is accepted', () => {
  const message = { type: 'state', complete: true, empty: false, edited: true, brand: 'visa', errors: {} }
  expect(readMessage(FROM_FRAME, message)).toBe(message)
  expect(readMessage(FROM_PAGE, { type: 'reset' })).toEqual({ type: 'reset' })
})

it.each([
  ['undefined', undefined],
  ['null', null],
  ['a string', 'state'],
  ['an unknown type', { type: 'digits' }],
  ['the type constructor, which every object inherits', { type: 'constructor' }],
  ['a type that is not a string', { type: ['focus'] }],
  ['an absent member', { type: 'height' }],
  ['a member of another type', { type: 'height', height: '98' }],
  [
    'null instead of an object',
    { type: 'state', complete: true, empty: false, edited: true, brand: 'visa', errors: null },
  ],
  ['a message of the other direction', { type: 'reset' }],
])('an invalid message of the card frame is dropped: %s', (_, data) => {
  expect(readMessage(FROM_FRAME, data)).toBeNull()
})

it('arbitrary messages and configurations of the card frame never throw', () => {
  const anyData = fc.oneof(fc.anything(), fc.record({ type: fc.constantFrom('state', 'token', 'height') }))
  fc.assert(fc.property(anyData, (data) => readMessage(FROM_FRAME, data) === null && Boolean(readConfiguration(data))))
})

it('absent and invalid members of a card frame configuration get their defaults', () => {
  const defaults = readConfiguration(null)
  expect(readConfiguration({ type: 'configure', disabled: true, layout: 7, stacked: true })).toEqual({
    ...defaults,
    disabled: true,
  })
  for (const data of [undefined, 'text', 7, [], { constructor: 1 }]) expect(readConfiguration(data)).toEqual(defaults)
})
