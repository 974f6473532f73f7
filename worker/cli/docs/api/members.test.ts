import { describe, expect, test } from 'vitest'
import { operationNamed } from './contract.ts'
import { errorsOf } from './errorsOf.ts'
import { members } from './members.ts'

const request = { page: 'transactions', direction: 'request' } as const
const response = { page: 'transactions', direction: 'response' } as const

describe('members', () => {
  test('a request states what is required, and responses what may be null', () => {
    const properties = {
      name: { type: ['string', 'null'], minLength: 1, maxLength: 9, description: 'The name.' },
    } as const
    expect(members({ properties, required: ['name'] }, request)).toBe(
      '- **`name`** _string, required, 1 to 9 characters_\n\n  The name.',
    )
    expect(members({ properties }, response)).toBe('- **`name`** _string, or null, 1 to 9 characters_\n\n  The name.')
  })

  test('read-only members of a request are in one sentence', () => {
    const properties = { id: { readOnly: true, description: 'Id.' }, name: { type: 'string', description: 'Name.' } }
    expect(members({ properties }, request)).toBe(
      '- **`name`** _string_\n\n  Name.\n\nMembers of responses are accepted and ignored: `id`.',
    )
  })

  test('values that a description explains are a list', () => {
    const description = 'State. `open`: not paid yet. `paid`: paid in full. `gone`, `void`: no longer payable.'
    const state = { type: 'string', enum: ['open', 'paid', 'gone', 'void'], description }
    expect(members({ properties: { state } }, response)).toBe(
      '- **`state`** _string_\n\n  State.\n\n  - `open`: not paid yet.\n  - `paid`: paid in full.\n  - `gone`, `void`: no longer payable.',
    )
  })

  test('members of inner objects are indented, and named objects are linked', () => {
    const inner = { type: 'object', description: 'Inner.', properties: { on: { type: 'boolean', description: 'On.' } } }
    const named = { $ref: '#/components/schemas/Order', description: 'What is paid for.' }
    expect(members({ properties: { inner, named } }, response)).toBe(
      '- **`inner`** _object_\n\n  Inner.\n\n  - **`on`** _boolean_\n\n    On.\n- **`named`** _object: [An order](#an-order)_\n\n  What is paid for.',
    )
  })

  test('a schema that no page describes throws', () => {
    const properties = { other: { $ref: '#/components/schemas/CloseBatchRequest', description: 'Other.' } }
    expect(() => members({ properties }, response)).toThrow('no schema CloseBatchRequest')
  })
})

test('errorsOf has the errors of the contract, of texts and of recorded responses, and no common ones', () => {
  const capture = errorsOf(operationNamed('captureTransaction'))
  expect(capture).toEqual(expect.arrayContaining(['amount_exceeds_authorized', 'already_voided', 'processor_timeout']))
  expect(capture).not.toContain('key_invalid')
  expect(errorsOf(operationNamed('getCustomer'))).toEqual(['not_found'])
})

test('operations with the same body have the same errors of its members', () => {
  expect(errorsOf(operationNamed('saleTransaction'))).toEqual(errorsOf(operationNamed('authorizeTransaction')))
})
