import type { MemberTexts } from '../schema/memberTexts.ts'

const userId = 'Your own id for the user who made the request, as sent. Not interpreted. Null if none was sent.'
const referenceId = 'The transaction that the request referred to, as sent. Null if it sent none.'

const sentUserId =
  'Your own id for the user who makes the request, such as a cashier. It is stored and returned with the operation, and not interpreted. Null means none.'
const sentReference =
  'A transaction of this account and mode to which the request is related, for your reports. An unknown id returns 400 `reference_not_found`. Null means none.'

const verification = (subject: string, codes: string) => ({
  code: `Result code of the ${subject}, as the card networks define it. ${codes}.`,
  text: 'The meaning of the code in English.',
})

const avs = verification(
  'address verification',
  'For example, `Y`: street and postal code match. `N`: neither matches. `P`: the postal code matches, and no street was checked',
)
const cvv = verification(
  'security code verification',
  'For example, `M`: it matches. `N`: it does not match. `P`: it was not checked',
)

const approvedText =
  'Whether the `responseCode` is an approval. Use it instead of a list of codes. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later.'

/** Members that a payment has in its own resource and in lists. */
const amounts = {
  currency: 'ISO 4217 numeric code of all amounts of the payment, such as 840 for US dollars.',
  amountAuthorized: 'Approved amount in currency units, including a tip that was added at a terminal.',
  amountCaptured: 'Sum of all captures in currency units, without voided ones.',
  amountCapturable: 'Amount in currency units that can still be captured. 0 if nothing is left.',
  amountCredited: 'Sum of all credits in currency units, without voided ones.',
  amountSettled: 'Part of the captured amount that is settled with the bank, in currency units.',
  tip: 'Tip in currency units that the shopper added at a terminal, included in the amounts. 0 without a tip.',
}

const payment = {
  status:
    'State of the whole payment. `pending`: no outcome yet. `authorized`: approved, nothing captured. `partially_captured`: a part is captured, and the rest still can be. `captured`: nothing is left to capture. `settled`: settled with the bank. `partially_refunded`, `refunded`: credited in part or in full. `voided`: canceled before settlement. `declined`: not approved. `failed`: did not reach the issuer. `reversed`: undone after an unknown outcome. `expired`: not captured in time. `returned`: returned by the bank.',
  method:
    'How the payment was made: `creditCard`, `check`, `cash`, `terminal` or `digitalPayPayment`. `unknown`: a payment that only the processor had, which a reconciliation reverses. A token or a stored payment method has the method of its data.',
  batchId: 'The batch in which the payment was last settled. Null before settlement.',
  disputes: 'The disputes and warnings of the payment, oldest first. An empty list without any.',
  returns: 'The debits and credits of the payment that the bank returned, oldest first. An empty list without any.',
  created: 'Time of the first operation, RFC 3339 in UTC.',
  updated: 'Time of the latest change of the payment, RFC 3339 in UTC.',
}

const shopper = {
  network: 'Card network, such as `visa`; `ach` for a bank account. Null for cash, or while it is not known.',
  accountNumber:
    'Card or account number, masked except for the last four digits. Null without a number, or after the customer was erased.',
  customer:
    'Id of the customer whose stored payment method was charged, or who paid a checkout. Null without a customer.',
}

/** Members of `needsAttention`, which a payment has in its own resource and in lists. */
const attention = {
  needsAttention:
    'The oldest operation of the payment that must be looked up manually at the processor. Null if there is none.',
  'needsAttention.since': 'Time since which it needs attention, RFC 3339 in UTC.',
  'needsAttention.reason':
    'Reason. `no_acknowledgement`: the processor has not confirmed a reversal. `outcome_unknown`: the processor has not returned the outcome of a capture, void or credit. `cannot_be_repeated`: the outcome is unknown, and the processor offers no way to repeat or find the operation. `pending_too_long`: the processor accepted a capture or credit ten days ago and has not decided it. `outcome_contradicted`: the operation has ended, and the processor later reported another outcome.',
  'needsAttention.operation': 'The operation to look up. Resolve it by its `transactionId`.',
  'needsAttention.operation.transactionId': 'Id of the operation.',
  'needsAttention.operation.type': 'Kind of the operation.',
  'needsAttention.operation.amount': 'Amount of the operation in currency units.',
  'needsAttention.operation.created': 'Time of the operation, RFC 3339 in UTC.',
  'needsAttention.attempts': 'Number of attempts by the gateway so far.',
  'needsAttention.nextAttempt':
    'Time of the next attempt, RFC 3339 in UTC: daily, until the processor responds or you resolve the operation.',
}

