import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { currencies, initialCurrency } from '../money/currencies.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { changing, currencyCode, email, formatted, nullable, readOnly, text } from '../schema/fields.ts'
import { int32, responseInteger } from '../schema/numbers.ts'
import { object, record } from '../schema/objects.ts'
import { avsTexts, cvvTexts } from '../transactions/verificationCodes.ts'
import { unknownMemberPolicies } from '../schema/unknownMembers.ts'
import { cardNumberPolicies } from '../schema/cardNumbersInText.ts'
import { defaultPolicies } from '../schema/requestBody.ts'
import type { BodyPolicies } from '../schema/requestBody.ts'
import { routingRules, routingRulesInResponse } from '../connections/routing.ts'
import type { RoutingRule } from '../connections/routing.ts'
import { quotaNames, quotas } from '../quotas.ts'
import type { QuotaName } from '../quotas.ts'
import { origin, httpsUrl } from '../schema/urls.ts'
import { webhookHeaders } from '../webhooks/webhookHeaders.ts'
import { canonicalizeWebhookHost, webhookHost } from '../webhooks/webhookHost.ts'
import { maxWebhooks } from '../webhooks/webhooks.ts'

const tag = 'Account'

/** A day. */
const maxEncryptedCardAge = 86_400

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

/** Headers of webhooks, and the hosts that they are sent to. The response has the names of the headers only. */
const webhookDefaults = () =>
  object({
    hosts: nullable(
      v.pipe(
        v.array(webhookHost()),
        v.maxLength(maxWebhooks, fault('length_invalid', { max: maxWebhooks })),
        v.transform((hosts) => [...new Set(hosts.map(canonicalizeWebhookHost))]),
      ),
    ),
    headers: nullable(webhookHeaders()),
    headerNames: readOnly(),
  })

/** A setting that null clears. An absent member leaves it unchanged. */
const clearable = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema))

/** Settings that both modes of an account share. */
const sharedSettings = () => ({
  name: v.optional(text(1, 100)),
  logoUrl: clearable(httpsUrl()),
  supportEmail: clearable(email()),
  supportUrl: clearable(httpsUrl()),
  timeZone: v.optional(formatted('IANA time zone', isTimeZone)),
  processingCountry: v.optional(formatted('2 capital letters', (value) => /^[A-Z]{2}$/.test(value))),
})

/** Settings that each mode has for itself. */
const modeSettings = () => ({
  defaultCurrency: v.optional(currencyCode()),
  enabledCurrencies: clearable(v.pipe(v.array(currencyCode()), v.maxLength(currencies.size))),
  tipAtSale: v.optional(v.boolean()),
  allowedOrigins: v.optional(origins()),
  avsReject: v.optional(codes(avsTexts)),
  cvvReject: v.optional(codes(cvvTexts)),
  storedCvvReject: v.optional(codes(cvvTexts)),
  storedCvvRequired: v.optional(v.boolean()),
  duplicateWindowSeconds: v.optional(int32(0, 86_400)),
  strictTestPans: v.optional(v.boolean()),
  subscriptionRetryDays: v.optional(retryDays()),
  unreferencedCredits: v.optional(v.boolean()),
  webhookDefaults: v.optional(webhookDefaults()),
  legalTexts: v.optional(legalTexts()),
  unknownMembers: v.optional(v.picklist(unknownMemberPolicies)),
  cardNumbersInText: v.optional(v.picklist(cardNumberPolicies)),
  encryptedCardMaxAgeSeconds: v.optional(int32(0, maxEncryptedCardAge)),
  routing: v.optional(routingRules()),
})

const quotaLimit = () => v.optional(int32(0))

const quotaLimits = () =>
  v.optional(
    object(
      Object.fromEntries(quotaNames.map((name) => [name, quotaLimit()])) as Record<
        QuotaName,
        ReturnType<typeof quotaLimit>
      >,
    ),
  )

/** Quotas of an account that differ from the default ones, by mode. */
const ownQuotas = () => object({ test: quotaLimits(), live: quotaLimits() })

/** Settings that only the operator changes. The API returns them, and accepts their current values. */
const operatorSettings = () => ({ rateTier: v.optional(v.picklist(rateTiers)), quotas: v.optional(ownQuotas()) })

