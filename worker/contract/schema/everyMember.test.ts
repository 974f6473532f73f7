import { describe, expect, test } from 'vitest'
import { bodyParts, closedObjects, memberPath, misspelled, withBody } from '../bodyMembers.fixtures.ts'
import { bodyWith, errorAt, errorsIn, json, validBodies } from '../requestBodies.fixtures.ts'
import { parseKeepingNumbers } from './rawJson.ts'
import { defaultPolicies, parseBody } from './requestBody.ts'
import { createToken } from '../tokens/tokens.ts'
import { authorizeTransaction } from '../transactions/transactions.ts'

const endpointOf = { authorizeTransaction, createToken } as const
type Operation = keyof typeof endpointOf

const faults = (operation: Operation, path: string, value: unknown) =>
  errorsIn(endpointOf[operation], json(bodyWith(operation, path, value)))

/** Members and items; not the bodies themselves. */
const generated = bodyParts.filter(({ path, type }) => path !== '' && type !== 'unknown')
/** Without members that are null or undefined. */
const withoutNulls = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || JSON.isRawJSON(value)) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (member == null ? [] : [[name, withoutNulls(member)]])),
  )
}
const at = ({ endpoint, operation, path }: (typeof generated)[number], value: unknown) =>
  errorAt(errorsIn(endpoint, json(bodyWith(operation, path, value))), path)

describe('every member of every body', () => {
  test('all bodies together have more than 250 members', () => {
    expect(generated.length).toBeGreaterThan(250)
  })

  test('every string member rejects lengths beyond its limits', () => {
    for (const member of generated.filter(({ type }) => type === 'string')) {
      const { operation, path, min, max } = member
      if (max !== null) expect(at(member, '1'.repeat(max + 1))?.type, `${operation} ${path}`).toBe('length_invalid')
      if (min) expect(at(member, '1'.repeat(min - 1))?.type, `${operation} ${path}`).toBe('length_invalid')
      for (const length of [min, max])
        if (length !== null)
          expect(at(member, '1'.repeat(length))?.type, `${operation} ${path}`).not.toBe('length_invalid')
    }
  })

  test('every string member rejects 200,000 characters', () => {
    for (const member of generated.filter(({ type }) => type === 'string'))
      expect(at(member, 'a'.repeat(200_000)), `${member.operation} ${member.path}`).toBeDefined()
  })

  test('every member with a pattern rejects a newline at the end', () => {
    for (const member of generated.filter(({ pattern }) => pattern))
      expect(at(member, `${'1'.repeat((member.max ?? 10) - 1)}\n`)?.type, `${member.operation} ${member.path}`).toBe(
        'pattern_mismatch',
      )
  })

  test('every member accepts null exactly if it is nullable', () => {
    for (const member of generated) {
      const type = at(member, null)?.type
      const name = `${member.operation} ${member.path}`
      if (member.mayBeNull) expect(type, name).not.toBe('type_invalid')
      else expect(type, name).toBe(member.type === 'picklist' ? 'enum_invalid' : 'type_invalid')
    }
  })

  test('null means the same as absent for every optional member without a meaning of null', () => {
    const optional = generated.filter(({ isOptional, nullHasMeaning }) => isOptional && !nullHasMeaning)
    expect(optional.length).toBeGreaterThan(200)
    for (const { endpoint, operation, path } of optional) {
      const parsed = (value: null | undefined) =>
        parseBody(endpoint.body!, parseKeepingNumbers(json(bodyWith(operation, path, value))), defaultPolicies)
      const [ofNull, ofAbsent] = [parsed(null), parsed(undefined)]
      expect(ofNull.valid, `${operation} ${path}`).toBe(ofAbsent.valid)
      if (ofNull.valid && ofAbsent.valid)
        expect(withoutNulls(ofNull.output), `${operation} ${path}`).toEqual(withoutNulls(ofAbsent.output))
      else expect(ofNull, `${operation} ${path}`).toEqual(ofAbsent)
    }
  })

  test('null has a meaning of its own for these members', () => {
    const members = generated.filter(({ nullHasMeaning }) => nullHasMeaning)
    expect(members.map(({ operation, path }) => `${operation} ${path}`)).toEqual([
      'updateCustomerSubscription wallet',
      'createWebhook subscribedEvents',
      'updateWebhook subscribedEvents',
      'updateWebhook eventTypes',
      'updateWebhook headers',
      'updateAccount logoUrl',
      'updateAccount supportEmail',
      'updateAccount supportUrl',
      'updateAccount enabledCurrencies',
    ])
  })

  test('exactly the references take integers and strings, each with the same meaning', () => {
    const both = generated.filter(({ type }) => type === 'numberOrText')
    const names = new Set(both.map(({ path }) => path))
    expect([...names].sort()).toEqual(['order.referenceObjectId', 'referenceTransactionId'])
    for (const { endpoint, operation, path } of both) {
      const parsed = (value: unknown) =>
        parseBody(endpoint.body!, parseKeepingNumbers(json(bodyWith(operation, path, value))), defaultPolicies)
      expect(parsed('1234'), `${operation} ${path}`).toEqual(parsed(1234))
      expect(parsed('1234').valid).toBe(true)
    }
  })

  test('every member rejects values of other types with type_invalid', () => {
    const others: Readonly<Record<string, readonly unknown[]>> = {
      string: [5, true, [], {}],
      boolean: [0, 'true', [], {}],
      custom: ['5', true, [], {}],
      numberOrText: [true, [], {}],
      object: [5, 'x', true, []],
      strict_object: [5, 'x', true, []],
      record: [5, 'x', true, []],
      array: [5, 'x', true, {}],
    }
    for (const member of generated)
      for (const value of others[member.type] ?? [])
        expect(at(member, value)?.type, `${member.operation} ${member.path} ${json(value)}`).toBe('type_invalid')
  })
})

