import { valueText } from '#contract/schema/numbers'

/**
 * What may be kept in no form that can be tried out against our own keys, not even as a keyed hash: a verification value has three digits,
 * and what identifies a person not many more. Two requests that differ only here count as the same.
 */
const unkept: ReadonlySet<string> = new Set(['verificationValue', 'verification'])

/**
 * A parsed body in the one spelling of its kind: members sorted, no white space, numbers by value, and without what may not be kept. It is
 * for comparing requests, and no JSON.
 */
export const canonicalBody = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (JSON.isRawJSON(value)) return valueText(value)
  if (Array.isArray(value)) return `[${value.map(canonicalBody).join()}]`
  const members = Object.entries(value).filter(([name]) => !unkept.has(name))
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalBody(member)}`).join()}}`
}
