import * as v from 'valibot'
import type { ErrorType } from '../errors/errorTypes.ts'
import { isErrorType } from '../errors/errorTypes.ts'
import { readFault } from '../errors/fault.ts'
import type { Details } from '../errors/fault.ts'
import type { Fault } from '../errors/apiError.ts'

/** What the schema library's own checks mean in our table. Everything else is a check of ours and carries its type as message. */
const typeByCheck: Readonly<Record<string, ErrorType>> = {
  regex: 'pattern_mismatch',
  min_length: 'length_invalid',
  max_length: 'length_invalid',
  length: 'length_invalid',
  picklist: 'enum_invalid',
  literal: 'enum_invalid',
}

/** JSON's own words for types, since the schema library's `expected` names TypeScript's. */
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

/** A member name that the contract knows has no two digits in a row; anything else may hold a card number and is masked. */
export const maskedName = (name: string): string => {
  const cut = name.slice(0, 40)
  return /[0-9][^0-9]*[0-9]/.test(cut) ? cut.replace(/[0-9]/g, '*') : cut
}

const pathOf = (issue: v.BaseIssue<unknown>): string | null => {
  if (!issue.path?.length) return null
  let path = ''
  for (const { key } of issue.path) {
    if (typeof key === 'number') path += `[${key}]`
    else path += (path === '' ? '' : '.') + maskedName(String(key))
  }
  return path
}

/** What a check of ours said, or null for the library's own texts, which quote the value (a card number, perhaps) and are never shown. */
const ourFault = (message: string): { type: ErrorType; details: Details | null } | null => {
  const type = message.split(' ', 1)[0] ?? ''
  return isErrorType(type) ? { type, details: readFault(message).details } : null
}

const faultOf = (issue: v.BaseIssue<unknown>): Fault => {
  const field = pathOf(issue)
  const said = ourFault(issue.message)
  if (said !== null) return { type: said.type, field, details: said.details }
  const last = issue.path?.at(-1)
  if (issue.expected === 'never' && issue.type === 'strict_object') return { type: 'unknown_member', field }
  if (issue.kind === 'schema' && last !== undefined && last.value === undefined) return { type: 'required', field }
  const type = typeByCheck[issue.type] ?? 'type_invalid'
  return { type, field, details: detailsOf(issue, type) }
}

/** For sorting: how errors are ordered in an answer. */
export const byPath = (a: Fault, b: Fault): number => {
  const [first, second] = [a.field ?? '', b.field ?? '']
  return first < second ? -1 : first > second ? 1 : 0
}

/** Every issue as an error of ours, all at once, ordered by path; one error for each path, since the first says enough. */
export const faultsOf = (issues: readonly v.BaseIssue<unknown>[]): Fault[] => {
  const seen = new Set<string>()
  return issues
    .map(faultOf)
    .filter(({ field }) => {
      const key = field ?? ''
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
    .sort(byPath)
}
