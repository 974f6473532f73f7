import * as v from 'valibot'
import type { ErrorDetail } from '../errors/apiError.ts'
import { byField, toErrorDetails } from './issues.ts'
import { firstPaths, maxReported } from './reportedPaths.ts'
import { findUnknownMembers, unknownMemberError } from './unknownMembers.ts'
import type { UnknownMember, UnknownMemberPolicy } from './unknownMembers.ts'

/** The account settings that apply to the bodies of its requests. */
export interface BodyPolicies {
  /** Applies to all objects except those that are always closed. */
  readonly unknownMembers: UnknownMemberPolicy
}

/** A validated body, or all its errors, ordered by field. `ignored` has the paths of unknown members that the policies tolerate. */
export type ParsedBody<Output> = { readonly ignored: readonly string[] } & (
  | { readonly valid: true; readonly output: Output }
  | { readonly valid: false; readonly errors: readonly [ErrorDetail, ...ErrorDetail[]] }
)

/** Validates the body of a request. */
export const parseBody = <S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  { unknownMembers }: BodyPolicies,
): ParsedBody<v.InferOutput<S>> => {
  const result = v.safeParse(schema, input)
  const unknown = findUnknownMembers(schema, input)
  const isIgnored = ({ refused }: UnknownMember) => unknownMembers === 'ignore' && refused === 'byDefault'
  const refused = unknown.filter((member) => !isIgnored(member)).slice(0, maxReported)
  const [first, ...rest] = [
    ...(result.success ? [] : toErrorDetails(result.issues)),
    ...refused.map(unknownMemberError),
  ].sort(byField)
  const ignored = firstPaths(unknown.filter(isIgnored).map(({ path }) => path))
  if (first !== undefined) return { valid: false, errors: [first, ...rest], ignored }
  if (!result.success) throw new Error('A schema failed without an issue.')
  return { valid: true, output: result.output, ignored }
}
