/**
 * Serializes a request. Unlike JSON.stringify it prints bigints and rejects NaN and Infinity, which would become null: a capture whose amount
 * is null captures all that is left.
 *
 * @throws {TypeError} for NaN and Infinity
 */
export const printJson = (value: unknown): string => printed(value) ?? 'null'

/** Undefined for undefined, functions and symbols, as in JSON.stringify. */
const printed = (value: unknown): string | undefined => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} is not a number to send.`)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(printJson).join()}]`
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = printed(member)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${members.join()}}`
}
