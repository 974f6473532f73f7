import type { MemberTexts } from '../schema/memberTexts.ts'

/** Texts of checkouts. */
export const checkoutTexts: MemberTexts = {
  Checkout: {
    url: 'The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper.',
    id: 'Id of the checkout.',
    status:
      '`open`: can be paid. `processing`: a payment is in progress. `completed`: paid. `expired`, `canceled`: can no longer be paid.',
    reason: 'Why it was canceled: by a request, or after ten declined attempts. Null if it is not canceled.',
    transactionId: 'Id of the payment, or of the latest attempt. Null before the first attempt.',
    customer: 'Id of the customer that was given or created. Null if there is none.',
    subscription: '`customerSubscriptionId` of the new subscription. Null if there is none.',
    total: 'Amount to pay in currency units; after the payment what was charged.',
    currency: 'ISO 4217 numeric code.',
    discountCode: 'Code in `discounts` that the shopper paid with. Null without one, or before the payment.',
    shippingOption: 'Id in `shippingOptions` that the shopper paid for. Null without one, or before the payment.',
    metadata:
      'What the shopper entered in the fields of `customerDefinedField`, by name. Null if there are no fields, or before the payment.',
    phone:
      'Telephone number that the shopper entered, as typed. Null if `collectPhone` does not ask for it, if it was left empty, or before the payment.',
    consents:
      'What the shopper agreed to when paying, of `consents` of the request. Null if there are none, or before the payment.',
    'consents.name': 'Name of the consent.',
    'consents.text': 'The text that the shopper saw, with its links as in the request.',
    'consents.accepted': 'Whether the shopper checked the box. True for a required consent.',
    'consents.at': 'Time of the payment, RFC 3339 in UTC.',
    receipt: 'Status of the receipt email: `none` (not sent), `due` (to be sent), `sent` or `failed`.',
    created: 'Time when the checkout was created, RFC 3339 in UTC.',
    expiresAt: 'Time until which it can be paid, RFC 3339 in UTC.',
  },
  createCheckout: { $as: 'Checkout' },
  listCheckouts: {
    checkouts: 'Checkouts, newest first.',
    nextCursor: 'Cursor of the next page. Null on the last page.',
  },
  'listCheckouts.checkouts': { $as: 'CheckoutDetails' },
  getCheckout: { $as: 'CheckoutWithReceipts' },
  cancelCheckout: { $as: 'CheckoutDetails' },
  sendReceipt: { $as: 'CheckoutWithReceipts' },
  CheckoutDetails: {
    $as: 'Checkout',
    invoiceNumber: 'Number in `invoiceInfo` of the request. Null without one.',
    customerInfo:
      'Name and email address in `customerInfo` of the request. Null without them, and after the personal data was deleted.',
    'customerInfo.name': 'Name. An empty string without one.',
    'customerInfo.email': 'Email address. An empty string without one.',
    items: 'Items of the request. Empty if it had a total alone.',
    'items.name': 'Name of the item.',
    'items.description': 'Description. An empty string without one.',
    'items.price': 'Price of one unit in currency units.',
    'items.quantity': 'Number of units in the request; the initial one if the shopper can change it.',
    subtotal: 'Sum of the items in the request, in currency units. Null without items and `subtotal`.',
    tax: 'Tax in the request, in currency units. Null without it.',
    surcharge: 'Surcharge in the request, in currency units. Null without it.',
    shipping: 'Cost of shipping in the request, in currency units. Null without it.',
    discount: 'Discount in the request, in currency units. Null without it.',
  },
  CheckoutWithReceipts: {
    $as: 'CheckoutDetails',
    receipts: 'All emails with the receipt, the oldest first. An empty list before the first.',
    'receipts.at': 'Time when it was sent, RFC 3339 in UTC.',
    'receipts.recipient': '`shopper`: the address that the shopper gave. `other`: another one, which is not stored.',
    'receipts.state': '`sent`: accepted for delivery. `failed`: not accepted.',
    'receipts.actor': 'Who sent it again. Null for the first one, which the gateway sent after the payment.',
    'receipts.actor.kind': '`key`: an API key. `member`: a person at the console. `system`: the gateway itself.',
    'receipts.actor.id': 'Id of the API key, or `member:` and the id of the member.',
    'receipts.actor.name': 'Name of the API key or member. Null for a key without a name.',
  },
  SendReceiptRequest: {
    email: 'Address to send it to. Null or absent means the one that the shopper gave.',
  },
  CreateCheckoutRequest: {
    total:
      'Amount to pay in currency units: subtotal + tax + surcharge + shipping - discount, where absent members are 0; another total returns 400 `amount_mismatch` with `details.computed`. Required without `items`. Absent: computed, and at least 0.01.',
    items: 'Items that are sold, shown on the page: at most 200.',
    'items.name': 'Name of the item.',
    'items.price': 'Price of one unit in currency units; may be 0.',
    'items.quantity': 'Number of units. Null or absent means 1.',
    'items.description': 'Shown below the name. Absent means none.',
    'items.imageUrl':
      'Picture of the item, shown at 48 × 48 pixels; with a test key also http on localhost. The shopper’s browser loads it from there without a referrer. Null or absent: no picture.',
    'items.adjustableQuantity':
      'Limits within which the shopper can change the quantity; `quantity` is the initial one. At least one unit stays in the order. Null or absent: the quantity is fixed.',
    'items.adjustableQuantity.minimum': 'Smallest quantity; 0 lets the shopper remove the item. Absent means 1.',
    'items.adjustableQuantity.maximum': 'Largest quantity.',
    customerInfo: 'What you know about the shopper. It prefills the form, and the shopper can change it.',
    'customerInfo.name': 'Name of the shopper.',
    'customerInfo.email': 'Email address, also for the receipt. An empty string means unknown.',
    'customerInfo.address': 'Street and number.',
    'customerInfo.address2': 'Apartment, floor or building.',
    'customerInfo.city': 'City or town.',
    'customerInfo.state': 'State or province, by its code or name.',
    'customerInfo.zip': 'Postal code.',
    'customerInfo.country': 'Country, ISO 3166-1 alpha-2 or alpha-3. The address form starts with it.',
    'customerInfo.id':
      'Id of an existing customer: stored payment methods are offered, and a new one is stored with this customer. The form shows the stored name and email address masked, unless `name` and `email` are given, and uses them if the shopper changes nothing. An unknown id returns 400 `customer_not_found`. The key then also needs the scope `transactions:write`.',
    appearance: 'Colors and shapes of the page. Absent members are derived from the given ones.',
    invoiceInfo: 'Data of your invoice, shown on the page.',
    'invoiceInfo.number': 'Number of the invoice.',
    'invoiceInfo.invoiceDate': 'Date of the invoice, shown as sent.',
    'invoiceInfo.dueDate':
      'Due date, shown as sent. The checkout is open until 30 days after it, at most one year; without it for 24 hours.',
    iframe: 'Whether pages of the account’s `allowedOrigins` may show the checkout in a frame. Absent means false.',
    oneTimePayment:
      'True stores no payment method and creates no customer. With `subscription` it returns 400 `format_invalid`. Absent means false.',
    tax: 'Tax in currency units, included in the total. Absent means 0.',
    surcharge: 'Surcharge in currency units, included in the total. Absent means 0.',
    shipping: 'Cost of shipping in currency units, included in the total. Absent means 0.',
    discount: 'Discount in currency units, as a positive number that is subtracted. Absent means 0.',
    subtotal:
      'Amount before tax, surcharge and discount, in currency units. Absent: the sum of price × quantity of the items, which it must equal otherwise (400 `amount_mismatch`).',
    collectShipping:
      'Whether to ask the shopper for a shipping address, in the form of its country. Absent means false.',
    sendReceipt: 'Whether to send a receipt by email. Absent: if the shopper’s email address is known.',
    thankYouUrl:
      'Page to which the shopper returns after the payment; with a test key also http on localhost. Required with `returnAutomatically`. Absent: the page of the checkout shows the receipt.',
    cancelUrl:
      'Page that the checkout links to for shoppers who do not want to pay; with a test key also http on localhost. Following it does not cancel the checkout. Null or absent: no link.',
    returnAutomatically:
      'Seconds after the payment until the page goes to `thankYouUrl`, which is required with it; 0 means at once. The shopper can stop it. Null or absent means 3.',
    discounts:
      'Promo codes that the shopper can enter, one at a time: at most 20. They are not in the page. Not beside a fixed `discount`, `tax` or `subscription`. Null or absent: none.',
    'discounts.code':
      'What the shopper enters, compared without case: 1 to 40 characters without white space, different in each discount.',
    'discounts.amountOff': 'Discount in currency units, at most the subtotal. Either this or `percentOff`.',
    'discounts.percentOff': 'Discount in percent of the subtotal, rounded half up. Either this or `amountOff`.',
    'discounts.expires': 'Time from which the code is refused; a date is its last day. Null or absent: never.',
    'discounts.minimum': 'Lowest subtotal for which the code is valid. Absent: any.',
    shippingOptions:
      'Ways of shipping that the shopper can choose from, which require `collectShipping`: at most 10. The first one for the country of the shipping address is the default, and a country without any is refused. Not beside a fixed `shipping`, `tax`, `total` or `subscription`. Null or absent: none.',
    'shippingOptions.id': 'Your id, returned as `shippingOption`: 1 to 40 letters, digits, `-` and `_`.',
    'shippingOptions.label': 'Name shown to the shopper.',
    'shippingOptions.amount': 'Cost in currency units; 0 is shown as free.',
    'shippingOptions.estimate': 'When it arrives, shown below the name. Absent: nothing.',
    'shippingOptions.countries': 'Countries it is offered to, ISO 3166-1 alpha-2 or alpha-3. Absent: all.',
    taxRates:
      'Tax rates by address: at most 200. The first one for the shipping address applies, without `collectShipping` that for the billing address, which the shopper must then enter. Without a match there is no tax. Not beside a fixed `tax`, `total` or `subscription`. Null or absent: none.',
    'taxRates.rate':
      'Percent of the discounted subtotal, with up to four decimals. The tax is rounded half up to the smallest amount of the currency.',
    'taxRates.country': 'Country of the rate, ISO 3166-1 alpha-2 or alpha-3. Absent: every country.',
    'taxRates.state':
      'State of the rate, by its code in addresses, such as `ND`. Requires `country`. Absent: every state.',
    'taxRates.includesShipping': 'Whether shipping is taxed, too. Absent means false.',
    currency:
      'ISO 4217 numeric code. It must be enabled in the account, and that of the plan of `subscription`. Null or absent means the account’s `defaultCurrency`.',
    subscription: 'Subscribes the shopper to a plan with the payment.',
    'subscription.billingDate':
      'Date of the first bill. If it is in the future, the payment method is verified with the amount 0. Null or absent means today.',
    'subscription.label': 'Label of the plan. Absent: the total is billed monthly, without an end date.',
    customerDefinedField:
      'Your own inputs, by name of up to 40 characters: at most 20. Each is an input, or only its initial value, whose type determines the type of the input.',
    'customerDefinedField.label': 'Label of the input. Absent: its name.',
    'customerDefinedField.type': 'Type of the input.',
    'customerDefinedField.options': 'Choices of a `select`, which requires them; ignored for other types.',
    'customerDefinedField.required': 'Whether the shopper must fill it in.',
    'customerDefinedField.value':
      'Initial value; for a `select` one of its options (400 `enum_invalid`). Absent means empty.',
    'customerDefinedField.maxLength': 'Maximum number of characters. Absent means 500.',
    submitButtonText: 'Text of the pay button. Absent: a text in the shopper’s language with the amount.',
    collectPhone:
      'Whether to ask the shopper for a telephone number: 6 to 15 digits with separators, and a plus before them. The checkout returns it as `phone`, and a customer that the payment creates gets it as `phoneNumber`. Null or absent means `none`.',
    consents:
      'Boxes above the pay button that the shopper checks to agree to something: at most 5. The checkout returns them as `consents`. Null or absent means none.',
    'consents.name':
      'Your name of the consent: a letter, then letters, digits, hyphens and underscores. Two of the same name return 400 `format_invalid`.',
    'consents.text':
      'What the shopper agrees to. A link is `[terms](https://shop.example/terms)`, with a test key also http on localhost; brackets have no other use. Everything else is shown as it is.',
    'consents.required': 'Whether the shopper can pay only with the box checked. Null or absent means false.',
    allowRemoval:
      'Whether the shopper can remove the stored payment methods of `customerInfo.id` on the page, for good. Anyone with the URL can, so send it only where you know who opens it. A payment method that a subscription charges stays. The key then also needs the scope `customers:write`. Null or absent means false.',
    allowAch: 'Whether the shopper can pay by bank account. Absent means false.',
  },
}
