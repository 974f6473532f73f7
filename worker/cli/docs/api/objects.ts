import { anchorOfHeading } from '../anchors.ts'

/** A named schema of the API that has a section of its own. */
export interface ApiObject {
  readonly schema: string
  readonly heading: string
  /** What it is, in a sentence or two. */
  readonly text: string
}

const object = (schema: string, heading: string, text: string): ApiObject => ({ schema, heading, text })

/** The objects of each page, in the order of their sections. */
export const objects: Readonly<Record<string, readonly ApiObject[]>> = {
  transactions: [
    object(
      'TransactionResponse',
      'The result of an operation',
      'Authorize, sale, capture, void and credit return it. Each transaction starts with the same members, so one parser reads both.',
    ),
    object(
      'Transaction',
      'The transaction',
      'A payment, or a credit without a payment, with its amounts and all of its operations.',
    ),
    object('Payment', 'Payment sources', 'Who pays, and how. Send an object with exactly one of these members.'),
    object('Stored', 'A stored payment method', 'Charges a payment method of a customer.'),
    object('PaymentTerminal', 'A terminal', 'Lets the shopper pay at a terminal.'),
    object('CreditCard', 'A card', 'Unencrypted card data. Send it only from a server that may handle card numbers.'),
    object('Check', 'A bank account', 'A bank account in the United States, which is debited by ACH.'),
    object(
      'DigitalPayPayment',
      'A wallet payload',
      'The encrypted card of Google Pay, as the wallet returns it to your page.',
    ),
    object('Amount', 'An amount', 'A value with its currency.'),
    object('Order', 'An order', 'What the payment is for. All members are optional.'),
    object('DisputeSummary', 'A dispute of a payment', 'The short form of a dispute, in its payment.'),
    object('ReturnSummary', 'A return of a payment', 'A debit or credit that the bank returned.'),
    object('Line', 'A line of an order', 'One product of the order. All members are optional.'),
  ],
  disputes: [
    object('Dispute', 'The dispute', 'A cardholder’s claim against a payment, with the stages that it went through.'),
  ],
  figures: [
    object('DailyFigures', 'The figures of a day', 'What the operations of one UTC day add up to in one currency.'),
    object('Figures', 'The totals', 'The same for all days of the range.'),
  ],
  audit: [object('AuditEntry', 'The audit entry', 'One change, with who made it and what it was.')],
  team: [
    object('Member', 'The member', 'A person who uses the console.'),
    object('Invitation', 'The invitation', 'A link with which one person joins the team, without its secret.'),
    object('ConsoleSession', 'The session', 'A browser in which a member has signed in.'),
  ],
  views: [object('SavedView', 'The saved view', 'A search of a list, under a name.')],
  tokens: [object('ShopperCard', 'A card to tokenize', 'The card that a shopper entered.')],
  customers: [
    object('Customer', 'The customer', 'A person or company with stored payment methods.'),
    object('WalletEntry', 'The wallet entry', 'A stored payment method of a customer.'),
    object('StoredAddress', 'A stored address', 'An address in a response. Members without a value are empty strings.'),
    object('Address', 'An address', 'An address in a request. All members are optional.'),
  ],
  subscriptions: [
    object('Subscription', 'The plan', 'Price, cycle and number of installments that customers subscribe to.'),
    object('CustomerSubscription', 'The subscription', 'One customer’s subscription to a plan.'),
    object('SubscriptionWithCustomer', 'A subscription with its customer', 'The same, with what names its customer.'),
    object('Bill', 'The bill', 'What a subscription owes for one period, with the attempts to charge it.'),
  ],
  terminals: [object('Terminal', 'The terminal', 'A card reader that is registered with your account.')],
  webhooks: [
    object('Webhook', 'The webhook', 'One of your URLs, which receives events.'),
    object('Attempt', 'A delivery attempt', 'One request of the gateway to your URL.'),
  ],
  events: [object('Delivery', 'The delivery', 'The delivery of one event to one webhook.')],
  connections: [object('Connection', 'The connection', 'An account at a processor, without its credentials.')],
  'api-keys': [object('ApiKey', 'The API key', 'What an API key may do, without the key itself.')],
}

/** Objects that other pages describe: the page below docs/reference with its anchor. */
const elsewhere: Readonly<Record<string, readonly [text: string, page: string]>> = {
  Appearance: ['Appearance', 'appearance.md'],
  Event: ['Event', 'events.md#members'],
  ErrorItem: ['Error', 'api/index.md#errors'],
  Failure: ['Error response', 'api/index.md#errors'],
}

/**
 * A link to the description of a named schema, from a page of the API.
 *
 * @throws Error for a schema without a description
 */
export const linkToObject = (schema: string, page: string): string => {
  const other = elsewhere[schema]
  if (other !== undefined) return `[${other[0]}](../${other[1]})`.replace('(../api/', '(./')
  for (const [home, list] of Object.entries(objects)) {
    const found = list.find((one) => one.schema === schema)
    if (found !== undefined)
      return `[${found.heading}](${home === page ? '' : `./${home}.md`}#${anchorOfHeading(found.heading)})`
  }
  throw new Error(`The schema ${schema} is on no page. Add it to worker/cli/docs/api/objects.ts.`)
}
