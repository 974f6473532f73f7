import * as v from 'valibot'
import type { ErrorDetail } from '../errors/apiError.ts'
import { cardNumberError, findCardNumbers } from './cardNumbersInText.ts'
import type { CardNumberPolicy } from './cardNumbersInText.ts'
import { byField, toErrorDetails } from './issues.ts'
import { firstPaths, maxReported } from './reportedPaths.ts'
import { findUnknownMembers, unknownMemberError } from './unknownMembers.ts'
import type { UnknownMember, UnknownMemberPolicy } from './unknownMembers.ts'

/** The account settings that apply to the bodies of its requests. */
export interface BodyPolicies {
  /** Applies to all objects except those that are always closed. */
  readonly unknownMembers: UnknownMemberPolicy
  readonly cardNumbersInText: CardNumberPolicy
}

export const defaultPolicies: BodyPolicies = { unknownMembers: 'refuse', cardNumbersInText: 'warn' }

/** What a body contains that the policies tolerate: paths of unknown members, and of members with a card number in their text. */
interface Tolerated {
  readonly ignored: readonly string[]
  readonly cardNumbers: readonly string[]
}

/** A validated body, or all its errors, ordered by field. */
export type ParsedBody<Output> = Tolerated &
  (
    | { readonly valid: true; readonly output: Output }
    | { readonly valid: false; readonly errors: readonly [ErrorDetail, ...ErrorDetail[]] }
  )

/** Validates the body of a request. */
export const parseBody = <S extends v.GenericSchema>(
  schema: S,
  input: unknown,
  { unknownMembers, cardNumbersInText }: BodyPolicies,
): ParsedBody<v.InferOutput<S>> => {
  const result = v.safeParse(schema, input)
  const unknown = findUnknownMembers(schema, input)
  const isIgnored = ({ refused }: UnknownMember) => unknownMembers === 'ignore' && refused === 'byDefault'
  const refused = unknown.filter((member) => !isIgnored(member)).slice(0, maxReported)
  const cardNumbers = findCardNumbers(schema, input)
  const isRefusing = cardNumbersInText === 'refuse'
  const [first, ...rest] = [
    ...(result.success ? [] : toErrorDetails(result.issues)),
    ...refused.map(unknownMemberError),
    ...(isRefusing ? [...new Set(cardNumbers)].slice(0, maxReported).map(cardNumberError) : []),
  ].sort(byField)
  const tolerated = {
    ignored: firstPaths(unknown.filter(isIgnored).map(({ path }) => path)),
    cardNumbers: isRefusing ? [] : firstPaths(cardNumbers),
  }
  if (first !== undefined) return { valid: false, errors: [first, ...rest], ...tolerated }
  if (!result.success) throw new Error('A schema failed without an issue.')
  return { valid: true, output: result.output, ...tolerated }
}
