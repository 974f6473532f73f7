import * as v from 'valibot'
import type { ErrorDetail } from '../errors/apiError.ts'
import { byField, toErrorDetails } from './issues.ts'
import { findUnknownMembers, unknownMemberError } from './unknownMembers.ts'
import type { UnknownMemberPolicy } from './unknownMembers.ts'

/** A validated body, or all its errors, ordered by field. */
export type ParsedBody<Output> =
  | { readonly valid: true; readonly output: Output; readonly ignored: readonly string[] }
  | { readonly valid: false; readonly errors: readonly [ErrorDetail, ...ErrorDetail[]] }

/**
 * Validates the body of a request. `ignored` has the paths of unknown members that the policy tolerates.
 *
 * @param policy applies to all objects except those that are always closed
 */
export const parseBody = <S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  policy: UnknownMemberPolicy,
): ParsedBody<v.InferOutput<S>> => {
  const result = v.safeParse(schema, input)
  const unknown = findUnknownMembers(schema, input)
  const isIgnored = ({ refused }: (typeof unknown)[number]) => policy === 'ignore' && refused === 'byDefault'
  const errors = [
    ...(result.success ? [] : toErrorDetails(result.issues)),
    ...unknown.filter((member) => !isIgnored(member)).map(unknownMemberError),
  ].sort(byField)
  const [first, ...rest] = errors
  if (first !== undefined) return { valid: false, errors: [first, ...rest] }
  if (!result.success) throw new Error('A schema failed without an issue.')
  return { valid: true, output: result.output, ignored: unknown.filter(isIgnored).map(({ path }) => path) }
}
