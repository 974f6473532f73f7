import { canonicalNumber } from '#contract/schema/numbers'

/**
 * Members that must not be stored even as a keyed hash, since a few digits can be guessed by trying them all. Requests that differ only in
 * these count as equal.
 */
const unstorable: ReadonlySet<string> = new Set(['verificationValue', 'verification'])

/** A canonical text of a parsed body for comparing requests: members sorted, numbers by value, without `unstorable` members. Not JSON. */
export const canonicalBody = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (JSON.isRawJSON(value)) return canonicalNumber(value)
  if (Array.isArray(value)) return `[${value.map(canonicalBody).join()}]`
  const members = Object.entries(value).filter(([name]) => !unstorable.has(name))
  members.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalBody(member)}`).join()}}`
}