describe('errors of a body', () => {
  test('a body with several errors returns all of them, ordered by path', () => {
    const body = {
      zebra: 1,
      apple: 1,
      payment: { creditCard: { accountNumber: '1', expires: '9999', verificationValue: 'x' } },
      amount: { value: 0, currency: 1 },
      order: { lines: [{ tax: 'x' }], email: 5 },
      initiatedByUserId: 1.5,
    }
    expect(errorsIn(authorizeTransaction, json(body)).map(({ field, type }) => `${field} ${type}`)).toEqual([
      'amount.currency enum_invalid',
      'amount.value out_of_range',
      'apple unknown_member',
      'initiatedByUserId type_invalid',
      'order.email type_invalid',
      'order.lines[0].tax type_invalid',
      'payment.creditCard.accountNumber length_invalid',
      'payment.creditCard.expires expiry_invalid',
      'payment.creditCard.verificationValue length_invalid',
      'zebra unknown_member',
    ])
  })

  test('a misspelled member of any object of any body is an error that suggests the right name', () => {
    expect(closedObjects.length).toBeGreaterThan(60)
    for (const { endpoint, operation, path, memberNames } of closedObjects)
      for (const name of memberNames) {
        const field = memberPath(path, misspelled(name))
        const errors = errorsIn(endpoint, json(bodyWith(operation, field, 1)))
        expect(errorAt(errors, field), `${operation} ${field}`).toEqual({
          type: 'unknown_member',
          field,
          details: { nearest: name },
        })
      }
  })

  test('names that every object inherits and names in another case are unknown members', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'Payment'])
      expect(
        errorsIn(authorizeTransaction, json(bodyWith('authorizeTransaction', 'amount', { value: 1, [name]: {} }))),
      ).toMatchObject([{ type: 'unknown_member', field: `amount.${name}`, details: null }])
    expect(faults('authorizeTransaction', 'Payment', {})).toMatchObject([{ details: { nearest: 'payment' } }])
  })

  const marker = 4242424242424242n
  const spellings = [
    marker,
    String(marker),
    [String(marker)],
    [marker],
    { [String(marker)]: marker },
    { [`a${marker}`]: String(marker), [`4242 4242 4242 4242`]: 1 },
    `${'x'.repeat(100_000)}${marker}`,
  ]

  test('errors never contain the value or the name of a member with a card number', () => {
    let length = 0
    for (const { endpoint, operation, path } of generated)
      for (const value of spellings) {
        const errors = JSON.stringify(errorsIn(endpoint, json(bodyWith(operation, path, value))))
        length += errors.length
        expect(errors, `${operation} ${path}`).not.toMatch(/4242/)
      }
    // Guards against a test without errors.
    expect(length).toBeGreaterThan(100_000)
  })

  test('errors never contain the name of an unknown member with a card number', () => {
    for (const endpoint of withBody) {
      const body = { ...validBodies[endpoint.name], [String(marker)]: 1, '4242-4242-4242-4242': 1, [`pan${marker}`]: 1 }
      expect(JSON.stringify(errorsIn(endpoint, json(body))), endpoint.name).not.toMatch(/4242/)
    }
  })

  test('up to 20 unknown members are reported', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1]))
    expect(
      errorsIn(authorizeTransaction, json({ ...validBodies['authorizeTransaction'], ...many })).length,
    ).toBeLessThanOrEqual(20)
  })
})
