import { format, type FormatConfig } from 'oxfmt'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import style from '../../../../.oxfmtrc.json' with { type: 'json' }
import { operationOf } from './operations.ts'
import { printClient } from './printClient.ts'
import { printTypes } from './printTypes.ts'
import { typeText } from './typeText.ts'

const operations = endpoints.map(operationOf)
const { $schema: _, ...options } = style
const formatted = async (source: string): Promise<string> =>
  (await format('printed.ts', source, options as FormatConfig)).code

test('the types are what the contract prints (after a change on purpose: npm run contract)', async () => {
  await expect(await formatted(printTypes(operations))).toMatchFileSnapshot('../../../../widget/client/types.ts')
})

test('the client is what the contract prints (after a change on purpose: npm run contract)', async () => {
  await expect(await formatted(printClient(operations))).toMatchFileSnapshot(
    '../../../../widget/client/sluiceClient.ts',
  )
})

const printed = (schema: object, direction: 'request' | 'answer') =>
  typeText(schema as never, direction, (name, direction) => `${name}Of${direction}`)

describe('types of a schema', () => {
  test.each([
    [{ type: 'integer', format: 'int64' }, 'number | bigint', 'number'],
    [{ type: ['integer', 'null'], format: 'int64' }, 'number | bigint | null', 'number | null'],
    [{ type: 'integer', format: 'int32' }, 'number', 'number'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"', '"a" | "b" | (string & {})'],
    [{ type: ['string', 'null'], enum: ['a', null] }, '"a" | null', '"a" | null | (string & {})'],
    [{ type: 'integer', enum: [0, 1] }, '0 | 1', '0 | 1'],
    [{ const: 'v1' }, '"v1"', '"v1"'],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null', 'string | null'],
    [{ $ref: '#/components/schemas/Line' }, 'LineOfrequest', 'LineOfanswer'],
    [
      { anyOf: [{ $ref: '#/components/schemas/Line' }, { type: 'null' }] },
      'LineOfrequest | null',
      'LineOfanswer | null',
    ],
    [{ type: 'array', items: { type: 'number' } }, 'readonly (number)[]', 'readonly (number)[]'],
    [
      { type: 'object', additionalProperties: {} },
      '{ readonly [name: string]: unknown }',
      '{ readonly [name: string]: unknown }',
    ],
    [
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
      '{ readonly a: string\nreadonly b?: unknown }',
      '{ readonly a: string\nreadonly b?: unknown }',
    ],
  ])('%j', (schema, request, answer) => {
    expect(printed(schema, 'request')).toBe(request)
    expect(printed(schema, 'answer')).toBe(answer)
  })

  test('what the printer does not know, it does not print as something else', () => {
    expect(() => printed({ type: 'tuple' }, 'answer')).toThrow('no TypeScript type')
  })
})