/** Texts of the members of transactions. */
export const transactionTexts: MemberTexts = {
  TransactionResponse: {
    transactionId:
      'Id of this operation: 14 to 16 digits, ascending in time. Send it to capture, void and credit, and to read the payment.',
    authCode: 'Authorization code of the issuer. Null if the operation has none, such as after a decline.',
    responseCode:
      'Outcome: `00`, `08` and `10` (a part of the amount) are approvals, `85` is an approved account verification. All other codes are declines: two digits of ISO 8583, `R…` of a bank, or `G…` of the gateway. Null while the outcome is unknown.',
    approved: approvedText,
    responseText:
      'The meaning of `responseCode` in English, for your records; not for shoppers. Null while there is no code.',
    latency: 'Milliseconds from the request to the processor until its response. 0 if the processor was not called.',
    avs: 'Result of the address verification. Null if none was made, such as for cash, a bank account or a capture.',
    'avs.code': avs.code,
    'avs.text': avs.text,
    cvv: 'Result of the security code verification. Null if none was made, such as for cash, a bank account or a capture.',
    'cvv.code': cvv.code,
    'cvv.text': cvv.text,
    amount:
      'Amount of the operation in currency units. After an approval it is the approved amount: less than requested with `responseCode` `10`, more if the shopper added a tip.',
    metadata: '`order.metadata` of the request, unchanged. Null if it sent none.',
    errors:
      'Null after an approval. After a decline the reason: `message.code` for programs, `message.details.retry` for the next step.',
  },
  Transaction: {
    $as: 'TransactionResponse',
    ...amounts,
    ...payment,
    connection: 'Id of the connection that processes the payment. `simulator` is the built-in one.',
    originalTransactionId: 'Id of the first operation of the payment. Equal to `transactionId` if that is the first.',
    transactionId:
      'Id of the operation that was read: the one in the path. Its outcome is in `responseCode` and `amount`.',
    type: 'Kind of the operation that was read. `reversal` undoes an authorization with an unknown outcome.',
    payment: 'The payment source, without secrets.',
    'payment.network': shopper.network,
    'payment.preferredNetwork': 'The shopper’s choice of network for a co-badged card. Null without a choice.',
    'payment.accountNumber': shopper.accountNumber,
    'payment.expiry': 'Expiry date of the card, MMYY. Null without a card.',
    'payment.customer': shopper.customer,
    'payment.wallet': 'Id of the stored payment method that was charged. Null if none was.',
    'payment.terminal': 'Id of the terminal. Null if the payment was not made at a terminal.',
    'payment.initiatedBy':
      '`customer` if the shopper initiated the payment, `merchant` if you charged without the shopper.',
    'payment.initial':
      '`first` for the first payment with this payment source, `subsequent` for one that was stored before.',
    'payment.networkTransactionId':
      'The card network’s id of the payment. Networks require it for later charges by the merchant. Null if there is none.',
    order: 'The order, as sent. Null if none was sent.',
    referenceTransactionId: referenceId,
    initiatedByUserId: userId,
    operations: 'All operations of the payment, oldest first.',
    'operations.transactionId': 'Id of the operation.',
    'operations.type': 'Kind of the operation.',
    'operations.status':
      'State of the operation. `pending`: no outcome yet. `approved`, `declined`, `failed`: its outcome. `voided`, `reversed`: undone. `settled`: in a closed batch. `returned`: returned by the bank.',
    'operations.amount': 'Amount of the operation in currency units.',
    'operations.approved': approvedText,
    'operations.responseCode': 'Outcome, as in `responseCode` above. Null while it is unknown.',
    'operations.referenceTransactionId': referenceId,
    'operations.initiatedByUserId': userId,
    'operations.created': 'Time of the operation, RFC 3339 in UTC.',
    'operations.actor':
      'Who made the operation. Null for a reversal, which the gateway makes, and for operations from before it was recorded. Absent in events.',
    'operations.actor.kind':
      '`key`: an API key; the key that created a checkout stands for its shopper. `member`: a person at the console. `system`: the gateway itself, such as for a subscription.',
    'operations.actor.id':
      'Id of the API key, or `member:` and the id of the member. Of the gateway the name of its part.',
    'operations.actor.name':
      'Name of the API key or member. Null for a key without a name. Of the gateway the same as `id`.',
    checkout: 'Id of the checkout in which the shopper made the payment. Null without one. Absent in events.',
    resolutions:
      'What persons recorded about operations of the payment that needed attention, the oldest first. Absent in events.',
    'resolutions.operation': 'Id of the operation.',
    'resolutions.outcome': 'What the person found at the processor: `happened` or `did_not_happen`.',
    'resolutions.note': 'What the person wrote about it.',
    'resolutions.at': 'Time of the record, RFC 3339 in UTC.',
    'resolutions.actor': 'Who recorded it.',
    'resolutions.actor.kind': '`key`: an API key. `member`: a person at the console. `system`: the gateway itself.',
    'resolutions.actor.id': 'Id of the API key, or `member:` and the id of the member.',
    'resolutions.actor.name': 'Name of the API key or member. Null for a key without a name.',
    ...attention,
    expires: 'Time when an uncaptured authorization expires, RFC 3339 in UTC. Null if nothing is left to expire.',
  },
  ReturnSummary: {
    transactionId: 'Id of the returned operation.',
    type: 'Kind of the returned operation: `capture` for a debit, `credit` for a refund or payout.',
    amount: 'Returned amount in currency units.',
    code: 'Return code of the bank, such as `R01`. Null if it gave none.',
    at: 'Time when the return was recorded, RFC 3339 in UTC.',
  },
  listTransactions: {
    transactions: 'One entry per payment, newest first. Empty if no examined payment matches.',
    nextCursor: 'Value of `cursor` for the next page, with the same filters. Null on the last page.',
  },
  'listTransactions.transactions': {
    ...amounts,
    ...payment,
    ...shopper,
    ...attention,
    transactionId: 'Id of the first operation of the payment.',
    type: 'First operation of the payment: `credit` is a credit without an original payment.',
    amount: 'Amount of the first operation in currency units.',
    customerPublicIdentifier: 'Your own id for the customer, from the order. Null if the order has none.',
    reference:
      '`referenceObject` and `referenceObjectId` of the order, joined by a colon: `Invoice:42`. Null if the order has none.',
    approved: 'Whether the first operation was approved. False for a decline, and while the outcome is unknown.',
    responseCode: 'Outcome of the first operation. Null while it is unknown.',
    authCode: 'Authorization code of the first operation. Null if it has none, such as after a decline.',
    batchNet:
      'Captures minus credits of the payment in the batch of the filter `batchId`, in currency units; negative if more was credited. Null in lists without that filter.',
  },
  ResolveTransactionRequest: {
    operation:
      'The operation that was looked up: `needsAttention.operation.transactionId`. An unknown id returns 400 `reference_not_found`.',
    outcome:
      'What the processor shows. `happened`: the operation took place; for a reversal: no money is held or moved. `did_not_happen`: it did not; for a reversal: the payment is still approved.',
    note: 'Who looked it up, and where, for the audit log: 1 to 500 characters.',
  },
  getSignature: {
    signature: 'The signature. Null in an error response.',
    'signature.type': 'Media type of the image.',
    'signature.data': 'The image in base64, without a `data:` prefix.',
    'signature.created': 'Time of the signature, RFC 3339 in UTC.',
  },
  AuthorizeTransactionRequest: {
    payment: 'Who pays, and how: exactly one source.',
    amount: 'What to charge.',
    order: 'What the payment is for. It is stored and returned, and has no effect on the charged amount.',
    initiatedByUserId: sentUserId,
    referenceTransactionId: sentReference,
  },
  SaleTransactionRequest: { $as: 'AuthorizeTransactionRequest' },
  CaptureTransactionRequest: {
    $as: 'AuthorizeTransactionRequest',
    transactionId:
      'The payment to capture: the id of its authorization, or of any of its operations. An unknown id returns 400 `reference_not_found`.',
    amount:
      'Amount to capture in currency units, in the currency of the authorization: at most what is left (400 `amount_exceeds_authorized` with `details.capturable`). Null or absent captures all that is left.',
    final:
      'Whether this is the last capture: true releases what is left of the authorization. False or null keeps it capturable.',
  },
  VoidTransactionRequest: {
    $as: 'AuthorizeTransactionRequest',
    transactionId:
      'What to void: the id of the authorization voids the whole payment; the id of a capture or a credit voids that operation alone. An unknown id returns 400 `reference_not_found`.',
  },
  CreditTransactionRequest: {
    $as: 'AuthorizeTransactionRequest',
    payment:
      'Payment source that receives the money. Required without `referenceTransactionId`. With it, absent or the source of the original payment.',
    amount:
      'What to pay out. Required without `referenceTransactionId`. With it, at most what is captured and not credited (400 `amount_exceeds_captured` with `details.creditable`), in the same currency; absent or null credits all of that.',
    order: 'Order of the credit itself, stored and returned with it.',
    referenceTransactionId:
      'The payment to refund: the id of any of its operations. Null or absent pays out without an original payment, which the account setting `unreferencedCredits` must allow.',
  },
}
