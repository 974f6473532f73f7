import type { DefaultTheme } from 'vitepress'

/** A page, and the pages below it. */
type Entry = readonly [text: string, page: string, below?: readonly Entry[]]

const item = ([text, page, below]: Entry): DefaultTheme.SidebarItem => ({
  text,
  link: `/${page}`,
  ...(below && { collapsed: true, items: below.map(item) }),
})

const group = (text: string, entries: readonly Entry[], collapsed = false): DefaultTheme.SidebarItem => ({
  text,
  collapsed,
  items: entries.map(item),
})

/** Every page, in reading order. A page that is not listed here fails a test. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  group('Start', [['Quick start', 'start']]),
  group('Take a card', [
    ['Card form', 'guides/card-form'],
    ['Plain HTML and Node', 'guides/plain'],
    ['React', 'guides/react'],
    ['Vue', 'guides/vue'],
    ['Svelte', 'guides/svelte'],
    ['Angular', 'guides/angular'],
    ['Hosted checkout and payment links', 'guides/hosted-checkout'],
    ['Embedded checkout', 'guides/embedded-checkout'],
    ['Google Pay', 'guides/wallets'],
    ['Encrypted cards', 'guides/encrypted-cards'],
    ['Terminals', 'guides/terminals'],
  ]),
  group('Run a shop', [
    ['Authorize and capture', 'guides/authorize-and-capture'],
    ['Refunds and disputes', 'guides/refunds-and-disputes'],
    ['Save and charge', 'guides/save-and-charge'],
    ['Subscriptions', 'guides/subscriptions'],
    ['Webhooks', 'guides/webhooks'],
    ['Card testing', 'guides/card-testing'],
    ['Reconciliation', 'guides/reconciliation'],
    ['Test clock', 'guides/test-clock'],
    ['Data export and erasure', 'guides/data-export-and-erasure'],
    ['Moving from Stripe', 'guides/from-stripe'],
    ['Moving from Braintree', 'guides/from-braintree'],
  ]),
  group('Concepts', [
    ['Life of a payment', 'concepts/life-of-a-payment'],
    ['Life of a checkout', 'concepts/life-of-a-checkout'],
    ['Life of a terminal session', 'concepts/life-of-a-terminal-session'],
    ['Accounts and modes', 'concepts/accounts-and-modes'],
    ['Keys and scopes', 'concepts/keys-and-scopes'],
    ['Ids', 'concepts/ids'],
    ['Idempotency and retries', 'concepts/idempotency'],
    ['Errors', 'concepts/errors'],
    ['How card data flows', 'concepts/card-data'],
    ['Glossary', 'concepts/glossary'],
  ]),
  group('Reference', [
    [
      'API',
      'reference/api/',
      [
        ['Transactions', 'reference/api/transactions'],
        ['Tokens', 'reference/api/tokens'],
        ['Customers', 'reference/api/customers'],
        ['Subscriptions', 'reference/api/subscriptions'],
        ['Checkouts', 'reference/api/checkouts'],
        ['Terminals', 'reference/api/terminals'],
        ['Batches', 'reference/api/batches'],
        ['Webhooks', 'reference/api/webhooks'],
        ['Events', 'reference/api/events'],
        ['Account', 'reference/api/accounts'],
        ['API keys', 'reference/api/api-keys'],
        ['Test clock', 'reference/api/test-clock'],
      ],
    ],
    ['Client library', 'reference/client'],
    ['Card and checkout elements', 'reference/elements'],
    ['Appearance', 'reference/appearance'],
    ['Response codes', 'reference/response-codes'],
    ['Errors', 'reference/errors'],
    ['Events', 'reference/events'],
    ['Test cards and triggers', 'reference/test-cards'],
    ['Account settings', 'reference/settings'],
    ['Scopes', 'reference/scopes'],
    ['Limits', 'reference/limits'],
    ['Device protocol', 'reference/device-protocol'],
    ['Interface decisions', 'reference/interface-decisions'],
  ]),
  group(
    'Operations',
    [
      ['Deploy', 'operations/deploy'],
      ['Domains and regions', 'operations/domains-and-regions'],
      ['Keys and backup', 'operations/keys-and-backup'],
      ['Upgrade and roll back', 'operations/upgrade'],
      ['Monitoring and runbook', 'operations/runbook'],
      ['Limits and costs', 'operations/limits-and-costs'],
      ['PCI DSS', 'operations/pci'],
    ],
    true,
  ),
  group(
    'Internals',
    [
      ['Architecture', 'internals/architecture'],
      ['One request, from wire to row', 'internals/one-request'],
      ['Durable Objects', 'internals/durable-objects'],
      ['Money safety', 'internals/money-safety'],
      ['Testing', 'internals/testing'],
      ['Add an endpoint', 'internals/add-an-endpoint'],
      ['Add a component', 'internals/add-a-component'],
      ['Add an event', 'internals/add-an-event'],
      ['Add a processor', 'internals/add-a-processor'],
      ['Write documentation', 'internals/documentation'],
      ['Dependencies', 'internals/dependencies'],
      ['Style', 'internals/style'],
      ['Decisions', 'internals/decisions/'],
    ],
    true,
  ),
  group(
    'Quality',
    [
      ['Claims and their tests', 'quality/claims'],
      ['Benchmarks', 'quality/benchmarks'],
      ['Problems of card forms', 'quality/card-form-problems'],
    ],
    true,
  ),
]
