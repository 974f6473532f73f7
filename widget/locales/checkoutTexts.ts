/**
 * Every text of the hosted checkout beside those of the card form: page, receipt and mail. `checkout/<locale>.json` has
 * a value of this type for each locale. Names in braces are filled in when a text is shown, and each stands in every locale's text.
 * Amounts, dates, periods and countries come from the platform's own `Intl`, in the page's locale.
 */
export type CheckoutTexts = {
  /** Title of the window: has `{merchant}`. */
  title: string
  /** Said where no money moves. */
  testMode: string
  /** Without scripts. */
  noScript: string
  /** Replaces the skeleton of a form whose script did not start. */
  notLoaded: {
    text: string
    /** Button that reloads the page. */
    retry: string
  }
  /** Beside the logo at the foot of the page: has `{name}`, the gateway's. */
  secured: string
  /** Below the form and in the receipt: has `{text}`, what the bank will print. */
  statement: string

  invoice: {
    /** What a screen reader calls the panel. */
    label: string
    total: string
    subtotal: string
    tax: string
    surcharge: string
    /** Its price, among the sums. */
    shipping: string
    discount: string
    /** Has `{count}`: how many of an item. */
    quantity: string
    /** Has `{price}`: of one of several. */
    each: string
    /** Has `{number}`: of the invoice. */
    number: string
    /** Has `{date}`. */
    issued: string
    /** Has `{date}`. */
    due: string
    /** Opens the items on a phone, and closes them. */
    show: string
    hide: string
    /** What is charged now, where the total is charged later. */
    dueToday: string
  }

  /** Titles of the form's sections. */
  /** What the shopper can choose in an order. Only on the pages of checkouts with choices. */
  order: {
    /** Opens the input for a code. */
    addCode: string
    /** Label of the input. */
    code: string
    /** Button that sends the code. */
    apply: string
    /** Button that removes the code. */
    remove: string
    /** No discount has the code. */
    unknown: string
    expired: string
    /** Has `{amount}`: the lowest subtotal. */
    minimum: string
    /** The discount would leave nothing to pay. */
    exceedsOrder: string
    /** Button of a quantity, named by its item: one less. */
    decrease: string
    /** One more. */
    increase: string
    /** Title of the ways of shipping. */
    shippingMethod: string
    /** In place of an amount of 0. */
    free: string
    /** At the country that nothing is shipped to. */
    noShipping: string
    /** On the pay button. */
    updating: string
    /** The gateway did not answer. */
    failed: string
    /** Instead of charging other figures than the shopper saw. */
    changed: string
  }

  sections: {
    contact: string
    shipping: string
    billing: string
    /** The merchant's own questions. */
    more: string
    payment: string
  }
  labels: {
    email: string
    /** Telephone number. */
    phone: string
    /** Of a person, in an address. */
    name: string
    line1: string
    /** Flat, floor, building. */
    line2: string
    city: string
    state: string
    postalCode: string
    country: string
    routingNumber: string
    accountNumber: string
    accountType: string
    accountHolder: string
  }
  /** What countries call the lines of an address, where the usual label is another. Only the page of an address has these. */
  address: {
    state: string
    province: string
    area: string
    county: string
    department: string
    district: string
    emirate: string
    island: string
    parish: string
    prefecture: string
    suburb: string
    neighborhood: string
    /** A village or another named place outside of cities. */
    village: string
    /** Has `{example}`: a valid postal code. */
    example: string
    /** Postal codes of the United States, India and Ireland. */
    zip: string
    pin: string
    eircode: string
  }
  /** Sentences under fields. */
  help: {
    /** Under the email address, where a receipt is sent. */
    email: string
    /** Offers another domain of an email address. Has `{domain}`. */
    emailTypo: string
    /** Nine digits, at the bottom of a check. */
    routingNumber: string
  }
  accountTypes: { checking: string; savings: string; businessChecking: string; businessSavings: string }
  /** The first entry of a list from which nothing is chosen yet. */
  choose: string
  sameAddress: string
  errors: {
    required: string
    choose: string
    /** A box that must be ticked. */
    tick: string
    email: string
    phone: string
    name: string
    number: string
    date: string
    routingNumber: string
    accountNumber: string
    /** Anything else that the server refuses. */
    wrong: string
  }

  methods: {
    /** What a screen reader calls the choice between card and bank account. */
    label: string
    card: string
    bank: string
    /** What a screen reader calls the list of saved payment methods. */
    saved: string
    another: string
    /** Has `{network}` and `{last4}`. */
    savedCard: string
    /** Has `{date}`: month and year of a card's expiry, such as 12/30. */
    expires: string
    /** Has `{last4}`. */
    savedAccount: string
    saveCard: string
    saveAccount: string
  }

  /** For a customer of the merchant. Only the page of a customer has these. */
  customer: {
    /** Under a masked value of the customer that the form uses. */
    known: string
    /** Opens the field in place of the masked value. */
    change: string
    /** Removes a saved payment method. */
    remove: string
    /** Has `{method}`: asks before it is removed. */
    ask: string
    /** Does not remove it. */
    keep: string
    /** Has `{method}`. */
    removed: string
    /** Why it cannot be removed. */
    inUse: string
  }

  /** A subscription, before the button. */
  terms: {
    /** Has `{amount}`, each of these. */
    perDay: string
    perWeek: string
    perMonth: string
    perYear: string
    /** Has `{amount}` and `{period}`, such as "3 months". */
    every: string
    /** Has `{date}`: of the first payment. */
    first: string
    firstToday: string
    /** Has `{price}`, such as "$9.00 per month", and `{date}`: of the first payment. */
    then: string
    /** Has `{count}`. */
    installments: string
    /** The payment method is stored: part of the agreement. */
    stored: string
  }

  button: {
    /** Has `{amount}`. */
    pay: string
    /** Where nothing is charged today: starts the subscription. */
    agree: string
    processing: string
  }
  /** While the payment runs: leave the page open. */
  stay: string
  /** A payment that was declined, by its reason; the form stays. */
  declines: {
    declined: string
    insufficientFunds: string
    /** The amount is above a limit of the card. */
    limit: string
    expired: string
    /** The security code is wrong. */
    wrongCode: string
    notAccepted: string
    tryLater: string
  }
  /** What else can happen to a payment; the form stays. */
  failures: {
    /** Some fields are not right. */
    check: string
    offline: string
    /** No response came, and the outcome is still unknown. */
    checking: string
    rateLimited: string
    unavailable: string
    /** Another tab is paying. */
    elsewhere: string
  }

  /** Pages without a form: a title and a sentence. */
  closed: {
    /** Each sentence has `{merchant}`. */
    expired: { title: string; text: string }
    canceled: { title: string; text: string }
    tooManyDeclines: { title: string; text: string }
    processing: { title: string; text: string }
    /** No such checkout: without `{merchant}`. */
    missing: { title: string; text: string }
    /** Has `{contact}`: an address of mail or of a page. */
    contact: string
    /** Has `{merchant}`: writes an email to it. */
    email: string
    /** Has `{merchant}`: opens its support page. */
    visit: string
  }

  receipt: {
    /** The payment is done. */
    title: string
    /** Nothing was charged yet, and the subscription begins later. */
    titleAgreed: string
    /** Has `{amount}` and `{merchant}`. */
    paid: string
    /** Bank payments take days to clear. */
    clearing: string
    /** What a screen reader calls the panel, and the heading in print. */
    label: string
    /** Above the amount of a paid checkout. */
    amount: string
    date: string
    transaction: string
    authorization: string
    /** Copies the transaction's number, and the announcement of it. */
    copy: string
    copied: string
    paidWith: string
    shipTo: string
    /** Has `{date}`. */
    nextPayment: string
    /** Has `{email}`. */
    sent: string
    /** The receipt could not be sent. */
    notSent: string
    print: string
    /** Has `{merchant}`: a link to the merchant's page, after a payment or without one. */
    back: string
    /** Stops the automatic return to the merchant's page. */
    stay: string
  }

  mail: {
    /** Has `{merchant}`. */
    subject: string
    /** Has `{merchant}`: who is behind this mail. */
    footer: string
  }
}
