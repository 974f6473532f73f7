import type * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { bodyWith, errorAt, errorsIn, json, validBodies } from '../requestBodies.fixtures.ts'
import { createToken } from '../tokens/tokens.ts'
import { authorizeTransaction } from '../transactions/transactions.ts'

const withBody = endpoints.filter(({ body }) => body !== undefined)
const endpointOf = { authorizeTransaction, createToken } as const
type Operation = keyof typeof endpointOf

const faults = (operation: Operation, path: string, value: unknown) =>
  errorsIn(endpointOf[operation], json(bodyWith(operation, path, value)))

/** A valibot schema. These tests walk the schemas, so that they include every member. */
interface Node {
  readonly type: string
  readonly kind: string
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  readonly wrapped?: Node
  readonly pipe?: readonly Node[]
  readonly requirement?: unknown
}
interface Member {
  readonly path: string
  readonly type: string
  readonly mayBeNull: boolean
  readonly min: number | null
  readonly max: number | null
  readonly pattern: boolean
}
const flat = (node: Node): Node[] => node.pipe?.flatMap((part) => (part === node ? [part] : flat(part))) ?? [node]

const members = (node: Node, path: string, mayBeNull = false): Member[] => {
  if (node.wrapped) return members(node.wrapped, path, mayBeNull || node.type !== 'optional')
  const parts = flat(node)
  const limit = (type: string) => (parts.find((part) => part.type === type)?.requirement as number | undefined) ?? null
  const self: Member = {
    path,
    type: node.type,
    mayBeNull,
    min: limit('min_length'),
    max: limit('max_length'),
    pattern: parts.some(({ type }) => type === 'regex'),
  }
  const below = Object.entries(node.entries ?? {}).flatMap(([name, entry]) =>
    members(entry, path === '' ? name : `${path}.${name}`),
  )
  return [...(path === '' ? [] : [self]), ...below, ...(node.item ? members(node.item, `${path}[0]`) : [])]
}

const generated = withBody.flatMap((endpoint) =>
  members(endpoint.body as v.GenericSchema as unknown as Node, '').map((member) =>
    Object.assign({ endpoint, operation: endpoint.name }, member),
  ),
)
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
    for (const member of generated.filter(({ type }) => type !== 'unknown')) {
      const type = at(member, null)?.type
      const name = `${member.operation} ${member.path}`
      if (member.mayBeNull) expect(type, name).not.toBe('type_invalid')
      else expect(type, name).toBe(member.type === 'picklist' ? 'enum_invalid' : 'type_invalid')
    }
  })

  test('every member rejects values of other types with type_invalid', () => {
    const others: Readonly<Record<string, readonly unknown[]>> = {
      string: [5, true, [], {}],
      boolean: [0, 'true', [], {}],
      custom: ['5', true, [], {}],
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

  test('unknown members are errors only at the top level of authorize', () => {
    expect(faults('authorizeTransaction', 'payment.surprise', 1)).toEqual([])
    expect(faults('createToken', 'surprise', 1)).toEqual([])
    expect(faults('authorizeTransaction', 'surprise', 1)).toHaveLength(1)
    expect(faults('authorizeTransaction', 'constructor', 1)).toHaveLength(1)
    expect(faults('authorizeTransaction', 'Payment', {})).toHaveLength(1)
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
