/**
 * JSON text of a request. Unlike JSON.stringify it prints a bigint, with every digit, and refuses NaN and Infinity: those would become
 * null, and a capture whose amount is null takes all that is left.
 *
 * @throws {TypeError} for a number that is none
 */
export const printJson = (value: unknown): string => printed(value) ?? 'null'

/** Undefined where JSON has nothing to say: undefined, functions and symbols. */
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
