import * as v from 'valibot'
import { currencies } from '../money/currencies.ts'
import { fault } from '../errors/fault.ts'
import { isEmail, maxEmailLength } from './email.ts'
import { parseDateTime, parseInstant } from './instant.ts'
import { int32, decimal } from './numbers.ts'
import { object, record } from './objects.ts'
import { numberFromText } from './rawJson.ts'
import { Secret } from './secret.ts'

/** "x or null" in the interface: null means absent. */
export const nullable = <S extends v.GenericSchema>(schema: S) => v.nullish(schema)

export const text = (min: number, max: number) => v.pipe(v.string(), v.minLength(min), v.maxLength(max))

export const patterned = (pattern: RegExp, min: number, max: number) =>
  v.pipe(v.string(), v.minLength(min), v.maxLength(max), v.regex(pattern))

/**
 * Text that holds card or bank data by design, or that the gateway issued or verifies: a card number in it is expected, or refused as
 * unknown, so it is not searched for one.
 */
export const notFreeText = <const S extends v.GenericSchema>(schema: S) =>
  v.pipe(schema, v.metadata({ freeText: false }))

/** A member that extends an operation of the interface. The OpenAPI description marks it. */
export const extension = <const S extends v.GenericSchema>(schema: S) => v.pipe(schema, v.metadata({ extension: true }))

/** A member that the gateway sets. A request may contain it, so that a client can send back a resource that it read; its value is dropped. */
export const readOnly = () =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform(() => undefined),
      v.metadata({ jsonSchema: { readOnly: true } }),
    ),
  )

/**
 * The members of a request that changes a resource: the given ones, and as read-only members all others of the resource, so that a client
 * can read it, change a member and send back the whole.
 */
export const changing = <const Entries extends v.ObjectEntries>(
  resource: { readonly entries: v.ObjectEntries },
  entries: Entries,
): Entries => ({
  ...Object.fromEntries(Object.keys(resource.entries).map((name) => [name, readOnly()])),
  ...entries,
})

/** A value that must never be printed. The output is a Secret. */
export const secret = <S extends v.GenericSchema<unknown, string>>(schema: S) =>
  v.pipe(
    schema,
    v.transform((value: string) => new Secret(value)),
    v.metadata({ freeText: false }),
  )

/** Identifiers: 8 to 64 letters, digits and hyphens. */
export const identifierPattern = /^[0-9A-Za-z-]*$/
export const identifier = () => notFreeText(patterned(identifierPattern, 8, 64))

/** Amount in currency units, 0.01 to 999999999.99. The output is canonical decimal text. */
export const amountValue = () => decimal({ min: '0.01', max: '999999999.99', places: 2 })

/** ISO 4217 numeric code, one of the interface's 168. */
export const currencyCode = () =>
  v.pipe(
    int32(),
    v.check((code) => currencies.has(code), fault('enum_invalid')),
    v.metadata({ jsonSchema: { type: 'integer', format: 'int32', enum: [...currencies.keys()] } }),
  )

/** Amount object of authorize and credit. Currencies without a minor unit allow no fraction. */
export const amount = () =>
  v.pipe(
    object({ value: amountValue(), currency: nullable(currencyCode()) }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const { value, currency } = dataset.value
      if (currency == null || currencies.get(currency)?.exponent !== 0 || !value.includes('.')) return
      addIssue({
        message: fault('amount_precision_invalid', { places: 0 }),
        path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'value', value }],
      })
    }),
  )

/** A string with a format that a regular expression cannot express. */
export const formatted = (format: string, accepts: (value: string) => boolean) =>
  v.pipe(v.string(), v.check(accepts, fault('format_invalid', { format })))

/** A date-time of RFC 3339 that exists. The output is the unchanged text. */
export const dateTime = () =>
  v.pipe(
    formatted('RFC 3339 date-time', (text) => parseDateTime(text) !== undefined),
    v.metadata({ jsonSchema: { type: 'string', format: 'date-time' } }),
  )

const dateOrDateTime = 'date or RFC 3339 date-time'

/** A date, or a date-time of RFC 3339, that exists. The output is the unchanged text. */
export const instantText = () =>
  v.pipe(
    formatted(dateOrDateTime, (text) => parseInstant(text) !== undefined),
    v.metadata({ jsonSchema: { type: 'string', description: `Format: ${dateOrDateTime}.` } }),
  )

/** A date, or a date-time of RFC 3339, that exists. The output is an Instant; a date alone is a day in the account's time zone. */
export const instant = () =>
  v.pipe(
    formatted(dateOrDateTime, (text) => parseInstant(text) !== undefined),
    v.transform((text) => parseInstant(text)!),
    v.metadata({ jsonSchema: { type: 'string', description: `Format: ${dateOrDateTime}.` } }),
  )

/** One email address. */
export const email = () => formatted('email address', isEmail)

/** One email address, or an empty string for none. */
export const emailOrEmpty = () =>
  v.pipe(
    v.string(),
    v.maxLength(maxEmailLength),
    v.check((text) => text === '' || isEmail(text), fault('format_invalid', { format: 'email address' })),
  )

/** A case-insensitive enum with aliases. The output has the spelling of the table. */
export const caseInsensitive = <const W extends string>(
  words: readonly W[],
  aliases: Readonly<Record<string, W>> = {},
) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const lower = dataset.value.toLowerCase()
      const found = words.find((candidate) => candidate.toLowerCase() === lower) ?? aliases[lower]
      if (found !== undefined) return found
      addIssue({ message: fault('enum_invalid', { allowed: words }) })
      return NEVER
    }),
    v.metadata({ jsonSchema: { type: 'string', enum: [...words] } }),
  )

/** Custom key-value data: 50 keys of 1 to 40 characters, values of up to 500 characters. */
export const metadata = () =>
  v.pipe(
    record(text(1, 40), text(0, 500)),
    v.check((members) => Object.keys(members).length <= 50, fault('length_invalid', { max: 50 })),
  )

const addressText = (max = 100) => v.optional(text(0, max))

export const address = () =>
  object({
    name: addressText(),
    line1: addressText(),
    line2: addressText(),
    city: addressText(),
    state: addressText(50),
    postalCode: addressText(20),
    country: v.optional(formatted('ISO 3166-1 code of 2 or 3 letters', (value) => /^([A-Za-z]{2,3})?$/.test(value))),
  })

/** Canonical decimal text as a number of the response. */
export const toJsonNumber = (value: string | null | undefined) => (value == null ? null : numberFromText(value))
