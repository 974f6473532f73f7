import { maxRoutingRules } from '../connections/routing.ts'
import { quotaNames, quotas } from '../quotas.ts'
import type { MemberTexts } from '../schema/memberTexts.ts'

const bothModes = 'Shared by test and live mode.'
const codes = (what: string) =>
  `${what} result codes that turn an approval into a decline, with a reversal. Empty: none.`

/** The limits of one mode. */
const ownQuotas = (mode: 'test' | 'live') => ({
  [`quotas.${mode}`]: `Quotas in ${mode} mode.`,
  ...Object.fromEntries(quotaNames.map((name) => [`quotas.${mode}.${name}`, `${quotas[name].text}.`] as const)),
})

/** Texts of the account's settings. */
export const accountTexts: MemberTexts = {
  Account: {
    id: 'Id of the account.',
    mode: 'Mode of the key, to which the settings belong.',
    version: 'Number of changes of the settings so far.',
    name: `Name of the shop, shown to shoppers. ${bothModes}`,
    logoUrl: `Logo on hosted pages. Null means none. ${bothModes}`,
    supportEmail: `Email address for shoppers’ questions. Null means none. ${bothModes}`,
    supportUrl: `Page for shoppers’ questions. Null means none. ${bothModes}`,
    defaultCurrency: 'ISO 4217 numeric code of amounts without a currency.',
    enabledCurrencies:
      'ISO 4217 numeric codes that payments may have; others are declined with `G07`. Null: every currency that is legal tender.',
    timeZone: `IANA name. It decides when batches close and subscriptions are billed. ${bothModes}`,
    processingCountry: `Country in which payments are processed, ISO 3166-1 alpha-2. \`CA\` requires \`deviceId\` for terminals. ${bothModes}`,
    tipAtSale: 'Whether terminals may ask for a tip. False ignores `promptTip`.',
    rateTier: `Rate limit of the account. Only the operator of the gateway changes it (403 \`operator_only\`); its current value is accepted. ${bothModes}`,
    quotas: `Quotas that differ from the default ones, by mode and name. Only the operator of the gateway changes them (403 \`operator_only\`); their current value is accepted. ${bothModes}`,
    ...ownQuotas('test'),
    ...ownQuotas('live'),
    allowedOrigins:
      'Origins whose pages may create tokens and show checkouts in frames: at most 50, in live mode https only. Empty: none in live mode, all in test mode.',
    avsReject: codes('Address verification:'),
    cvvReject: codes('Security code:'),
    storedCvvReject: codes('Security code, for payments with a stored card, beside `cvvReject`:'),
    storedCvvRequired:
      'Whether a hosted checkout asks for the security code of a stored card. False: anyone with the URL of a checkout can pay with the stored cards of its customer, and a code that a page sends is not used. Other payments with stored cards are not affected.',
    duplicateWindowSeconds:
      'Seconds in which a second payment with the same source, amount, currency and order reference is declined with `G01`. 0 turns it off.',
    strictTestPans: 'Whether test mode declines card numbers that are not documented test cards.',
    subscriptionRetryDays:
      'Days after its first attempt on which a declined bill is charged again: ascending, at most 10. Empty: no retries.',
    unreferencedCredits: 'Whether credits without an original payment are allowed.',
    webhookDefaults:
      'Headers for webhooks that are registered without their own. `headers` and `hosts` are replaced together: one without the other returns 400 `required`.',
    'webhookDefaults.headers':
      'Names and values, such as `authorization`: up to 20, with the rules of a webhook. Stored encrypted and never returned. Null or `{}` deletes them and the hosts.',
    'webhookDefaults.hosts':
      'Exact host names to whose webhooks the headers are sent; sub-domains are other hosts. Required with `headers`. Empty without headers.',
    'webhookDefaults.headerNames': 'Names of the headers. Empty without headers. Set by `headers`.',
    legalTexts:
      'Your own legal texts on hosted pages instead of the built-in ones, by locale tag such as `de`: at most 100. Replaced as a whole.',
    'legalTexts.bankDebit': 'Consent to a bank debit. Absent: the built-in text.',
    'legalTexts.subscription': 'Consent to a subscription. Absent: the built-in text.',
    unknownMembers:
      'Members of a request body that the API does not know: `refuse` them with 400 `unknown_member`, or `ignore` them. The body of authorize is always strict.',
    cardNumbersInText: 'A card number in a free-text member: `warn` accepts it, `refuse` returns 400.',
    encryptedCardMaxAgeSeconds: 'Maximum age of `creditCardEncrypted` in seconds, by its `iat`. 0 accepts any age.',
    routing: `Rules that choose the connection of a payment, at most ${maxRoutingRules}. The first match counts. Replaced as a whole.`,
    'routing.methods': 'Payment methods that the rule matches. Null matches all.',
    'routing.currencies': 'ISO 4217 numeric codes that the rule matches. Null matches all.',
    'routing.networks':
      'Card networks that the rule matches. Null matches all. A payment at a terminal is routed before its network is known and does not match.',
    'routing.connection': 'Id of the connection, `simulator` for the built-in one of test mode.',
  },
  getAccount: { account: 'The settings in the mode of the key.' },
  'getAccount.account': { $as: 'Account' },
  updateAccount: { account: 'The stored settings after the change.' },
  'updateAccount.account': { $as: 'Account' },
  UpdateAccountRequest: { $as: 'Account' },
  getQuotas: {
    quotas: 'All quotas in the mode of the key.',
    'quotas.name': 'Name of the quota.',
    'quotas.limit': 'Maximum number, or number of bytes, that the account can store. Null: no limit.',
    'quotas.used': 'Number, or number of bytes, that the account stores now.',
  },
}