/**
 * Any subset of the settings of an account in one mode: the body of PUT /v1/account and the input of the command line.
 *
 * - `defaultCurrency`, `enabledCurrencies`: ISO 4217 numbers; null enables every currency that is legal tender
 * - `logoUrl`, `supportUrl`: https
 * - `timeZone`: IANA name; it decides when batches close and subscriptions are billed
 * - `processingCountry`: ISO 3166-1 alpha-2, in capital letters
 * - `allowedOrigins`: origins whose pages may create tokens; an empty list allows no origin in live mode and every origin in test mode
 * - `avsReject`, `cvvReject`: result codes that turn an approval into a decline
 * - `storedCvvReject`: the same for CVV results of stored cards, beside `cvvReject`
 * - `storedCvvRequired`: whether a hosted checkout asks for the security code of a stored card
 * - `duplicateWindowSeconds`: 0 turns the detection of duplicates off
 * - `subscriptionRetryDays`: days after the first attempt on which a declined bill is retried; an empty list disables retries
 * - `webhookDefaults`: headers for webhooks without their own, and the exact hosts that they are sent to
 * - `legalTexts`: by locale tag, for bank debits and subscriptions, instead of the built-in ones; replaced as a whole
 * - `unreferencedCredits`: whether credits without an original payment are allowed
 * - `unknownMembers`: whether members of a request body that the API does not know are refused or ignored
 * - `cardNumbersInText`: whether a card number in free text is refused or accepted with a warning
 * - `encryptedCardMaxAgeSeconds`: maximum age of `creditCardEncrypted`; 0 accepts any age
 * - `routing`: rules by which connections are chosen, the first match; replaced as a whole
 * - `quotas`: by mode and name, where they differ from the default ones
 */
export const accountSettings = () => object({ ...sharedSettings(), ...modeSettings(), ...operatorSettings() })
export type AccountSettingsChange = v.InferOutput<ReturnType<typeof accountSettings>>

export type SettingName = keyof AccountSettingsChange

/** Every setting is in one of these lists. Those of the operator are shared by both modes, too. */
export const sharedSettingNames = Object.keys(sharedSettings()) as readonly SettingName[]
export const modeSettingNames = Object.keys(modeSettings()) as readonly SettingName[]
export const operatorSettingNames = Object.keys(operatorSettings()) as readonly SettingName[]

/** Settings with secrets. They are stored with a member `sealed`, which no response and no audit entry contains. */
export const secretSettingNames: readonly SettingName[] = ['webhookDefaults']

/** Default headers of webhooks, as stored. */
export interface StoredWebhookDefaults {
  /** Canonical host names. */
  readonly hosts: readonly string[]
  readonly headerNames: readonly string[]
  /** Hosts and headers, encrypted together. Absent without headers. */
  readonly sealed?: { readonly sealed: string; readonly wrappedKey: string }
}

/** All settings of an account in one mode. */
export interface AccountSettings extends BodyPolicies {
  /** The number of changes of these settings. */
  readonly version: number
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
  readonly quotas: {
    readonly [mode in 'test' | 'live']?: Readonly<Partial<Record<QuotaName, number>>> | undefined
  }
  readonly allowedOrigins: readonly string[]
  readonly avsReject: readonly string[]
  readonly cvvReject: readonly string[]
  readonly storedCvvReject: readonly string[]
  readonly storedCvvRequired: boolean
  readonly duplicateWindowSeconds: number
  readonly strictTestPans: boolean
  readonly subscriptionRetryDays: readonly number[]
  readonly unreferencedCredits: boolean
  readonly webhookDefaults: StoredWebhookDefaults
  readonly legalTexts: Readonly<
    Record<string, { readonly bankDebit?: string | undefined; readonly subscription?: string | undefined }>
  >
  readonly encryptedCardMaxAgeSeconds: number
  readonly routing: readonly RoutingRule[]
}

/** The settings of a new account in one mode. Test mode, which moves no money, allows unreferenced credits. */
export const initialSettings = (mode: 'test' | 'live'): AccountSettings => ({
  version: 0,
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
  quotas: {},
  allowedOrigins: [],
  avsReject: [],
  cvvReject: [],
  storedCvvReject: ['N'],
  storedCvvRequired: true,
  duplicateWindowSeconds: 0,
  strictTestPans: false,
  subscriptionRetryDays: [1, 3, 5, 7],
  unreferencedCredits: mode === 'test',
  webhookDefaults: { hosts: [], headerNames: [] },
  legalTexts: {},
  ...defaultPolicies,
  encryptedCardMaxAgeSeconds: 900,
  routing: [],
})

