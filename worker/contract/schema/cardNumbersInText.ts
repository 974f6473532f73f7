import type * as v from 'valibot'
import { containsCardNumber } from '../card/numbersInText.ts'
import type { ErrorDetail } from '../errors/apiError.ts'
import { walkMembers } from './walkMembers.ts'
import type { RequestMember, SchemaParts } from './walkMembers.ts'

/** What happens to card numbers in free text: the account setting `cardNumbersInText`. */
export const cardNumberPolicies = ['warn', 'refuse'] as const
export type CardNumberPolicy = (typeof cardNumberPolicies)[number]

/**
 * Whether text of a schema is stored as sent. Every text is, unless its schema is marked with `notFreeText`, or its value is dropped because
 * it is read-only, so that new members are searched by themselves.
 */
const isFreeText = (schema: SchemaParts): boolean =>
  schema.type !== 'unknown' &&
  schema.metadata?.freeText !== false &&
  (schema.pipe ?? []).every((part) => part === schema || isFreeText(part))

const hasCardNumber = ({ name, value, schema, parent }: RequestMember): boolean => {
  if (schema === undefined) return false
  if (name !== null && parent.type === 'record' && containsCardNumber(name)) return true
  const text = typeof value === 'string' ? value : JSON.isRawJSON(value) ? value.rawJSON : null
  return text !== null && isFreeText(schema) && containsCardNumber(text)
}

/** Paths of the members of a request whose text, or whose name in a free map, contains a card number; ordered, without digits. */
export const findCardNumbers = (schema: v.GenericSchema, input: unknown): string[] =>
  [...walkMembers(schema as unknown as SchemaParts, input)]
    .filter(hasCardNumber)
    .map(({ path }) => path)
    .sort()

export const cardNumberError = (path: string): ErrorDetail => ({ type: 'card_number_not_allowed', field: path })
