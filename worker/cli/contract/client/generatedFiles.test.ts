import { format, type FormatConfig } from 'oxfmt'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints'
import style from '../../../../.oxfmtrc.json' with { type: 'json' }
import { toOperation } from './operations.ts'
import { printClient } from './printClient.ts'
import { printTypes } from './printTypes.ts'
import { typeText } from './typeText.ts'

const operations = endpoints.map(toOperation)
const { $schema: _, ...options } = style
const formatted = async (source: string): Promise<string> =>
  (await format('printed.ts', source, options as FormatConfig)).code

test('widget/client/types.ts is up to date with the contract (to update it: npm run contract)', async () => {
  await expect(await formatted(printTypes(operations))).toMatchFileSnapshot('../../../../widget/client/types.ts')
})

test('widget/client/sluiceClient.ts is up to date with the contract (to update it: npm run contract)', async () => {
  await expect(await formatted(printClient(operations))).toMatchFileSnapshot(
    '../../../../widget/client/sluiceClient.ts',
  )
})

const printed = (schema: object, direction: 'request' | 'response') =>
  typeText(schema as never, direction, (name, direction) => `${name}Of${direction}`)

describe('TypeScript types', () => {
  test.each([
    [{ type: 'integer', format: 'int64' }, 'number | bigint', 'number'],
    [{ type: ['integer', 'null'], format: 'int64' }, 'number | bigint | null', 'number | null'],
    [{ type: 'integer', format: 'int32' }, 'number', 'number'],
    [{ type: 'string', enum: ['a', 'b'] }, '"a" | "b"', '"a" | "b" | (string & {})'],
    [{ type: ['string', 'null'], enum: ['a', null] }, '"a" | null', '"a" | null | (string & {})'],
    [{ type: 'integer', enum: [0, 1] }, '0 | 1', '0 | 1'],
    [{ const: 'v1' }, '"v1"', '"v1"'],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null', 'string | null'],
    [{ $ref: '#/components/schemas/Line' }, 'LineOfrequest', 'LineOfresponse'],
    [
      { anyOf: [{ $ref: '#/components/schemas/Line' }, { type: 'null' }] },
      'LineOfrequest | null',
      'LineOfresponse | null',
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
    [
      {
        type: 'object',
        properties: { a: { type: ['string', 'null'] }, b: { type: ['boolean', 'null'] }, c: { type: 'number' } },
        'x-exactly-one-of': ['a', 'b'],
      },
      'ExactlyOne<{ readonly a: string\nreadonly b: true }> & { readonly c?: number }',
      'ExactlyOne<{ readonly a: string\nreadonly b: true }> & { readonly c?: number }',
    ],
  ])('JSON Schema %j is the request type %s and the response type %s', (schema, request, response) => {
    expect(printed(schema, 'request')).toBe(request)
    expect(printed(schema, 'response')).toBe(response)
  })

  test('a JSON Schema type without a TypeScript type throws', () => {
    expect(() => printed({ type: 'tuple' }, 'response')).toThrow('no TypeScript type')
  })
})
