/** A page of the reference. */
export interface ApiPage {
  /** Its file below docs/reference/api, without .md. */
  readonly slug: string
  readonly title: string
  /** What its operations are for. */
  readonly text: string
  /** The tag of its operations in the contract. */
  readonly tag: string
  /** Guides and concepts that explain the noun, by their path below docs. */
  readonly guides: readonly (readonly [text: string, path: string])[]
}

const page = (slug: string, title: string, tag: string, text: string, guides: ApiPage['guides']): ApiPage => ({
  slug,
  title,
  tag,
  text,
  guides,
})

/** All pages, in the order of the sidebar. */
export const apiPages: readonly ApiPage[] = [
  page(
    'transactions',
    'Transactions',
    'Transactions',
    'Charge a shopper and follow the money: authorize, capture, void and refund payments, and read them back.',
    [
      ['Authorize and capture', 'guides/authorize-and-capture.md'],
      ['Refunds and disputes', 'guides/refunds-and-disputes.md'],
      ['Life of a payment', 'concepts/life-of-a-payment.md'],
    ],
  ),
  page(
    'tokens',
    'Tokens',
    'Tokens',
    'Exchange card or bank data for a token that your server can handle. The card form does this for you in the browser.',
    [
      ['Card form', 'guides/card-form.md'],
      ['How card data flows', 'concepts/card-data.md'],
      ['Encrypted cards', 'guides/encrypted-cards.md'],
    ],
  ),
  page(
    'customers',
    'Customers',
    'Customers',
    'Keep customers and their payment methods, so that you can charge them again without asking for a card.',
    [
      ['Save and charge', 'guides/save-and-charge.md'],
      ['Data export and erasure', 'guides/data-export-and-erasure.md'],
    ],
  ),
  page(
    'subscriptions',
    'Subscriptions',
    'Subscriptions',
    'Charge customers on a schedule. A plan has the price and the cycle, a subscription connects a customer to it, and each period has a bill.',
    [
      ['Subscriptions', 'guides/subscriptions.md'],
      ['Test clock', 'guides/test-clock.md'],
    ],
  ),
  page(
    'checkouts',
    'Checkouts',
    'Checkout',
    'Create payment pages that the gateway hosts: open them in a browser, embed them, or send them as payment links.',
    [
      ['Hosted checkout and payment links', 'guides/hosted-checkout.md'],
      ['Embedded checkout', 'guides/embedded-checkout.md'],
      ['Life of a checkout', 'concepts/life-of-a-checkout.md'],
    ],
  ),
  page(
    'terminals',
    'Terminals',
    'Terminals',
    'Register card readers, watch them, and control the payment that is in progress at one of them.',
    [
      ['Terminals', 'guides/terminals.md'],
      ['Life of a terminal session', 'concepts/life-of-a-terminal-session.md'],
    ],
  ),
  page(
    'batches',
    'Batches',
    'Batches',
    'Read the daily settlement of captures and credits, to reconcile your orders with the bank.',
    [['Reconciliation', 'guides/reconciliation.md']],
  ),
  page(
    'figures',
    'Figures',
    'Figures',
    'Read what was captured, credited and declined on each day, without adding up payments.',
    [['Reconciliation', 'guides/reconciliation.md']],
  ),
  page(
    'disputes',
    'Disputes',
    'Disputes',
    'Read cardholders’ disputes with their deadlines and results, and accept those that you do not want to contest.',
    [
      ['Refunds and disputes', 'guides/refunds-and-disputes.md'],
      ['Life of a payment', 'concepts/life-of-a-payment.md'],
    ],
  ),
  page(
    'webhooks',
    'Webhooks',
    'Webhooks',
    'Register the URLs of your server that receive events, and test or repeat the deliveries to them.',
    [
      ['Webhooks', 'guides/webhooks.md'],
      ['Events', 'reference/events.md'],
    ],
  ),
  page(
    'events',
    'Events',
    'Events',
    'Read the events of your account and their deliveries, and deliver an event again.',
    [
      ['Webhooks', 'guides/webhooks.md'],
      ['All event types', 'reference/events.md'],
    ],
  ),
  page(
    'accounts',
    'Account',
    'Account',
    'Read and change the settings of your account, and see how much of its quotas it uses.',
    [
      ['Account settings', 'reference/settings.md'],
      ['Accounts and modes', 'concepts/accounts-and-modes.md'],
    ],
  ),
  page(
    'connections',
    'Connections',
    'Connections',
    'Connect accounts at processors, check their credentials, and see what each of them supports.',
    [
      ['Connections', 'concepts/connections.md'],
      ['Connect a processor', 'operations/connect-a-processor.md'],
    ],
  ),
  page(
    'api-keys',
    'API keys',
    'API keys',
    'Create, list, rotate and revoke the keys with which your servers and pages call the API.',
    [
      ['Keys and scopes', 'concepts/keys-and-scopes.md'],
      ['Scopes', 'reference/scopes.md'],
    ],
  ),
  page('audit', 'Audit log', 'Audit', 'Read who changed what in your account, and by which key.', [
    ['Keys and scopes', 'concepts/keys-and-scopes.md'],
  ]),
  page('team', 'Team', 'Team', 'Invite people to the console, change what they may do, and end their sessions.', [
    ['Keys and scopes', 'concepts/keys-and-scopes.md'],
    ['Console', 'operations/console.md'],
  ]),
  page('views', 'Saved views', 'Saved views', 'Save searches of lists for everybody who uses the console.', [
    ['Console', 'operations/console.md'],
  ]),
  page(
    'test-clock',
    'Test clock',
    'Test clock',
    'Move the time of test mode forward, so that a year of billing takes a second.',
    [['Test clock', 'guides/test-clock.md']],
  ),
]
