import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { record } from '../schema/objects.ts'

const maxHeaders = 20
const maxValueLength = 1024

/** A token of RFC 9110. The runtime accepts more as a header name, such as an empty one or emoji. */
const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/
const valuePattern = /^[\x20-\x7e]*$/

/** Headers set by the gateway or by the connection. */
const reservedNames: ReadonlySet<string> = new Set(['host', 'connection', 'transfer-encoding'])
const reservedPrefixes = ['webhook-', 'content-'] as const

const isAllowedName = (name: string): boolean => {
  const lower = name.toLowerCase()
  return (
    namePattern.test(name) && !reservedNames.has(lower) && !reservedPrefixes.some((prefix) => lower.startsWith(prefix))
  )
}

const isAllowed = ([name, value]: readonly [string, string]): boolean =>
  isAllowedName(name) && value.length <= maxValueLength && valuePattern.test(value)

/** The merchant's own headers for webhook deliveries. Errors: header_not_allowed with the header's path, length_invalid. */
export const webhookHeaders = () =>
  v.pipe(
    record(v.string(), v.string()),
    v.check((headers) => Object.keys(headers).length <= maxHeaders, fault('length_invalid', { max: maxHeaders })),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const invalid = Object.entries(dataset.value).filter((header) => !isAllowed(header))
      for (const [key, value] of invalid.slice(0, maxHeaders))
        addIssue({
          message: fault('header_not_allowed'),
          path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }],
        })
    }),
  )
