import { maxDeclines } from '#contract/checkouts/attempts'
import { maxExaminedCheckouts } from '#contract/checkouts/checkoutList'
import { exportLimits } from '#contract/customers/customerData'
import { quotaNames, quotas } from '#contract/quotas'
import { rateLimits as limits, type RateLimitName } from '#contract/rateLimits'
import { maxJsonDepth } from '#contract/schema/jsonScan'
import { cardKeyLifetimeMs, cardKeyPublishedMs } from '#contract/tokens/cardKeyLifetime'
import { maxExamined, maxPageSize } from '#contract/transactions/transactionList'
import { maxConnections } from '#contract/connections/connections'
import { eventRetentionDays, maxConcurrency, maxWebhooks, secretOverlapHours } from '#contract/webhooks/webhooks'
import { initialSettings } from '#contract/accounts/accounts'
import { checkoutRedactionMs } from '../../../domain/checkouts/create.ts'
import { receiptKeyLifetimeMs } from '../../../domain/checkouts/page/receiptKey.ts'
import { defaultTimeLimits } from '../../../domain/timeLimits.ts'
import { tokenLifetimeMs } from '../../../domain/tokens/create.ts'
import { maxBodyBytes } from '../../../http/body/body.ts'
import { maxUrlLength } from '../../../http/handleRequest.ts'
import { responseLifetimeMs, unknownOutcomeLifetimeMs } from '../../../store/sql/idempotency.ts'
import { initialConcurrency } from '../../../webhooks/delivery/concurrency.ts'
import { responseTimeoutMs } from '../../../webhooks/delivery/retrySchedule.ts'
import { code, durationText, markdownTable } from './markdownTable.ts'

const number = (value: number): string => value.toLocaleString('en')
const kibibytes = (bytes: number): string => `${number(bytes / 1024)} KiB`
const days = (count: number): string => durationText(count * 86_400_000)

const countedByLimit: Readonly<Record<RateLimitName, string>> = {
  standard: 'All requests of an account in one mode, with the rate tier `standard`',
  strict: 'The same, with the rate tier `strict`',
  tiny: 'The same, with the rate tier `tiny`',
  authentication:
    'Requests without a well-formed API key, by address. Requests of terminals for a pairing code are counted separately',
  lookups: 'API keys and checkout ids that this gateway has not seen recently, by address',
  pages: 'Card forms, checkout pages and their states, by address',
  tokens: 'Tokens by publishable keys, payments and promo codes of checkouts, by account and address',
  devices: 'Connections of terminals, by address',
  notifications: 'Messages of processors, by address',
  codes: 'Failed pairing codes of an account in one mode, counted exactly',
}

/** The rate limits by the names in the header RateLimit-Policy. */
export const rateLimits = (): string =>
  markdownTable(
    ['Name', 'Requests', 'In', 'Counts'],
    Object.entries(countedByLimit).map(([name, text]) => {
      const { quota, window } = limits[name as RateLimitName]
      return [code(name), number(quota), durationText(window * 1000), text]
    }),
  )

/** How much an account may keep. */
export const accountQuotas = (): string =>
  markdownTable(
    ['Quota', 'Counts', 'Test mode', 'Live mode'],
    quotaNames.map((name) => {
      const { text, test, live } = quotas[name]
      return [code(name), text, number(test), number(live)]
    }),
  )

/** Sizes of requests, lists and settings. */
export const sizeLimits = (): string =>
  markdownTable(
    ['What', 'Limit', 'Above it'],
    [
      ['Request body', kibibytes(maxBodyBytes), '413 `body_too_large`'],
      ['URL', kibibytes(maxUrlLength), '414 `uri_too_long`'],
      ['Nesting of a body', `${maxJsonDepth} levels`, '400 `json_invalid`'],
      ['Entries of a page, as JSON', number(maxPageSize.json), '400 `query_invalid`'],
      ['Entries of a page of payments, as CSV', number(maxPageSize.csv), '400 `query_invalid`'],
      ['Payments that one page of a search examines', number(maxExamined), 'a short page with a link to the next'],
      [
        'Checkouts that one page of a filtered list examines',
        number(maxExaminedCheckouts),
        'a short page with a link to the next',
      ],
      ['Payments in one export of a customer', number(exportLimits.transactions), '`moreTransactions` has the rest'],
      ['Webhooks of an account in one mode', number(maxWebhooks), '409 `limit_reached`'],
      ['Connections of an account in one mode', number(maxConnections), '409 `limit_reached`'],
      [
        'Deliveries to one webhook at the same time',
        `${number(initialConcurrency)} at first, up to ${number(maxConcurrency)}`,
        'further ones wait',
      ],
      ['Declined attempts of one checkout', number(maxDeclines), 'the checkout closes'],
    ],
  )

/** How long a response may take. */
export const timeLimits = (): string =>
  markdownTable(
    ['What', 'Time', 'After it'],
    [
      [
        'Response of the processor',
        durationText(defaultTimeLimits.processorTimeoutMs),
        'the outcome is unknown, and the payment is reversed',
      ],
      [
        'Response of a webhook’s server',
        durationText(responseTimeoutMs),
        'the attempt has failed, and the event is sent again',
      ],
    ],
  )

/** How long data is kept and credentials are valid. */
export const lifetimes = (): string =>
  markdownTable(
    ['What', 'Time', 'After it'],
    [
      ['Token', durationText(tokenLifetimeMs), '400 `token_expired`'],
      [
        'Encrypted card',
        `${durationText(initialSettings('live').encryptedCardMaxAgeSeconds * 1000)}, by \`encryptedCardMaxAgeSeconds\``,
        '400 `encrypted_card_expired`',
      ],
      ['Key for encrypted cards, as returned', durationText(cardKeyPublishedMs), 'a new key is returned'],
      ['Key for encrypted cards, as accepted', durationText(cardKeyLifetimeMs), 'the key is deleted'],
      ['First response of an `Idempotency-Key`', durationText(responseLifetimeMs), 'the key can be used again'],
      ['The same, while the outcome is unknown', durationText(unknownOutcomeLifetimeMs), 'the key can be used again'],
      ['Event, with its deliveries', days(eventRetentionDays), 'the event is deleted'],
      ['Old secret of a webhook after a rotation', `${secretOverlapHours} hours`, 'only the new secret signs'],
      ['Personal data on a receipt', durationText(receiptKeyLifetimeMs), 'amount, date and merchant remain'],
      [
        'Personal data of an unpaid checkout',
        `${durationText(checkoutRedactionMs)} after its end`,
        'the data is redacted',
      ],
    ],
  )
