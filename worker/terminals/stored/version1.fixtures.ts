/** Data that version 1 stored, read from objects of that release. Literal values, independent of the current code. */

interface Ids {
  readonly transaction: number
  readonly account: string
  readonly terminal: string
  /** Milliseconds since 1970, by the account's clock. */
  readonly at: number
}

const processorRef = ({ transaction, account }: Ids) => ({
  processor: 'acquirer',
  account,
  op: String(transaction),
  root: String(transaction),
  stan: '636551',
  rrn: '000270636551',
})

const pendingPayment = (ids: Ids) => ({
  id: ids.transaction,
  type: 'payment',
  options: { capture: 'later', allowPartial: true, bill: null, checkout: null },
  ref: processorRef(ids),
  asked: { minor: 1250n, currency: 840, exponent: 2 },
  tip: 0n,
  reader: ids.terminal,
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
      id: ids.terminal,
      nickname: 'Till 1',
      make: 'Acme',
      model: 'One',
      serialNumber: 'A-1',
      deviceId: null,
      configuration: {},
      simulated: null,
      created: ids.at - 60_000,
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

/** `session`: a payment of 12.50 USD that waits for its card. */
export const awaitingCard1 = (ids: Ids) => ({
  id: String(ids.transaction),
  opened: pendingPayment(ids),
  prompts,
  state: 'awaiting_card',
  begun: ids.at,
  received: ids.at + 38,
  presented: null,
  judged: null,
})

/** `session`: the same payment with a tip of 2.00 USD, approved by the processor and not yet recorded in the database. */
export const completed1 = (ids: Ids) => {
  const opened = pendingPayment(ids)
  const asked = { minor: 1450n, currency: 840, exponent: 2 }
  return {
    ...awaitingCard1(ids),
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
    presented: ids.at + 47,
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
        ref: processorRef(ids),
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

/** The argument of `pay` in that release. */
export const payMessage1 = (ids: Ids) => ({ opened: { ...pendingPayment(ids), open: null }, prompts, isAgain: false })

/** `news`: an event not yet in the database. */
export const news1 = ({ transaction, at }: Ids) => [
  {
    type: 'terminal.session_updated',
    occasion: `${transaction}:awaiting_card`,
    requestId: null,
    status: 'busy',
    session: { transactionId: String(transaction), state: 'awaiting_card' },
    at,
  },
]

/** `last`: the result of an ended session. */
export const last1 = ({ transaction, at }: Ids) => ({
  session: String(transaction),
  state: 'completed',
  responseCode: '00',
  responseText: 'Approved',
  approved: '14.5',
  at,
})

/** `shown`: a pairing code that a device shows. */
export const shown1 = (until: number) => ({
  device: { make: 'Acme', model: 'One', serialNumber: 'A-1', deviceId: null },
  state: 'shown',
  until,
  claimedUntil: 0,
})

/** `shown`: a used pairing code whose device has confirmed its key. */
export const used1 = (until: number, holder: string, reader: string) => ({
  device: { make: 'Acme', model: 'One', serialNumber: 'A-1', deviceId: null },
  state: 'used',
  until,
  claimedUntil: 0,
  holder,
  handed: { reader, isKept: true },
})
