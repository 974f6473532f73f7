import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { currencies, initialCurrency } from '../money/currencies.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { changing, currencyCode, formatted, nullable, text } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { object, record } from '../schema/objects.ts'
import { avsTexts, cvvTexts } from '../transactions/verificationCodes.ts'
import { email, origin, httpsUrl } from '../schema/urls.ts'
import { webhookHeaders } from '../webhooks/webhookHeaders.ts'

const tag = 'Account'

/** Names of the rate limits. `unlimited` is for benchmarks and fuzz tests. */
export const rateTiers = ['standard', 'strict', 'tiny', 'unlimited'] as const
export type RateTier = (typeof rateTiers)[number]

const isTimeZone = (value: string): boolean => {
  // Intl accepts offsets such as +01:00 too, but they have no daylight-saving time.
  if (!/^[A-Za-z]/.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Retry schedule of a declined bill: days after its first attempt, ascending. */
const retryDays = () =>
  v.pipe(
    v.array(int32(1, 60)),
    v.maxLength(10, fault('length_invalid', { max: 10 })),
    v.check(
      (days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0)),
      fault('format_invalid', { format: 'ascending days' }),
    ),
  )

/** The merchant's legal texts for the hosted checkout, by locale tag. */
const legalTexts = () =>
  v.pipe(
    record(
      formatted('locale tag', (value) => /^[A-Za-z]{2,3}(-[0-9A-Za-z]{2,8}){0,3}$/.test(value)),
      object({ bankDebit: v.optional(text(1, 4000)), subscription: v.optional(text(1, 4000)) }),
    ),
    v.check((texts) => Object.keys(texts).length <= 100, fault('length_invalid', { max: 100 })),
  )

const origins = () => v.pipe(v.array(origin()), v.maxLength(50))
const codes = (table: Readonly<Record<string, string>>) => v.array(v.picklist(Object.keys(table)))

/** A setting that null clears. An absent member leaves it unchanged. */
const clearable = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema))

/**
 * Any subset of the settings of an account: the body of PUT /v1/account and the input of the command line.
 *
 * - `defaultCurrency`, `enabledCurrencies`: ISO 4217 numbers; null enables every currency that is legal tender
 * - `logoUrl`, `supportUrl`: https
 * - `timeZone`: IANA name; it decides when batches close and subscriptions are billed
 * - `processingCountry`: ISO 3166-1 alpha-2, in capital letters
 * - `allowedOrigins`: origins whose pages may create tokens; an empty list allows no origin in live mode and every origin in test mode
 * - `avsReject`, `cvvReject`: result codes that turn an approval into a decline
 * - `storedCvvReject`: the same for CVV results of stored cards, beside `cvvReject`
 * - `duplicateWindowSeconds`: 0 turns the detection of duplicates off
 * - `subscriptionRetryDays`: days after the first attempt on which a declined bill is retried; an empty list disables retries
 * - `legalTexts`: by locale tag, for bank debits and subscriptions, instead of the built-in ones; replaced as a whole
 * - `unreferencedCredits`: whether credits without an original payment are allowed
 */
export const accountSettings = () =>
  object({
    name: v.optional(text(1, 100)),
    logoUrl: clearable(httpsUrl()),
    supportEmail: clearable(email()),
    supportUrl: clearable(httpsUrl()),
    defaultCurrency: v.optional(currencyCode()),
    enabledCurrencies: clearable(v.pipe(v.array(currencyCode()), v.maxLength(currencies.size))),
    timeZone: v.optional(formatted('IANA time zone', isTimeZone)),
    processingCountry: v.optional(formatted('2 capital letters', (value) => /^[A-Z]{2}$/.test(value))),
    tipAtSale: v.optional(v.boolean()),
    rateTier: v.optional(v.picklist(rateTiers)),
    allowedOrigins: v.optional(object({ test: v.optional(origins()), live: v.optional(origins()) })),
    avsReject: v.optional(codes(avsTexts)),
    cvvReject: v.optional(codes(cvvTexts)),
    storedCvvReject: v.optional(codes(cvvTexts)),
    duplicateWindowSeconds: v.optional(int32(0, 86_400)),
    strictTestPans: v.optional(v.boolean()),
    subscriptionRetryDays: v.optional(retryDays()),
    unreferencedCredits: v.optional(object({ test: v.optional(v.boolean()), live: v.optional(v.boolean()) })),
    webhookDefaults: v.optional(object({ headers: nullable(webhookHeaders()) })),
    legalTexts: v.optional(legalTexts()),
  })
export type AccountSettingsChange = v.InferOutput<ReturnType<typeof accountSettings>>