const account = () =>
  v.object({
    id: v.string(),
    mode: v.picklist(['test', 'live']),
    version: responseInteger(),
    name: v.string(),
    logoUrl: v.nullable(v.string()),
    supportEmail: v.nullable(v.string()),
    supportUrl: v.nullable(v.string()),
    defaultCurrency: responseInteger(),
    enabledCurrencies: v.nullable(v.array(responseInteger())),
    timeZone: v.string(),
    processingCountry: v.string(),
    tipAtSale: v.boolean(),
    rateTier: v.picklist(rateTiers),
    quotas: v.object({
      test: v.optional(v.record(v.string(), responseInteger())),
      live: v.optional(v.record(v.string(), responseInteger())),
    }),
    allowedOrigins: v.array(v.string()),
    avsReject: v.array(v.string()),
    cvvReject: v.array(v.string()),
    storedCvvReject: v.array(v.string()),
    storedCvvRequired: v.boolean(),
    duplicateWindowSeconds: responseInteger(),
    strictTestPans: v.boolean(),
    subscriptionRetryDays: v.array(responseInteger()),
    unreferencedCredits: v.boolean(),
    webhookDefaults: v.object({ hosts: v.array(v.string()), headerNames: v.array(v.string()) }),
    legalTexts: v.record(
      v.string(),
      v.object({ bankDebit: v.optional(v.string()), subscription: v.optional(v.string()) }),
    ),
    unknownMembers: v.picklist(unknownMemberPolicies),
    cardNumbersInText: v.picklist(cardNumberPolicies),
    encryptedCardMaxAgeSeconds: responseInteger(),
    routing: routingRulesInResponse(),
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

export const getQuotas = endpoint({
  name: 'getQuotas',
  method: 'GET',
  path: '/v1/account/quotas',
  tag,
  scope: 'keys:admin',
  errorFormat: 'envelope',
  response: envelope({
    quotas: v.array(
      v.object({ name: v.picklist(quotaNames), limit: v.nullable(responseInteger()), used: responseInteger() }),
    ),
  }),
  extension: true,
})

export const accountEndpoints = [getAccount, updateAccount, getQuotas] as const

export const accountDocumentation = (): Documentation => ({
  getAccount: {
    summary: 'Retrieve the account settings',
    description:
      "Returns the settings of the key's mode. Test and live mode have separate settings, except for those that both modes share: `name`, `logoUrl`, `supportEmail`, `supportUrl`, `timeZone`, `processingCountry`, `rateTier` and `quotas`.",
  },
  updateAccount: {
    summary: 'Update the account settings',
    description: `Accepts any subset of the settings. Omitted members keep their values; null clears optional settings. Concurrent changes of different members are all kept, and the response has the stored settings.

A key changes the settings of its own mode. \`name\`, \`logoUrl\`, \`supportEmail\`, \`supportUrl\`, \`timeZone\` and \`processingCountry\` are shared by both modes. A test key changes them only while the account has never had a live key (403 \`live_key_required\`). Only the operator of the gateway changes \`rateTier\` and \`quotas\` (403 \`operator_only\`). Current values are always accepted, so a client can send back what it read.

- \`webhookDefaults\`: \`headers\` for webhooks that have none of their own, such as \`authorization\`, and the exact \`hosts\` that they are sent to. A webhook of any other host, a sub-domain included, is sent none. Both are stored encrypted together and replaced together: headers without hosts, and other hosts without the headers, return 400 \`required\`. Responses contain the hosts and \`headerNames\`, never values. \`headers\` null or \`{}\` deletes them
- \`unknownMembers\`: \`refuse\` (default) or \`ignore\` members of a request body that the API does not know. Ignored ones are named in the header \`Sluice-Ignored\`. The top level of authorize and sale always refuses them.
- \`cardNumbersInText\`: \`warn\` (default) about a card number in free text in the header \`Sluice-Warning\`, or \`refuse\` it with 400 \`card_number_not_allowed\`
- \`encryptedCardMaxAgeSeconds\`: maximum age of \`creditCardEncrypted\`, by default 900 seconds; 0 accepts any age
- \`routing\`: rules that choose the connection of a payment. The first rule whose \`methods\`, \`currencies\` and \`networks\` match counts; an absent or null member matches everything. Rules of disabled connections are skipped. Without a match, test mode uses the built-in simulator, and live mode declines with \`G08\`. A connection of another account or mode returns 400 \`connection_not_found\``,
  },
  getQuotas: {
    summary: 'Retrieve the quotas',
    description: `Returns the limit and the current use of each quota in the key's mode. \`limit\` is null if there is none. A request that would exceed a quota returns 403 \`quota_exceeded\` with its name, limit and use in \`details\` (authorize: without a body). The limit is checked with a delay of up to ten seconds, so \`used\` may exceed it. Captures, voids, cancellations and deletions always work. The operator of the gateway can raise quotas. Ask before you reach them.

| Quota | Counts | Test mode | Live mode |
| --- | --- | --- | --- |
${quotaNames.map((name) => `| \`${name}\` | ${quotas[name].text} | ${quotas[name].test.toLocaleString('en')} | ${quotas[name].live.toLocaleString('en')} |`).join('\n')}`,
  },
})
