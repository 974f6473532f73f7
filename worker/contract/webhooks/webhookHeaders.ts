import * as v from 'valibot'
import { fault } from '../errors/fault.ts'
import { record } from '../schema/objects.ts'

const most = 20
const longestValue = 1024

/** A token of RFC 9110: the runtime takes far more for a header name (an empty one, emoji), so this is our own grammar. */
const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/
const valuePattern = /^[\x20-\x7e]*$/

/** Set by us or by the connection. */
const reservedNames: ReadonlySet<string> = new Set(['host', 'connection', 'transfer-encoding'])
const reservedPrefixes = ['webhook-', 'content-'] as const

const mayBeSet = (name: string): boolean => {
  const lower = name.toLowerCase()
  return (
    namePattern.test(name) && !reservedNames.has(lower) && !reservedPrefixes.some((prefix) => lower.startsWith(prefix))
  )
}

const fits = ([name, value]: readonly [string, string]): boolean =>
  mayBeSet(name) && value.length <= longestValue && valuePattern.test(value)

/** Headers that a merchant wants on its webhook deliveries. Errors: header_not_allowed with the header's path, length_invalid. */
export const webhookHeaders = () =>
  v.pipe(
    record(v.string(), v.string()),
    v.check((headers) => Object.keys(headers).length <= most, fault('length_invalid', { max: most })),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const wrong = Object.entries(dataset.value).filter((header) => !fits(header))
      for (const [key, value] of wrong.slice(0, most))
        addIssue({
          message: fault('header_not_allowed'),
          path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }],
        })
    }),
  )