/** All settings of an account, as stored and returned. */
export interface AccountSettings {
  readonly name: string
  readonly logoUrl: string | null
  readonly supportEmail: string | null
  readonly supportUrl: string | null
  readonly defaultCurrency: number
  readonly enabledCurrencies: readonly number[] | null
  readonly timeZone: string
  readonly processingCountry: string
  readonly tipAtSale: boolean
  readonly rateTier: RateTier
  readonly allowedOrigins: { readonly test: readonly string[]; readonly live: readonly string[] }
  readonly avsReject: readonly string[]
  readonly cvvReject: readonly string[]
  readonly storedCvvReject: readonly string[]
  readonly duplicateWindowSeconds: number
  readonly strictTestPans: boolean
  readonly subscriptionRetryDays: readonly number[]
  readonly unreferencedCredits: { readonly test: boolean; readonly live: boolean }
  readonly webhookDefaults: { readonly headers: Readonly<Record<string, string>> | null }
  readonly legalTexts: Readonly<
    Record<string, { readonly bankDebit?: string | undefined; readonly subscription?: string | undefined }>
  >
}

/** The settings of a new account. */
export const initialSettings: AccountSettings = {
  name: 'My shop',
  logoUrl: null,
  supportEmail: null,
  supportUrl: null,
  defaultCurrency: initialCurrency,
  enabledCurrencies: null,
  timeZone: 'UTC',
  processingCountry: 'US',
  tipAtSale: false,
  rateTier: 'standard',
  allowedOrigins: { test: [], live: [] },
  avsReject: [],
  cvvReject: [],
  storedCvvReject: ['N'],
  duplicateWindowSeconds: 0,
  strictTestPans: false,
  subscriptionRetryDays: [1, 3, 5, 7],
  unreferencedCredits: { test: true, live: false },
  webhookDefaults: { headers: null },
  legalTexts: {},
}

const definedMembers = <T extends object>(change: T): Partial<T> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<T>

/** Applies a change. Settings with a test and a live value change per mode; lists are replaced. */
export const applySettingsChange = (settings: AccountSettings, change: AccountSettingsChange): AccountSettings => {
  const { allowedOrigins, unreferencedCredits, webhookDefaults, ...plain } = change
  return {
    ...settings,
    ...definedMembers(plain),
    allowedOrigins: { ...settings.allowedOrigins, ...definedMembers(allowedOrigins ?? {}) },
    unreferencedCredits: { ...settings.unreferencedCredits, ...definedMembers(unreferencedCredits ?? {}) },
    webhookDefaults:
      webhookDefaults === undefined ? settings.webhookDefaults : { headers: webhookDefaults.headers ?? null },
  }
}

const byMode = <S extends v.GenericSchema>(schema: S) => v.object({ test: schema, live: schema })

const account = () =>
  v.object({
    id: v.string(),
    name: v.string(),
    logoUrl: v.nullable(v.string()),
    supportEmail: v.nullable(v.string()),
    supportUrl: v.nullable(v.string()),
    defaultCurrency: v.number(),
    enabledCurrencies: v.nullable(v.array(v.number())),
    timeZone: v.string(),
    processingCountry: v.string(),
    tipAtSale: v.boolean(),
    rateTier: v.picklist(rateTiers),
    allowedOrigins: byMode(v.array(v.string())),
    avsReject: v.array(v.string()),
    cvvReject: v.array(v.string()),
    storedCvvReject: v.array(v.string()),
    duplicateWindowSeconds: v.number(),
    strictTestPans: v.boolean(),
    subscriptionRetryDays: v.array(v.number()),
    unreferencedCredits: byMode(v.boolean()),
    webhookDefaults: v.object({ headers: v.nullable(v.record(v.string(), v.string())) }),
    legalTexts: v.record(
      v.string(),
      v.object({ bankDebit: v.optional(v.string()), subscription: v.optional(v.string()) }),
    ),
  })

export const getAccount = endpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/v1/account',
  tag,
  scope: 'keys:admin',
  errorFormat: 'envelope',
  response: envelope({ account: account() }),
  extension: true,
})

export const updateAccount = endpoint({
  name: 'updateAccount',
  method: 'PUT',
  path: '/v1/account',
  tag,
  scope: 'keys:admin',
  errorFormat: 'envelope',
  body: object(changing(account(), accountSettings().entries)),
  response: envelope({ account: account() }),
  extension: true,
})

export const accountEndpoints = [getAccount, updateAccount] as const

export const accountDocumentation = (): Documentation => ({
  getAccount: { summary: 'Retrieve the account settings' },
  updateAccount: {
    summary: 'Update the account settings',
    description:
      'Accepts any subset of the settings. Omitted members keep their values; null clears optional settings.',
  },
})
