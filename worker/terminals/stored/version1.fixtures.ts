/** What version 1 stored, as it was read out of objects of that release: literal values, so that no change of the code reaches them. */

interface Of {
  readonly transaction: number
  readonly account: string
  readonly terminal: string
  /** Milliseconds since 1970, by the account's clock. */
  readonly at: number
}

const refOf = ({ transaction, account }: Of) => ({
  processor: 'acquirer',
  account,
  op: String(transaction),
  root: String(transaction),
  stan: '636551',
  rrn: '000270636551',
})

const openedOf = (of: Of) => ({
  id: of.transaction,
  type: 'payment',
  options: { capture: 'later', allowPartial: true, bill: null, checkout: null },
  ref: refOf(of),
  asked: { minor: 1250n, currency: 840, exponent: 2 },
  tip: 0n,
  reader: of.terminal,
  address: { postal: '10001' },
  columns: {
    method: 'terminal',
    cardId: null,
    sealedPan: null,
    wrappedPanKey: null,
    network: null,
    last4: null,
    digits: null,
    expiry: null,
    fingerprint: null,
    cardRange: null,
    source: null,
    customer: null,
    wallet: null,
    preferredNetwork: null,
    sealedCvv: null,
    networkTransactionId: null,
    address: null,
    terminal: {
      id: of.terminal,
      nickname: 'Till 1',
      make: 'Acme',
      model: 'One',
      serialNumber: 'A-1',
      deviceId: null,
      configuration: {},
      simulated: null,
      created: of.at - 60_000,
    },
  },
  credential: {
    initiatedBy: 'customer',
    initial: 'first',
    reason: 'unscheduled',
    initialTransactionId: null,
    networkTransactionId: null,
  },
  duplicateOf: null,
  suspicion: null,
})

const prompts = {
  tipAmounts: ['1', '2', '3'],
  cvv: false,
  postalCode: false,
  amountConfirmation: false,
  signature: true,
  keyCard: false,
}

/** `session`, of a payment of 12.50 USD that waits for its card. */
export const awaitingCard1 = (of: Of) => ({
  id: String(of.transaction),
  opened: openedOf(of),
  prompts,
  state: 'awaiting_card',
  begun: of.at,
  received: of.at + 38,
  presented: null,
  judged: null,
})

/** `session`, of the same payment with a tip of 2.00 USD, approved by the processor and not recorded in the database yet. */
export const completed1 = (of: Of) => {
  const opened = openedOf(of)
  const asked = { minor: 1450n, currency: 840, exponent: 2 }
  return {
    ...awaitingCard1(of),
    opened: {
      ...opened,
      asked,
      tip: 200n,
      columns: {
        ...opened.columns,
        cardId: 'boRCqSA6vUZp7gRmh74PgD',
        sealedPan: 'AQABhLtOyQGkHSs0YoCyKDw_8C9IikkjeT3ErDlxnuQ7mWIkxVy5DvjagVMO1JtRYNzoa_mnH5oLM6G36P16wjohBUXWxCeh',
        wrappedPanKey: 'AQAB4hSSD4-dgF3D9uKlTw0evUrrcg1vkUAM5ydKebSLnXC3NbDwyoPcZ9igpCVKG16kUePQ9MtFIt6DCwth',
        network: 'visa',
        last4: '4242',
        digits: 16,
        expiry: '1230',
        fingerprint: 't2on_z0SmoDHLQ4qIdTTO-cyR0ecUOHdOxvQjF17_4E',
        cardRange: 'j5HQJNkw2q4oM0MVR0fwuPoG6ZEGvguIzcCKL3ZZFYc',
      },
    },
    state: 'completed',
    presented: of.at + 47,
    judged: {
      verdict: {
        transaction: 'authorized',
        operation: 'approved',
        responseCode: '00',
        approved: asked,
        reverse: false,
      },
      outcome: {
        result: 'approved',
        ref: refOf(of),
        approved: asked,
        code: '00',
        authCode: '636551',
        networkTransactionId: 'ACQ270636551',
        avs: 'I',
        cvv: 'M',
      },
      latency: 10,
    },
  }
}

/** What a caller of that release sends to `pay`. */
export const payMessage1 = (of: Of) => ({ opened: { ...openedOf(of), open: null }, prompts, isAgain: false })

/** `news`: one event that the database does not have yet. */
export const news1 = ({ transaction, at }: Of) => [
  {
    type: 'terminal.session_updated',
    occasion: `${transaction}:awaiting_card`,
    requestId: null,
    status: 'busy',
    session: { transactionId: String(transaction), state: 'awaiting_card' },
    at,
  },
]

/** `last`: the result of a session that has ended. */
export const last1 = ({ transaction, at }: Of) => ({
  session: String(transaction),
  state: 'completed',
  responseCode: '00',
  responseText: 'Approved',
  approved: '14.5',
  at,
})

/** `shown` of a pairing code, while a device shows it. */
export const shown1 = (until: number) => ({
  device: { make: 'Acme', model: 'One', serialNumber: 'A-1', deviceId: null },
  state: 'shown',
  until,
  claimedUntil: 0,
})

/** `shown` of a pairing code that one request has used, and whose device has confirmed. */
export const used1 = (until: number, holder: string, reader: string) => ({
  device: { make: 'Acme', model: 'One', serialNumber: 'A-1', deviceId: null },
  state: 'used',
  until,
  claimedUntil: 0,
  holder,
  handed: { reader, isKept: true },
})
