import * as v from 'valibot'
import type { ErrorType } from '../errors/errorTypes.ts'
import { isErrorType } from '../errors/errorTypes.ts'
import { readFault } from '../errors/fault.ts'
import type { Details } from '../errors/fault.ts'
import type { ErrorDetail } from '../errors/apiError.ts'

/** Error types of valibot's built-in checks. Custom checks carry their error type in the message. */
const typeByCheck: Readonly<Record<string, ErrorType>> = {
  regex: 'pattern_mismatch',
  min_length: 'length_invalid',
  max_length: 'length_invalid',
  length: 'length_invalid',
  picklist: 'enum_invalid',
  literal: 'enum_invalid',
}

/** JSON type names for valibot's `expected`, which has TypeScript's. */
const jsonTypes: Readonly<Record<string, string>> = {
  Object: 'object',
  Array: 'array',
  string: 'string',
  boolean: 'boolean',
  number: 'number',
}

const detailsOf = (issue: v.BaseIssue<unknown>, type: ErrorType): Details | null => {
  if (type === 'pattern_mismatch') return { pattern: (issue.requirement as RegExp).source }
  if (issue.type === 'min_length') return { min: issue.requirement }
  if (issue.type === 'max_length') return { max: issue.requirement }
  if (type === 'type_invalid')
    return { expected: jsonTypes[/^\(?([A-Za-z]+)/.exec(issue.expected ?? '')?.[1] ?? ''] ?? issue.expected }
  return null
}

/**
 * Masks the digits of names with two or more digits, since an unknown name could contain a card number. No member of the contract has such
 * a name.
 */
export const maskName = (name: string): string => {
  // Without half of a surrogate pair at its end.
  const cut = name.slice(0, 40).replace(/[\ud800-\udbff]$/, '')
  return /[0-9][^0-9]*[0-9]/.test(cut) ? cut.replace(/[0-9]/g, '*') : cut
}

const pathOf = (issue: v.BaseIssue<unknown>): string | null => {
  if (!issue.path?.length) return null
  let path = ''
  for (const { key } of issue.path) {
    if (typeof key === 'number') path += `[${key}]`
    else path += (path === '' ? '' : '.') + maskName(String(key))
  }
  return path
}

/**
 * Parses the message of a custom check. Null for valibot's own messages, which quote the value (possibly a card number) and are never
 * returned.
 */
const parseFault = (message: string): { type: ErrorType; details: Details | null } | null => {
  const type = message.split(' ', 1)[0] ?? ''
  return isErrorType(type) ? { type, details: readFault(message).details } : null
}

const toFault = (issue: v.BaseIssue<unknown>): ErrorDetail => {
  const field = pathOf(issue)
  const custom = parseFault(issue.message)
  if (custom !== null) return { type: custom.type, field, details: custom.details }
  const last = issue.path?.at(-1)
  if (issue.kind === 'schema' && last !== undefined && last.value === undefined) return { type: 'required', field }
  const type = typeByCheck[issue.type] ?? 'type_invalid'
  return { type, field, details: detailsOf(issue, type) }
}

/** Compares errors by field, the order of errors in a response. */
export const byField = (a: ErrorDetail, b: ErrorDetail): number => {
  const [first, second] = [a.field ?? '', b.field ?? '']
  return first < second ? -1 : first > second ? 1 : 0
}

/** Converts all issues to errors, ordered by field, with only the first error of each field. */
export const toErrorDetails = (issues: readonly v.BaseIssue<unknown>[]): ErrorDetail[] => {
  const keys = new Set<string>()
  return issues
    .map(toFault)
    .filter(({ field }) => {
      const key = field ?? ''
      const isNew = !keys.has(key)
      keys.add(key)
      return isNew
    })
    .sort(byField)
}
