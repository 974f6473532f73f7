// Generated from worker/contract by "npm run contract".

/** Types of requests and responses. */

/** Exactly one of the members. The others are absent or null; a flag may be false. */
type ExactlyOne<Members> = {
  [Name in keyof Members]: { readonly [Present in Name]: Members[Present] } & {
    readonly [Absent in Exclude<keyof Members, Name>]?: Members[Absent] extends boolean ? false | null : null
  }
}[keyof Members]

export type TransactionResponse = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Id of this operation: 14 to 16 digits, ascending in time. Send it to capture, void and credit, and to read the payment. */
  readonly transactionId: string
  /** Authorization code of the issuer. Null if the operation has none, such as after a decline. */
  readonly authCode: string | null
  /** Whether the `responseCode` is an approval. Use it instead of a list of codes. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
  readonly approved: boolean
  /** Outcome: `00`, `08` and `10` (a part of the amount) are approvals, `85` is an approved account verification. All other codes are declines: two digits of ISO 8583, `R…` of a bank, or `G…` of the gateway. Null while the outcome is unknown. */
  readonly responseCode: string | null
  /** The meaning of `responseCode` in English, for your records; not for shoppers. Null while there is no code. */
  readonly responseText: string | null
  /** Milliseconds from the request to the processor until its response. 0 if the processor was not called. */
  readonly latency: number
  /** Result of the address verification. Null if none was made, such as for cash, a bank account or a capture. */
  readonly avs: {
    /** Result code of the address verification, as the card networks define it. For example, `Y`: street and postal code match. `N`: neither matches. `P`: the postal code matches, and no street was checked. */
    readonly code: string
    /** The meaning of the code in English. */
    readonly text: string
  } | null
  /** Result of the security code verification. Null if none was made, such as for cash, a bank account or a capture. */
  readonly cvv: {
    /** Result code of the security code verification, as the card networks define it. For example, `M`: it matches. `N`: it does not match. `P`: it was not checked. */
    readonly code: string
    /** The meaning of the code in English. */
    readonly text: string
  } | null
  /** Amount of the operation in currency units. After an approval it is the approved amount: less than requested with `responseCode` `10`, more if the shopper added a tip. */
  readonly amount: number
  /** `order.metadata` of the request, unchanged. Null if it sent none. */
  readonly metadata: { readonly [name: string]: unknown } | null
  /** Null after an approval. After a decline the reason: `message.code` for programs, `message.details.retry` for the next step. */
  readonly errors: readonly ErrorItem[] | null
}

export type Transaction = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Id of the first operation of the payment. Equal to `transactionId` if that is the first. */
  readonly originalTransactionId: string
  /** Kind of the operation that was read. `reversal` undoes an authorization with an unknown outcome. */
  readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
  /** State of the whole payment. `pending`: no outcome yet. `authorized`: approved, nothing captured. `partially_captured`: a part is captured, and the rest still can be. `captured`: nothing is left to capture. `settled`: settled with the bank. `partially_refunded`, `refunded`: credited in part or in full. `voided`: canceled before settlement. `declined`: not approved. `failed`: did not reach the issuer. `reversed`: undone after an unknown outcome. `expired`: not captured in time. `returned`: returned by the bank. */
  readonly status:
    | 'pending'
    | 'authorized'
    | 'partially_captured'
    | 'captured'
    | 'settled'
    | 'partially_refunded'
    | 'refunded'
    | 'voided'
    | 'declined'
    | 'failed'
    | 'reversed'
    | 'expired'
    | 'returned'
    | (string & {})
  /** How the payment was made: `creditCard`, `check`, `cash`, `terminal` or `digitalPayPayment`. `unknown`: a payment that only the processor had, which a reconciliation reverses. A token or a stored payment method has the method of its data. */
  readonly method: string
  /** Id of the operation that was read: the one in the path. Its outcome is in `responseCode` and `amount`. */
  readonly transactionId: string
  /** Authorization code of the issuer. Null if the operation has none, such as after a decline. */
  readonly authCode: string | null
  /** Whether the `responseCode` is an approval. Use it instead of a list of codes. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
  readonly approved: boolean
  /** Outcome: `00`, `08` and `10` (a part of the amount) are approvals, `85` is an approved account verification. All other codes are declines: two digits of ISO 8583, `R…` of a bank, or `G…` of the gateway. Null while the outcome is unknown. */
  readonly responseCode: string | null
  /** The meaning of `responseCode` in English, for your records; not for shoppers. Null while there is no code. */
  readonly responseText: string | null
  /** Milliseconds from the request to the processor until its response. 0 if the processor was not called. */
  readonly latency: number
  /** Result of the address verification. Null if none was made, such as for cash, a bank account or a capture. */
  readonly avs: {
    /** Result code of the address verification, as the card networks define it. For example, `Y`: street and postal code match. `N`: neither matches. `P`: the postal code matches, and no street was checked. */
    readonly code: string
    /** The meaning of the code in English. */
    readonly text: string
  } | null
  /** Result of the security code verification. Null if none was made, such as for cash, a bank account or a capture. */
  readonly cvv: {
    /** Result code of the security code verification, as the card networks define it. For example, `M`: it matches. `N`: it does not match. `P`: it was not checked. */
    readonly code: string
    /** The meaning of the code in English. */
    readonly text: string
  } | null
  /** Amount of the operation in currency units. After an approval it is the approved amount: less than requested with `responseCode` `10`, more if the shopper added a tip. */
  readonly amount: number
  /** `order.metadata` of the request, unchanged. Null if it sent none. */
  readonly metadata: { readonly [name: string]: unknown } | null
  /** ISO 4217 numeric code of all amounts of the payment, such as 840 for US dollars. */
  readonly currency: number
  /** Approved amount in currency units, including a tip that was added at a terminal. */
  readonly amountAuthorized: number
  /** Sum of all captures in currency units, without voided ones. */
  readonly amountCaptured: number
  /** Amount in currency units that can still be captured. 0 if nothing is left. */
  readonly amountCapturable: number
  /** Sum of all credits in currency units, without voided ones. */
  readonly amountCredited: number
  /** Part of the captured amount that is settled with the bank, in currency units. */
  readonly amountSettled: number
  /** Tip in currency units that the shopper added at a terminal, included in the amounts. 0 without a tip. */
  readonly tip: number
  /** The payment source, without secrets. */
  readonly payment: {
    /** Card network, such as `visa`; `ach` for a bank account. Null for cash, or while it is not known. */
    readonly network: string | null
    /** The shopper’s choice of network for a co-badged card. Null without a choice. */
    readonly preferredNetwork: string | null
    /** Card or account number, masked except for the last four digits. Null without a number, or after the customer was erased. */
    readonly accountNumber: string | null
    /** Expiry date of the card, MMYY. Null without a card. */
    readonly expiry: string | null
    /** Id of the customer whose stored payment method was charged, or who paid a checkout. Null without a customer. */
    readonly customer: string | null
    /** Id of the stored payment method that was charged. Null if none was. */
    readonly wallet: string | null
    /** Id of the terminal. Null if the payment was not made at a terminal. */
    readonly terminal: string | null
    /** `customer` if the shopper initiated the payment, `merchant` if you charged without the shopper. */
    readonly initiatedBy: string
    /** `first` for the first payment with this payment source, `subsequent` for one that was stored before. */
    readonly initial: string
    /** The card network’s id of the payment. Networks require it for later charges by the merchant. Null if there is none. */
    readonly networkTransactionId: string | null
  }
  /** The order, as sent. Null if none was sent. */
  readonly order: { readonly [name: string]: unknown } | null
  /** The transaction that the request referred to, as sent. Null if it sent none. */
  readonly referenceTransactionId: number | null
  /** Your own id for the user who made the request, as sent. Not interpreted. Null if none was sent. */
  readonly initiatedByUserId: number | null
  /** All operations of the payment, oldest first. */
  readonly operations: readonly {
    /** Id of the operation. */
    readonly transactionId: string
    /** Kind of the operation. */
    readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
    /** State of the operation. `pending`: no outcome yet. `approved`, `declined`, `failed`: its outcome. `voided`, `reversed`: undone. `settled`: in a closed batch. `returned`: returned by the bank. */
    readonly status:
      | 'pending'
      | 'approved'
      | 'declined'
      | 'failed'
      | 'voided'
      | 'reversed'
      | 'settled'
      | 'returned'
      | (string & {})
    /** Amount of the operation in currency units. */
    readonly amount: number
    /** Whether the `responseCode` is an approval. Use it instead of a list of codes. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
    readonly approved: boolean
    /** Outcome, as in `responseCode` above. Null while it is unknown. */
    readonly responseCode: string | null
    /** The transaction that the request referred to, as sent. Null if it sent none. */
    readonly referenceTransactionId: number | null
    /** Your own id for the user who made the request, as sent. Not interpreted. Null if none was sent. */
    readonly initiatedByUserId: number | null
    /** Time of the operation, RFC 3339 in UTC. */
    readonly created: string
    /** Who made the operation. Null for a reversal, which the gateway makes, and for operations from before it was recorded. Absent in events. */
    readonly actor?: {
      /** `key`: an API key; the key that created a checkout stands for its shopper. `member`: a person at the console. `system`: the gateway itself, such as for a subscription. */
      readonly kind: 'key' | 'member' | 'system' | (string & {})
      /** Id of the API key, or `member:` and the id of the member. Of the gateway the name of its part. */
      readonly id: string
      /** Name of the API key or member. Null for a key without a name. Of the gateway the same as `id`. */
      readonly name: string | null
    } | null
  }[]
  /** The disputes and warnings of the payment, oldest first. An empty list without any. */
  readonly disputes: readonly DisputeSummary[]
  /** The debits and credits of the payment that the bank returned, oldest first. An empty list without any. */
  readonly returns: readonly ReturnSummary[]
  /** The batch in which the payment was last settled. Null before settlement. */
  readonly batchId: string | null
  /** Id of the checkout in which the shopper made the payment. Null without one. Absent in events. */
  readonly checkout?: string | null
  /** What persons recorded about operations of the payment that needed attention, the oldest first. Absent in events. */
  readonly resolutions?: readonly {
    /** Id of the operation. */
    readonly operation: string
    /** What the person found at the processor: `happened` or `did_not_happen`. */
    readonly outcome: 'happened' | 'did_not_happen' | (string & {})
    /** What the person wrote about it. */
    readonly note: string
    /** Time of the record, RFC 3339 in UTC. */
    readonly at: string
    /** Who recorded it. */
    readonly actor: {
      /** `key`: an API key. `member`: a person at the console. `system`: the gateway itself. */
      readonly kind: 'key' | 'member' | 'system' | (string & {})
      /** Id of the API key, or `member:` and the id of the member. */
      readonly id: string
      /** Name of the API key or member. Null for a key without a name. */
      readonly name: string | null
    }
  }[]
  /** Id of the connection that processes the payment. `simulator` is the built-in one. */
  readonly connection: string
  /** Time of the first operation, RFC 3339 in UTC. */
  readonly created: string
  /** Time of the latest change of the payment, RFC 3339 in UTC. */
  readonly updated: string
  /** Time when an uncaptured authorization expires, RFC 3339 in UTC. Null if nothing is left to expire. */
  readonly expires: string | null
  /** The oldest operation of the payment that must be looked up manually at the processor. Null if there is none. */
  readonly needsAttention: {
    /** Time since which it needs attention, RFC 3339 in UTC. */
    readonly since: string
    /** Reason. `no_acknowledgement`: the processor has not confirmed a reversal. `outcome_unknown`: the processor has not returned the outcome of a capture, void or credit. `cannot_be_repeated`: the outcome is unknown, and the processor offers no way to repeat or find the operation. `pending_too_long`: the processor accepted a capture or credit ten days ago and has not decided it. `outcome_contradicted`: the operation has ended, and the processor later reported another outcome. */
    readonly reason:
      | 'no_acknowledgement'
      | 'outcome_unknown'
      | 'cannot_be_repeated'
      | 'pending_too_long'
      | 'outcome_contradicted'
      | (string & {})
    /** The operation to look up. Resolve it by its `transactionId`. */
    readonly operation: {
      /** Id of the operation. */
      readonly transactionId: string
      /** Kind of the operation. */
      readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
      /** Amount of the operation in currency units. */
      readonly amount: number
      /** Time of the operation, RFC 3339 in UTC. */
      readonly created: string
    }
    /** Number of attempts by the gateway so far. */
    readonly attempts: number
    /** Time of the next attempt, RFC 3339 in UTC: daily, until the processor responds or you resolve the operation. */
    readonly nextAttempt: string | null
  } | null
  /** Null after an approval. After a decline the reason: `message.code` for programs, `message.details.retry` for the next step. */
  readonly errors: readonly ErrorItem[] | null
}

export type Payment = ExactlyOne<{
  /** Token of the card form or of POST /v1/tokens: usable once, within 15 minutes. */
  readonly token: string
  /** A stored payment method of a customer. */
  readonly stored: Stored
  /** The shopper pays at this terminal. The response is sent when the payment has ended, within 120 seconds. */
  readonly terminal: PaymentTerminal
  /** Card data. Only for servers that may handle it; browsers use a token. */
  readonly creditCard: CreditCard
  /** A bank account to debit. */
  readonly check: Check
  /** True records a cash payment: it is approved and captured at once. False and null mean absent. */
  readonly cash: true
  /** A card as a compact JWE, encrypted with a key of GET /v1/encryptionkeys. Usable once, until `encryptedCardMaxAgeSeconds` after its `iat`. */
  readonly creditCardEncrypted: string
  /** The payload of a phone wallet (Google Pay), as the wallet returned it. */
  readonly digitalPayPayment: DigitalPayPayment
}> & {
  /** Set by the gateway, ignored in requests. */
  readonly method?: unknown
}

export type Stored = {
  /** Id of the customer. Alone, it charges the customer’s default payment method (400 `wallet_not_found` without one). One of `customer` and `wallet` is required (400 `stored_reference_required`). */
  readonly customer?: string | null
  /** Id of the stored payment method. Together with `customer` it must belong to that customer (400 `wallet_not_of_customer`). */
  readonly wallet?: string | null
  /** `customer` if the shopper initiates the payment, `merchant` if you charge without the shopper. Null or absent means `customer`. */
  readonly initiatedBy?: 'customer' | 'merchant' | null
  /** `first` for the payment with which the payment method is stored, `subsequent` for later ones; `stored` and `used` mean the same. Null or absent means `subsequent`. */
  readonly initial?: 'first' | 'subsequent' | null
  /** Number of this installment, from 1. It marks the charge as a part of an installment plan. Null means none. */
  readonly installment?: number | null
  /** The first payment of a series that you charge: the id of a transaction of this account, or the network’s id of it. Null or absent: the one that is stored with the payment method. Format: 1 to 36 letters and digits. */
  readonly initialTransactionId?: string | null
}

export type PaymentTerminal = {
  /** Id of the terminal. */
  readonly id: string
  /** The processor’s id of the terminal, for the operator of the gateway. Validated, and ignored unless the key has the scope `internal`. Null means none. */
  readonly externalIdentifier?: string | null
  /** Whether the terminal asks for a tip. Requires `tipAmounts`. Ignored unless the account setting `tipAtSale` is true. Null or absent: the terminal’s configuration decides. */
  readonly promptTip?: boolean | null
  /** Tips to choose from, in currency units: 3 or 4 amounts, further ones are ignored. Required if `promptTip` is true (400 `tip_amounts_required`). Null or absent: the terminal’s configuration decides. */
  readonly tipAmounts?: readonly number[] | null
  /** Whether the terminal asks for the security code, even if the network does not require it. Null or absent: the terminal’s configuration decides. */
  readonly promptCvv?: boolean | null
  /** Whether the terminal asks for the postal code of the billing address. Null or absent: the terminal’s configuration decides. */
  readonly promptPostalCode?: boolean | null
  /** Whether the shopper must confirm the amount. Null or absent: the terminal’s configuration decides. */
  readonly promptAmountConfirmation?: boolean | null
  /** Whether the shopper signs, on terminals with a touch screen. Null or absent: the terminal’s configuration decides. */
  readonly promptSignature?: boolean | null
  /** Whether the card number may be typed at the terminal. Null or absent: the terminal’s configuration decides. */
  readonly keyCard?: boolean | null
}

export type CreditCard = {
  /** Card number, digits only. A number that fails the Luhn check is declined with `14`, not rejected as invalid. */
  readonly accountNumber: string
  /** Expiry date, MMYY; MM/YY, M/YY and MMYYYY are accepted as well. The month is 01 to 12, the year at most 20 years ahead (400 `expiry_invalid`). */
  readonly expires: string
  /** Name of the cardholder in the letters of the pattern; a name with others needs a token. Null means unknown. */
  readonly nameOnCard?: string | null
  /** Security code of the card (CVV, CVC): 4 digits for American Express, otherwise 3. Used for this request and never stored. Null or absent: not checked. */
  readonly verificationValue?: string | null
  /** Postal code of the billing address, for the address verification. It takes precedence over that of `order.billTo`. Null means unknown. */
  readonly postalCode?: string | null
  /** The processor’s id of an earlier payment to charge again, for the operator of the gateway. Validated, and ignored unless the key has the scope `internal`. Null means none. */
  readonly transactionId?: string | null
}

export type ShopperCard = {
  /** Card number, digits only. A number that fails the Luhn check returns 400 `card_number_invalid`. */
  readonly accountNumber: string
  /** Expiry date, MMYY; MM/YY, M/YY and MMYYYY are accepted as well. The month is 01 to 12, the year at most 20 years ahead (400 `expiry_invalid`). A date in the past returns 400 `expiry_past`. */
  readonly expires: string
  /** Name of the cardholder, in any letters. Null means unknown. */
  readonly nameOnCard?: string | null
  /** Security code of the card (CVV, CVC): 4 digits for American Express, otherwise 3. Used for the payment with the token and never stored beyond it. Null or absent: not checked. */
  readonly verificationValue?: string | null
  /** Postal code of the billing address, for the address verification. Null means unknown. */
  readonly postalCode?: string | null
}

export type Check = {
  /** Number of the bank account, digits only. */
  readonly accountNumber: string
  /** Number of the bank: 9 digits in the USA (ABA) or Canada (0, institution, transit), 8 digits as Canadian transit and institution, 10 to 20 digits elsewhere. A wrong check digit is declined, or returns 400 `routing_number_invalid` for a token. */
  readonly routingNumber: string
  /** Name of the account holder. Null means unknown. */
  readonly name?: string | null
  /** Number of the paper check. Null means none. */
  readonly checkNumber?: string | null
  /** Kind of account. The case of letters does not matter. */
  readonly accountType?: 'checking' | 'savings' | 'businessChecking' | 'businessSavings' | null
  /** Data that identifies the account holder, if the processor requires it. It is passed on and never stored. */
  readonly verification?: {
    /** Date of birth. Format: YYYY-MM-DD. */
    readonly dob?: string | null
    /** US social security number: all digits, or the last four. Format: 4 or 9 digits. */
    readonly ssn?: string | null
    /** US driver’s license. */
    readonly driversLicense?: {
      /** Number of the license. Format: 1 to 30 characters. */
      readonly number?: string | null
      /** State that issued it, such as `IN`. Format: 2 letters. */
      readonly state?: string | null
    } | null
  } | null
}

export type DigitalPayPayment = {
  /** Signature of `signedMessage`, in base64. */
  readonly signature: string
  /** The key that signed the message. Required with `ECv2`, absent with `ECv1`. */
  readonly intermediateSigningKey?: {
    /** The public key with its expiry, as the JSON text that is signed. */
    readonly signedKey: string
    /** Signatures of `signedKey` by the wallet’s root keys, in base64. One valid signature is enough. */
    readonly signatures: readonly string[]
  } | null
  /** Version of the wallet’s protocol. */
  readonly protocolVersion: 'ECv1' | 'ECv2'
  /** The encrypted card as JSON text, unchanged. */
  readonly signedMessage: string
  /** Postal code of the billing address from the wallet, for the address verification. Absent means unknown. */
  readonly postalCode?: string | null
  /** Name of the cardholder from the wallet. Absent means unknown. */
  readonly nameOnCard?: string | null
}

export type Amount = {
  /** Full amount in currency units, including tax, discounts, shipping and fees, as a JSON number. A currency without a minor unit, such as 392, takes no decimals (400 `amount_precision_invalid`). Up to 2 decimals. */
  readonly value: number
  /** ISO 4217 numeric code, such as 840 for US dollars. Null or absent means the account’s `defaultCurrency`. */
  readonly currency?: CurrencyCode | null
}

export type CurrencyCode =
  | 8
  | 12
  | 32
  | 36
  | 44
  | 48
  | 50
  | 51
  | 52
  | 60
  | 64
  | 68
  | 72
  | 84
  | 90
  | 96
  | 104
  | 108
  | 116
  | 124
  | 132
  | 136
  | 144
  | 152
  | 156
  | 170
  | 174
  | 188
  | 192
  | 203
  | 208
  | 214
  | 222
  | 230
  | 232
  | 238
  | 242
  | 262
  | 270
  | 292
  | 320
  | 324
  | 328
  | 332
  | 340
  | 344
  | 348
  | 352
  | 356
  | 360
  | 364
  | 368
  | 376
  | 388
  | 392
  | 398
  | 400
  | 404
  | 408
  | 410
  | 414
  | 417
  | 418
  | 422
  | 426
  | 430
  | 434
  | 446
  | 454
  | 458
  | 462
  | 480
  | 484
  | 496
  | 498
  | 504
  | 512
  | 516
  | 524
  | 532
  | 533
  | 548
  | 554
  | 558
  | 566
  | 578
  | 586
  | 590
  | 598
  | 600
  | 604
  | 608
  | 634
  | 643
  | 646
  | 654
  | 682
  | 690
  | 702
  | 704
  | 706
  | 710
  | 728
  | 748
  | 752
  | 756
  | 760
  | 764
  | 776
  | 780
  | 784
  | 788
  | 800
  | 807
  | 818
  | 826
  | 834
  | 840
  | 858
  | 860
  | 882
  | 886
  | 901
  | 925
  | 926
  | 929
  | 930
  | 931
  | 932
  | 933
  | 934
  | 936
  | 937
  | 938
  | 940
  | 941
  | 943
  | 944
  | 946
  | 947
  | 948
  | 949
  | 950
  | 951
  | 952
  | 953
  | 960
  | 965
  | 967
  | 968
  | 969
  | 970
  | 971
  | 972
  | 973
  | 975
  | 976
  | 977
  | 978
  | 979
  | 980
  | 981
  | 984
  | 985
  | 986
  | 990
  | 994
  | 997

export type Order = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly customerId?: unknown
  /** Your own id for the customer. Lists can be filtered by it. Null means none. */
  readonly customerPublicIdentifier?: string | null
  /** The kind of record in your system that is paid for, such as `Invoice`. Null means none. */
  readonly referenceObject?: string | null
  /** Id of that record. Lists can be filtered by both as `Invoice:42`. Null means none. An integer, or any string. A string of the digits of an integer is stored and returned as the integer. */
  readonly referenceObjectId?: number | bigint | string | null
  /** Billing address. Its street and postal code are used for the address verification. */
  readonly billTo?: Address | null
  /** Shipping address. */
  readonly shipTo?: Address | null
  /** Discount, in currency units with any sign. Not checked against other figures. Null means none. Up to 4 decimals. */
  readonly discount?: number | null
  /** Surcharge, in currency units with any sign. Not checked against other figures. Null means none. Up to 4 decimals. */
  readonly surcharge?: number | null
  /** Cost of shipping, in currency units with any sign. Not checked against other figures. Null means none. Up to 4 decimals. */
  readonly shipping?: number | null
  /** Tip, in currency units with any sign. Not checked against other figures. Null means none. Up to 4 decimals. */
  readonly tip?: number | null
  /** Tax, in currency units with any sign. Not checked against other figures. Null means none. Up to 4 decimals. */
  readonly tax?: number | null
  /** Total, in currency units with any sign. Not checked against other figures. The charged amount is that of `amount`. Null means none. Up to 4 decimals. */
  readonly total?: number | null
  /** Email address of the shopper; an empty string means none. Null means none. Format: email address. */
  readonly email?: string | null
  /** Date and time of the order, RFC 3339. Stored and returned, not interpreted. Null means none. */
  readonly date?: string | null
  /** Lines of the order, at most 500. Null means none. */
  readonly lines?: readonly Line[] | null
  /** Your own data: up to 50 keys of 1 to 40 characters, with values of up to 500 characters. Null means none. */
  readonly metadata?: { readonly [name: string]: string } | null
}

export type Line = {
  /** Your code for the product. */
  readonly productCode?: string | null
  /** Name of the product. */
  readonly description?: string | null
  /** Code of the kind of goods, as customs and tax offices use it. */
  readonly commodityCode?: string | null
  /** Unit of `quantity`, such as `EA`. */
  readonly unitOfMeasure?: string | null
  /** Kind of tax, such as `VAT`. Stored and returned, not interpreted. */
  readonly taxType?: string | null
  /** Tax id of the seller for this line, if it differs. */
  readonly alternateTaxId?: string | null
  /** Price of one unit in currency units with any sign. Not checked against other figures. Up to 4 decimals. */
  readonly unitCost?: number | null
  /** Number of units with any sign. Not checked against other figures. Up to 4 decimals. */
  readonly quantity?: number | null
  /** Total of the line in currency units with any sign. Not checked against other figures. Up to 4 decimals. */
  readonly total?: number | null
  /** Tax of the line in currency units with any sign. Not checked against other figures. Up to 4 decimals. */
  readonly tax?: number | null
  /** Rate of the tax, in the unit that you choose, such as percent, with any sign. Not checked against other figures. Up to 4 decimals. */
  readonly taxRate?: number | null
  /** Discount of the line in currency units with any sign. Not checked against other figures. Up to 4 decimals. */
  readonly discount?: number | null
  /** Rate of the discount, in the unit that you choose, such as percent, with any sign. Not checked against other figures. Up to 4 decimals. */
  readonly discountRate?: number | null
}

export type Address = {
  /** Name of the person or company. */
  readonly name?: string | null
  /** Street and number. The address verification uses that of `billTo`. */
  readonly line1?: string | null
  /** Apartment, floor or building. */
  readonly line2?: string | null
  /** City or town. */
  readonly city?: string | null
  /** State or province, such as `IN`. */
  readonly state?: string | null
  /** Postal code. */
  readonly postalCode?: string | null
  /** Country, ISO 3166-1: 2 letters, or 3. An empty string means unknown. Format: ISO 3166-1 code of 2 or 3 letters. */
  readonly country?: string | null
}

export type StoredAddress = {
  /** Name of the person or company. Empty if unknown. */
  readonly name: string
  /** Street and number. Empty if unknown. */
  readonly line1: string
  /** Apartment, floor or building. Empty if unknown. */
  readonly line2: string
  /** City or town. Empty if unknown. */
  readonly city: string
  /** State or province, such as `IN`. Empty if unknown. */
  readonly state: string
  /** Postal code. Empty if unknown. */
  readonly postalCode: string
  /** Country, ISO 3166-1: 2 letters, or 3. Empty if unknown. */
  readonly country: string
}

export type Customer = {
  /** Id of the customer. */
  readonly id: string
  /** First name. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly firstName: string
  /** Last name. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly lastName: string
  /** Name of the company. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly company: string
  /** Your own id for the customer, unique in the account and mode unless it is empty (409 `already_exists` with `details.id`). In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly merchantIdentifier: string
  /** Phone number, in any format. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly phoneNumber: string
  /** Email address. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly emailAddress: string
  /** Shipping address. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly shippingAddress: StoredAddress
  /** Your own data: up to 50 keys of 1 to 40 characters, with values of up to 500 characters. It is replaced as a whole. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly metadata: { readonly [name: string]: unknown }
}

export type WalletEntry = {
  /** Id of the payment method. */
  readonly id: string
  /** Card network; `ach` for a bank account. */
  readonly network:
    | 'visa'
    | 'mastercard'
    | 'amex'
    | 'discover'
    | 'diners'
    | 'jcb'
    | 'unionpay'
    | 'maestro'
    | 'interac'
    | 'ach'
    | 'unknown'
    | (string & {})
  /** Card or account number, masked except for the last four digits. */
  readonly accountNumber: string
  /** Expiry date of the card, MMYY. Empty for a bank account. */
  readonly expiry: string
  /** Whether payments and subscriptions that name only the customer use this payment method. A customer with payment methods has exactly one default. */
  readonly default: boolean
  /** Time when the payment method was stored, RFC 3339 in UTC. */
  readonly created: string
  /** Billing address, for the address verification of later payments. */
  readonly address: StoredAddress
}

export type CustomerSubscription = {
  /** Id of the subscription. */
  readonly customerSubscriptionId: string
  /** Number of charges after which the subscription is completed; 0 for no limit. */
  readonly installments: number
  /** Tax in each charge, in currency units. */
  readonly taxAmount: number
  /** Cost of shipping in each charge, in currency units. */
  readonly shippingAmount: number
  /** Surcharge in each charge, in currency units. */
  readonly surchargeAmount: number
  /** Amount of each charge in currency units: subtotal, tax, surcharge and shipping. While paused, the price after the pause. */
  readonly totalAmount: number
  /** Start of the subscription, RFC 3339 in UTC: midnight in the account’s time zone. */
  readonly startDate: string
  /** Time when the subscription was created, RFC 3339 in UTC. */
  readonly created: string
  /** `pending`: starts in the future. `active`: billed regularly. `past_due`: a charge was declined, and is retried. `paused`: periods are skipped. `unpaid`: all retries failed, a new payment method is required. `completed`: all installments are paid. `canceled`: ended. */
  readonly status: 'pending' | 'active' | 'past_due' | 'paused' | 'unpaid' | 'completed' | 'canceled' | (string & {})
  /** Id of the plan. */
  readonly plan: string
  /** Label of the plan, when the customer subscribed. */
  readonly label: string
  /** ISO 4217 numeric code of all charges. */
  readonly currency: number
  /** Id of the payment method that is charged. Null: the customer’s default at the time of each charge. */
  readonly wallet: string | null
  /** Number of paid charges. */
  readonly charges: number
  /** Time of the next charge or retry, RFC 3339 in UTC. Null if none is planned. */
  readonly nextCharge: string | null
  /** Time when a paused subscription resumes automatically, RFC 3339 in UTC. Null if it is not paused, or if it stays paused until a request resumes it. */
  readonly resumesAt: string | null
}

export type SubscriptionWithCustomer = {
  /** Id of the subscription. */
  readonly customerSubscriptionId: string
  /** Number of charges after which the subscription is completed; 0 for no limit. */
  readonly installments: number
  /** Tax in each charge, in currency units. */
  readonly taxAmount: number
  /** Cost of shipping in each charge, in currency units. */
  readonly shippingAmount: number
  /** Surcharge in each charge, in currency units. */
  readonly surchargeAmount: number
  /** Amount of each charge in currency units: subtotal, tax, surcharge and shipping. While paused, the price after the pause. */
  readonly totalAmount: number
  /** Start of the subscription, RFC 3339 in UTC: midnight in the account’s time zone. */
  readonly startDate: string
  /** Time when the subscription was created, RFC 3339 in UTC. */
  readonly created: string
  /** `pending`: starts in the future. `active`: billed regularly. `past_due`: a charge was declined, and is retried. `paused`: periods are skipped. `unpaid`: all retries failed, a new payment method is required. `completed`: all installments are paid. `canceled`: ended. */
  readonly status: 'pending' | 'active' | 'past_due' | 'paused' | 'unpaid' | 'completed' | 'canceled' | (string & {})
  /** Id of the plan. */
  readonly plan: string
  /** Label of the plan, when the customer subscribed. */
  readonly label: string
  /** ISO 4217 numeric code of all charges. */
  readonly currency: number
  /** Id of the payment method that is charged. Null: the customer’s default at the time of each charge. */
  readonly wallet: string | null
  /** Number of paid charges. */
  readonly charges: number
  /** Time of the next charge or retry, RFC 3339 in UTC. Null if none is planned. */
  readonly nextCharge: string | null
  /** Time when a paused subscription resumes automatically, RFC 3339 in UTC. Null if it is not paused, or if it stays paused until a request resumes it. */
  readonly resumesAt: string | null
  /** Id of the customer. */
  readonly customerId: string
  /** What names the customer. Null if the customer is deleted. */
  readonly customer: {
    /** First name. An empty string without one. */
    readonly firstName: string
    /** Last name. An empty string without one. */
    readonly lastName: string
    /** Company. An empty string without one. */
    readonly company: string
    /** Email address. An empty string without one. */
    readonly emailAddress: string
  } | null
}

export type Subscription = {
  /** Id of the plan. */
  readonly id: string
  /** Name of the plan, unique among the plans of the account and mode (409 `already_exists` with `details.id`). */
  readonly label: string
  /** When subscriptions to the plan are billed: every `interval` units, on `dayOfCycle`. */
  readonly cycle: {
    /** Length of one unit: a day, a week, a month or a year. */
    readonly unit: 'day' | 'week' | 'month' | 'year' | (string & {})
    /** Number of units from one bill to the next. In a request, null or absent means 1. */
    readonly interval: number
    /** Day of the bill: 1 (Monday) to 7 with `week`, 1 to 31 with `month` (the last day of shorter months), 1 to 365 with `year`, always 1 with `day`. The value 0, null or absent: the day on which a subscription starts. Above the largest day of the unit: 400 `out_of_range`. */
    readonly dayOfCycle: number
  }
  /** Price of each bill, without tax, surcharge and shipping, which each subscription can add. */
  readonly amount: {
    /** Price in currency units. */
    readonly value: number
    /** ISO 4217 numeric code of the price and of all charges. */
    readonly currency: number
  }
  /** Number of charges after which a subscription is completed; 0 for no limit. In a request, null or absent means 0. */
  readonly installments: number
}

export type Bill = {
  /** Number of the billing period, from 0. */
  readonly period: number
  /** Due date in the account’s time zone, YYYY-MM-DD. */
  readonly date: string
  /** Amount of the bill in currency units. */
  readonly amount: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** `open` while it is charged or retried, then `paid`, or `unpaid` after the last retry. `dropped`: the subscription was paused or canceled first. */
  readonly status: 'open' | 'paid' | 'unpaid' | 'dropped' | (string & {})
  /** Number of charge attempts. */
  readonly attempts: number
  /** Id of the latest charge. Null before the first. */
  readonly transactionId: string | null
  /** Whether the latest charge was approved. False for a decline, before the first, and while the outcome is unknown. */
  readonly approved: boolean
  /** Outcome of the latest charge, as in authorize. Null before the first, or while it is unknown. */
  readonly responseCode: string | null
  /** Time when the bill was created, RFC 3339 in UTC. */
  readonly created: string
  /** Time of the latest change, RFC 3339 in UTC. */
  readonly updated: string
}

export type Terminal = {
  /** Id of the terminal. */
  readonly id: string
  /** Manufacturer, as the device reports it. Empty until it first connects. */
  readonly make: string
  /** Model, as the device reports it. Empty until it first connects. */
  readonly model: string
  /** Serial number, as the device reports it. Empty until it first connects, and for simulated terminals. */
  readonly serialNumber: string
  /** Your name for the terminal, displayed on it. It need not be unique. */
  readonly nickname: string
  /** `pending`: registered, never connected. `online`: connected within the last 60 seconds. `busy`: a payment is open. `offline`: not connected. */
  readonly status: 'pending' | 'online' | 'busy' | 'offline' | (string & {})
  /** Defaults for the terminal options of payments. Options in a payment take precedence. */
  readonly configuration: {
    /** Whether the terminal asks for a tip. Requires `tipAmounts`. Ignored unless the account setting `tipAtSale` is true. */
    readonly promptTip: boolean
    /** Tips to choose from, in currency units: 3 or 4 amounts, further ones are ignored. Required if `promptTip` is true (400 `tip_amounts_required`). */
    readonly tipAmounts: readonly number[]
    /** Whether the terminal asks for the security code, even if the network does not require it. */
    readonly promptCvv: boolean
    /** Whether the terminal asks for the postal code of the billing address. */
    readonly promptPostalCode: boolean
    /** Whether the shopper must confirm the amount. */
    readonly promptAmountConfirmation: boolean
    /** Whether the shopper signs, on terminals with a touch screen. */
    readonly promptSignature: boolean
    /** Whether the card number may be typed at the terminal. */
    readonly keyCard: boolean
  }
}

export type Appearance = {
  /** Background of the invoice panel. Format: CSS color. */
  readonly invoiceBackgroundColor?: string | null
  /** Background of buttons in the invoice panel. Format: CSS color. */
  readonly invoiceButtonBackgroundColor?: string | null
  /** Text in the invoice panel. Format: CSS color. */
  readonly invoiceTextColor?: string | null
  /** The total, links and focus rings in the invoice panel. Format: CSS color. */
  readonly invoiceAccentColor?: string | null
  /** Lines between items and totals. Format: CSS color. */
  readonly invoiceBorderColor?: string | null
  /** Text of buttons in the invoice panel. Format: CSS color. */
  readonly invoiceButtonTextColor?: string | null
  /** Background of the form panel. Format: CSS color. */
  readonly formBackgroundColor?: string | null
  /** Text in the form panel. Format: CSS color. */
  readonly formTextColor?: string | null
  /** Focus rings, checkboxes, radio buttons, links and the mark of the selected tab. Format: CSS color. */
  readonly formAccentColor?: string | null
  /** Borders of fields, and lines between groups. Format: CSS color. */
  readonly formBorderColor?: string | null
  /** Background of the pay button. Format: CSS color. */
  readonly formButtonBackgroundColor?: string | null
  /** Text of the pay button. Format: CSS color. */
  readonly formButtonTextColor?: string | null
  /** Errors: text, icon and border of an invalid field. Format: CSS color. */
  readonly alertColor?: string | null
  /** Shape of fields: `outlined` with a border, `filled` with a background, `standard` with a line below. Format: outlined, filled, standard. */
  readonly inputVariant?: string | null
  /** Caret and border of the focused field. Absent: the accent. Format: CSS color. */
  readonly inputColor?: string | null
  /** Success: the mark and text of a payment that was made. Format: CSS color. */
  readonly successColor?: string | null
  /** Replaces `formBackgroundColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileBackgroundColor?: string | null
  /** Replaces `invoiceBackgroundColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly invoiceMobileBackgroundColor?: string | null
  /** Icons in the invoice panel: `light` on dark backgrounds, `dark` on light ones. Format: light, dark. */
  readonly invoiceIconTheme?: string | null
  /** Replaces `invoiceTextColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly invoiceMobileTextColor?: string | null
  /** Replaces `formTextColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileTextColor?: string | null
  /** Replaces `formButtonBackgroundColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileButtonBackgroundColor?: string | null
  /** Replaces `formButtonTextColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileButtonTextColor?: string | null
  /** Replaces `formIconTheme` in the layout of one column, below 768 px. Absent: the same. Format: light, dark. */
  readonly mobileIconTheme?: string | null
  /** Icons in the form panel: `light` on dark backgrounds, `dark` on light ones. Format: light, dark. */
  readonly formIconTheme?: string | null
  /** Text in fields. Format: CSS color. */
  readonly formInputTextColor?: string | null
  /** Background of fields. Format: CSS color. */
  readonly formInputBackgroundColor?: string | null
  /** Replaces `formInputTextColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileInputTextColor?: string | null
  /** Replaces `formInputBackgroundColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileInputBackgroundColor?: string | null
  /** Replaces `formBorderColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileInputBorderColor?: string | null
  /** Replaces `formAccentColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileAccentColor?: string | null
  /** Titles of sections in the form panel. Absent: as the text. Format: CSS color. */
  readonly formTitleColor?: string | null
  /** Labels of fields. Absent: as the text. Format: CSS color. */
  readonly formLabelColor?: string | null
  /** Replaces `formTitleColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileTitleColor?: string | null
  /** Replaces `formLabelColor` in the layout of one column, below 768 px. Absent: the same. Format: CSS color. */
  readonly mobileLabelColor?: string | null
  /** Background of the selected tab of the payment methods. Format: CSS color. */
  readonly tabBackgroundSelected?: string | null
  /** Background of the other tabs of the payment methods. Format: CSS color. */
  readonly tabBackgroundDefault?: string | null
  /** System font of the page, also until `fontUrl` has loaded. Absent: `system`. */
  readonly fontFamily?: 'system' | 'humanist' | 'geometric' | 'grotesque' | 'rounded' | 'serif' | 'slab' | 'mono' | null
  /** A woff2 file on your host, which must send `Access-Control-Allow-Origin`; with a test key also http on localhost. The page’s policy allows fonts of that origin only. Until it has loaded, and if it fails, the page shows `fontFamily`. Format: https URL of a .woff2 file, of ASCII characters. */
  readonly fontUrl?: string | null
  /** Text size in percent of the shopper’s browser setting. Absent: 100. */
  readonly textSize?: number | null
  /** Corners of fields and buttons in pixels: 0 is square, 24 a pill. Absent: 10. */
  readonly radius?: number | null
  /** Height of controls and space between groups. Absent: `normal`. */
  readonly spacing?: 'compact' | 'normal' | 'spacious' | null
  /** Minimum contrast of derived text: `standard` is 4.5:1, `high` is 7:1 (WCAG 2.2 AA and AAA). Absent: `standard`. */
  readonly contrast?: 'standard' | 'high' | null
  /** Icon of the browser tab; with a test key also http on localhost. Absent: the account’s `logoUrl`. Format: absolute https URL. */
  readonly faviconUrl?: string | null
  /** Networks whose cards are accepted, shown at the card form. While a card of another network is typed, the form shows an error. The gateway returns 400 `network_not_accepted` for it before anything is charged. Saved cards of other networks are not offered. Absent: all that your processor accepts. */
  readonly acceptedNetworks?:
    | readonly (
        | 'visa'
        | 'mastercard'
        | 'amex'
        | 'discover'
        | 'diners'
        | 'jcb'
        | 'unionpay'
        | 'maestro'
        | 'cartesBancaires'
      )[]
    | null
  /** Text on the shopper’s statement: 5 to 22 letters, digits, spaces and `.,&* /#+-`, with at least one letter. The page and the receipt show it, and the payment carries it to processors that support it. Absent, and for a subscription: the processor’s own text, which is not shown. */
  readonly statementDescriptor?: string | null
}

export type ApiKey = {
  /** Id of the key. */
  readonly id: string
  /** `secret`: all scopes but those of the team, for servers. `restricted`: the given scopes. `publishable`: creates tokens, for browsers. */
  readonly kind: 'secret' | 'publishable' | 'restricted' | (string & {})
  /** Whether the key works on test data or on real payments. */
  readonly mode: 'test' | 'live' | (string & {})
  /** The first and last characters of the key, to recognize it. */
  readonly hint: string
  /** Your name for the key. Null if you gave none. */
  readonly name: string | null
  /** Scopes of the key: the operations that it can call. */
  readonly scopes: readonly (
    | 'transactions:read'
    | 'transactions:write'
    | 'transactions:credit'
    | 'disputes:read'
    | 'disputes:write'
    | 'customers:read'
    | 'customers:write'
    | 'subscriptions:read'
    | 'subscriptions:write'
    | 'terminals:read'
    | 'terminals:write'
    | 'checkout:write'
    | 'webhooks:write'
    | 'tokens:write'
    | 'keys:admin'
    | 'audit:read'
    | 'connections:admin'
    | 'views:read'
    | 'views:write'
    | 'team:read'
    | 'team:write'
    | 'internal'
    | (string & {})
  )[]
  /** Origins whose pages may use a publishable key. Null: all origins that the account allows, or another kind of key. */
  readonly allowedOrigins: readonly string[] | null
  /** Time when the key was created, RFC 3339 in UTC. */
  readonly created: string
  /** Time when the key expires or expired, RFC 3339 in UTC. Null if it does not. */
  readonly expires: string | null
  /** Time when the key was revoked, RFC 3339 in UTC. Null if it was not. */
  readonly revoked: string | null
  /** Time of the latest request with the key, to the minute, RFC 3339 in UTC. Null if there was none. */
  readonly lastUsed: string | null
}

export type AuditEntry = {
  /** Id of the entry. */
  readonly id: string
  /** Time of the change, RFC 3339 in UTC. */
  readonly at: string
  /** Who made the change. */
  readonly actor: {
    /** `key`: an API key. `member`: a person at the console. `system`: the gateway itself or its operator. */
    readonly kind: 'key' | 'member' | 'system' | (string & {})
    /** Id of the API key, or `member:` and the id of the member. Of the gateway the name of its part, such as `billing`. */
    readonly id: string
    /** Name of the API key or member. Null for a key without a name. Of the gateway the same as `actor.id`. */
    readonly name: string | null
  }
  /** Id of the request that made the change. Null for a change without a request. */
  readonly requestId: string | null
  /** What was done, such as `apikey.issued`. */
  readonly action:
    | 'account.updated'
    | 'apikey.issued'
    | 'apikey.revoked'
    | 'apikey.rotated'
    | 'checkout.canceled'
    | 'connection.created'
    | 'connection.deleted'
    | 'connection.updated'
    | 'customer.deleted'
    | 'customer.erased'
    | 'dispute.accepted'
    | 'dispute.recorded'
    | 'subscription.canceled'
    | 'subscription.changed'
    | 'terminal.deleted'
    | 'terminal.registered'
    | 'testclock.changed'
    | 'transaction.reconciled'
    | 'transaction.resolved'
    | 'wallet.default'
    | 'wallet.deleted'
    | 'webhook.deleted'
    | 'webhook.registered'
    | 'webhook.replayed'
    | 'webhook.rotated'
    | 'webhook.updated'
    | 'invitation.canceled'
    | 'invitation.created'
    | 'member.changed'
    | 'member.joined'
    | 'member.recovered'
    | 'member.removed'
    | 'passkey.added'
    | 'passkey.rejected'
    | 'passkey.removed'
    | 'recoverycode.replaced'
    | 'session.confirmed'
    | 'session.ended'
    | 'session.started'
    | (string & {})
  /** What the change was about, by action. Most have `changes`: each changed member with its `old` and `new` value. Secrets are `[redacted]`. */
  readonly detail: { readonly [name: string]: unknown }
}

export type Member = {
  /** Id of the member. In the audit log it follows `member:`. */
  readonly id: string
  /** Name that the person gave. */
  readonly name: string
  /** Email address that was invited. */
  readonly email: string
  /** What the member may do. `viewer`: sees payments, customers and figures, and changes nothing. `support`: also refunds and voids payments up to a limit, and makes checkouts. `developer`: sees payments, and manages API keys, webhooks, connections and settings. Moves no money. `owner`: does everything. */
  readonly role: 'viewer' | 'support' | 'developer' | 'owner' | (string & {})
  /** Largest sum of refunds of one payment, and largest void, in the currency of the payment. Null: no limit. An owner with a limit confirms larger ones with a passkey. */
  readonly refundLimit: number | null
  /** Time when the person joined, RFC 3339 in UTC. */
  readonly created: string
}

export type Invitation = {
  /** Id of the invitation. */
  readonly id: string
  /** Email address of the person. The gateway sends no mail there. */
  readonly email: string
  /** What the person may do. `viewer`: sees payments, customers and figures, and changes nothing. `support`: also refunds and voids payments up to a limit, and makes checkouts. `developer`: sees payments, and manages API keys, webhooks, connections and settings. Moves no money. `owner`: does everything. */
  readonly role: 'viewer' | 'support' | 'developer' | 'owner' | (string & {})
  /** Largest sum of refunds of one payment, and largest void, in the currency of the payment. Null: no limit. An owner with a limit confirms larger ones with a passkey. */
  readonly refundLimit: number | null
  /** Time of the invitation, RFC 3339 in UTC. */
  readonly created: string
  /** Time until which the link can be opened, RFC 3339 in UTC. */
  readonly expires: string
}

export type ConsoleSession = {
  /** Id of the session. */
  readonly id: string
  /** Id of the member who signed in. */
  readonly member: string
  /** Browser and system, such as `Firefox on Linux`. */
  readonly browser: string
  /** Time of the sign-in, RFC 3339 in UTC. */
  readonly created: string
  /** Time of the latest request, to the minute, RFC 3339 in UTC. */
  readonly lastSeen: string
  /** Time when the session ends without a further request, RFC 3339 in UTC. */
  readonly expires: string
}

export type SavedView = {
  /** Id of the view. */
  readonly id: string
  /** The list of the console that the view searches. */
  readonly list:
    | 'payments'
    | 'disputes'
    | 'settlements'
    | 'checkouts'
    | 'customers'
    | 'subscriptions'
    | 'terminals'
    | 'events'
    | 'audit'
    | (string & {})
  /** Name of the view, 1 to 100 characters. */
  readonly name: string
  /** The search, as it follows the question mark in the address of the list: up to 2,000 characters, percent-encoded. Empty for the whole list. */
  readonly query: string
  /** Whether the team shares the view. Otherwise it is the own view of the member who reads it. */
  readonly shared: boolean
  /** Time when the view was saved, RFC 3339 in UTC. */
  readonly created: string
  /** Time of the latest change, RFC 3339 in UTC. */
  readonly updated: string
}

export type Webhook = {
  /** Id of the webhook. */
  readonly id: string
  /** Where events are sent. A URL that breaks these rules returns 400 `url_not_allowed` with `details.reason`. */
  readonly url: string
  /** Whether events are sent. False also if the gateway disabled the webhook. */
  readonly enabled: boolean
  /** Kinds of events that are sent: 0 Authorization, 1 Capture, 2 Void, 3 Credit, 4 Settlement, 5 Customer and subscription, 6 Terminal and checkout. Null means all kinds, an empty list none. */
  readonly subscribedEvents: readonly number[] | null
  /** Types of events that are sent, among those of the kinds. Null means all types of these kinds. */
  readonly eventTypes: readonly EventTypeAnswer[] | null
  /** Names of your own headers. Their values are never returned. */
  readonly headerNames: readonly string[]
  /** Maximum number of concurrent deliveries. */
  readonly maxConcurrency: number
  /** Why the gateway disabled the webhook. Null if it did not. */
  readonly disabledReason: {
    /** `gone`: the endpoint returned 410. `failing`: all deliveries failed for five days. */
    readonly code: 'gone' | 'failing' | (string & {})
    /** The meaning of the code in English. */
    readonly text: string
  } | null
  /** Time when the gateway disabled the webhook, RFC 3339 in UTC. Null if it did not. */
  readonly disabledAt: string | null
  /** Time of the first of the failed attempts since the last successful one, RFC 3339 in UTC. Null if the last attempt succeeded, and while the gateway cannot read it. */
  readonly failingSince: string | null
  /** Time until which deliveries are also signed with the previous secret, RFC 3339 in UTC. Null if there is no previous secret. */
  readonly secretRotatedUntil: string | null
  /** Time when the webhook was registered, RFC 3339 in UTC. */
  readonly created: string
  /** Time of the latest change, RFC 3339 in UTC. */
  readonly updated: string
}

export type Figures = {
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** Captures that stand: approved or settled, not voided and not returned. */
  readonly captures: {
    /** Number of captures. */
    readonly count: number
    /** Sum of the captures in currency units, with tips. */
    readonly amount: number
  }
  /** Credits that stand, of payments and without a payment. */
  readonly credits: {
    /** Number of credits. */
    readonly count: number
    /** Sum of the credits in currency units, as a positive number. */
    readonly amount: number
  }
  /** Captures minus credits in currency units, possibly negative. */
  readonly net: number
  /** Authorizations, also of sales and verifications, by their response. */
  readonly authorizations: {
    /** Number of approved authorizations, also if they were voided or expired later. */
    readonly approved: number
    /** Number of declined authorizations. */
    readonly declined: number
  }
  /** The declined authorizations by response code, the most frequent first. */
  readonly declines: readonly {
    /** Response code of the decline. Null if it has none. */
    readonly code: string | null
    /** Text of the response code. */
    readonly text: string | null
    /** Number of authorizations that were declined with this code. */
    readonly count: number
  }[]
}

export type DailyFigures = {
  /** UTC day, YYYY-MM-DD. */
  readonly day: string
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** Captures that stand: approved or settled, not voided and not returned. */
  readonly captures: {
    /** Number of captures. */
    readonly count: number
    /** Sum of the captures in currency units, with tips. */
    readonly amount: number
  }
  /** Credits that stand, of payments and without a payment. */
  readonly credits: {
    /** Number of credits. */
    readonly count: number
    /** Sum of the credits in currency units, as a positive number. */
    readonly amount: number
  }
  /** Captures minus credits in currency units, possibly negative. */
  readonly net: number
  /** Authorizations, also of sales and verifications, by their response. */
  readonly authorizations: {
    /** Number of approved authorizations, also if they were voided or expired later. */
    readonly approved: number
    /** Number of declined authorizations. */
    readonly declined: number
  }
  /** The declined authorizations by response code, the most frequent first. */
  readonly declines: readonly {
    /** Response code of the decline. Null if it has none. */
    readonly code: string | null
    /** Text of the response code. */
    readonly text: string | null
    /** Number of authorizations that were declined with this code. */
    readonly count: number
  }[]
}

export type Dispute = {
  /** Id of the dispute. */
  readonly id: string
  /** Id of the disputed capture. */
  readonly transactionId: string
  /** `warning`: an inquiry or early warning; no money has moved. `open`: the bank has withdrawn the amount, and you can still respond. `won`: you keep the money, also if a warning ended without a dispute. `lost`: the cardholder keeps the money. `accepted`: you accepted the dispute. */
  readonly stage: 'warning' | 'open' | 'won' | 'lost' | 'accepted' | (string & {})
  /** What the cardholder claims. */
  readonly reason: {
    /** Reason code of the card network, such as `10.4`. Null if the processor reported none. */
    readonly code: string | null
    /** Category of the reason, the same for all networks. Use it in your code instead of the reason code. */
    readonly category:
      | 'fraud'
      | 'not_received'
      | 'not_as_described'
      | 'canceled'
      | 'duplicate'
      | 'credit_not_processed'
      | 'processing_error'
      | 'authorization'
      | 'general'
      | (string & {})
    /** The claim in one English sentence, for your staff. */
    readonly text: string
  }
  /** Disputed amount in currency units, in the currency of the payment. It can be less than the payment. */
  readonly amount: number
  /** Amount that the bank has withdrawn from you and not returned, in currency units: `amount` while the dispute is `open`, `lost` or `accepted`, else 0. */
  readonly amountWithdrawn: number
  /** Deadline for your evidence at the processor, RFC 3339 in UTC. Null if there is none, and once the dispute is closed. */
  readonly evidenceDueBy: string | null
  /** Id of the payment: of its first operation. */
  readonly originalTransactionId: string
  /** ISO 4217 numeric code of the payment. */
  readonly currency: number
  /** The stages of the dispute so far, oldest first. The last one is its `stage`. */
  readonly stages: readonly {
    /** The stage. */
    readonly stage: 'warning' | 'open' | 'won' | 'lost' | 'accepted' | (string & {})
    /** When it began, as the processor reported it. RFC 3339 in UTC. */
    readonly at: string
  }[]
  /** The connection whose processor reported the dispute; `simulator` in test mode. */
  readonly connection: string
  /** Id of the case at the processor. Quote it when you submit evidence there. */
  readonly caseId: string
  /** Time when the gateway recorded the dispute, RFC 3339 in UTC. */
  readonly created: string
  /** Time of the latest change of the dispute, RFC 3339 in UTC. */
  readonly updated: string
}

export type DisputeSummary = {
  /** Id of the dispute. */
  readonly id: string
  /** Id of the disputed capture. */
  readonly transactionId: string
  /** `warning`: an inquiry or early warning; no money has moved. `open`: the bank has withdrawn the amount, and you can still respond. `won`: you keep the money, also if a warning ended without a dispute. `lost`: the cardholder keeps the money. `accepted`: you accepted the dispute. */
  readonly stage: 'warning' | 'open' | 'won' | 'lost' | 'accepted' | (string & {})
  /** What the cardholder claims. */
  readonly reason: {
    /** Reason code of the card network, such as `10.4`. Null if the processor reported none. */
    readonly code: string | null
    /** Category of the reason, the same for all networks. Use it in your code instead of the reason code. */
    readonly category:
      | 'fraud'
      | 'not_received'
      | 'not_as_described'
      | 'canceled'
      | 'duplicate'
      | 'credit_not_processed'
      | 'processing_error'
      | 'authorization'
      | 'general'
      | (string & {})
    /** The claim in one English sentence, for your staff. */
    readonly text: string
  }
  /** Disputed amount in currency units, in the currency of the payment. It can be less than the payment. */
  readonly amount: number
  /** Amount that the bank has withdrawn from you and not returned, in currency units: `amount` while the dispute is `open`, `lost` or `accepted`, else 0. */
  readonly amountWithdrawn: number
  /** Deadline for your evidence at the processor, RFC 3339 in UTC. Null if there is none, and once the dispute is closed. */
  readonly evidenceDueBy: string | null
}

export type ReturnSummary = {
  /** Id of the returned operation. */
  readonly transactionId: string
  /** Kind of the returned operation: `capture` for a debit, `credit` for a refund or payout. */
  readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
  /** Returned amount in currency units. */
  readonly amount: number
  /** Return code of the bank, such as `R01`. Null if it gave none. */
  readonly code: string | null
  /** Time when the return was recorded, RFC 3339 in UTC. */
  readonly at: string
}

export type Connection = {
  /** Id of the connection. The built-in simulator has the id `simulator`. */
  readonly id: string
  /** Name of the processor, as in the list of processors. */
  readonly processor: string
  /** Title of the processor. */
  readonly title: string
  /** Mode of the connection. Keys of the other mode cannot see it. */
  readonly mode: 'test' | 'live' | (string & {})
  /** Your own name for the connection. */
  readonly label: string
  /** Settings that are not secret, by name. Null: not set. */
  readonly settings: { readonly [name: string]: string | number | boolean | readonly (string | number)[] | null }
  /** Names of the secret settings that are stored. Their values are never returned. */
  readonly secretNames: readonly string[]
  /** `untested`: the processor has not been reached with these settings yet. `ok`: the last call succeeded. `failing`: the last call failed. `disabled`: no rule chooses it. */
  readonly status: 'untested' | 'ok' | 'failing' | 'disabled' | (string & {})
  /** Whether new payments skip the connection. */
  readonly disabled: boolean
  /** Time when the processor last responded, to the minute, RFC 3339 in UTC. Null if it has not since the settings changed. */
  readonly lastSuccess: string | null
  /** Time when the processor last could not be reached or rejected the credentials, to the minute, RFC 3339 in UTC. Null if that has not happened since the settings changed. */
  readonly lastFailure: string | null
  /** What the processor can do with these settings. Null if this gateway no longer supports the processor. */
  readonly capabilities: {
    /** How many captures a payment can have. With `one` the capture releases the rest. */
    readonly captures: 'one' | 'many' | (string & {})
    /** Whether one capture of several can be voided. */
    readonly voidsOneCapture: boolean
    /** Whether the rest of a hold can be released while its captures are kept. */
    readonly givesBackRest: boolean
    /** Whether a repeated operation has no second effect (`byKey`). */
    readonly repeats: 'byKey' | 'never' | (string & {})
    /** By which reference the gateway looks operations up. */
    readonly finds: 'byOurReference' | 'byTheirs' | 'never' | (string & {})
    /** By which reference the gateway reverses an authorization with an unknown outcome. */
    readonly reverses: 'byOurReference' | 'byTheirs' | (string & {})
    /** Milliseconds after sending until a look-up finds every operation. */
    readonly visibleAfterMs: number
    /** Whether captures and credits are `pending` first. */
    readonly answersLater: boolean
    /** Whether a payment can be refunded before its captures have settled. Otherwise void it, or wait for its settlement. */
    readonly creditsUnsettled: boolean
    /** Whether money can be paid out without an original payment. */
    readonly unreferencedCredit: boolean
    /** Whether a payment can be approved for less than requested. */
    readonly partialApproval: boolean
    /** Whether an authorization of 0 verifies a card. */
    readonly verification: boolean
    /** Payment methods of the processor. */
    readonly methods: readonly ('card' | 'check' | 'cash' | (string & {}))[]
    /** ISO 4217 numbers. Null means all currencies. */
    readonly currencies: readonly number[] | null
    /** Whether a card can be a network token. */
    readonly networkTokens: boolean
    /** Whether a payment can carry the result of a 3-D Secure authentication. */
    readonly threeDSecure: boolean
    /** How a charge without the shopper refers to the first payment of its series. `networkId`: by the card network’s id. `theirs`: by the processor’s own reference, so the first payment must have used the same connection. `either`: by either of them. */
    readonly namesInitialBy: 'networkId' | 'theirs' | 'either' | (string & {})
    /** How long a hold lasts, in milliseconds. Null: the card networks' periods apply. */
    readonly holdMs: number | null
    /** Who settles captures and credits: the gateway at the end of the day (`byGateway`), or the processor, whose report the gateway reads (`byReport`). */
    readonly settles: 'byGateway' | 'byReport' | (string & {})
  } | null
  /** Where the processor sends its messages: outcomes of pending operations, disputes and returns. Enter it in the processor’s settings. Null if the processor sends none. */
  readonly notificationsUrl: string | null
  /** Time when the connection was added, RFC 3339 in UTC. Null for the built-in simulator. */
  readonly created: string | null
  /** Time of the latest change, RFC 3339 in UTC. Null for the built-in simulator. */
  readonly updated: string | null
}

export type EventType =
  | 'transaction.authorized'
  | 'transaction.partially_authorized'
  | 'transaction.declined'
  | 'transaction.failed'
  | 'transaction.expired'
  | 'transaction.reversed'
  | 'transaction.captured'
  | 'transaction.capture_failed'
  | 'transaction.voided'
  | 'transaction.void_failed'
  | 'transaction.credited'
  | 'transaction.credit_declined'
  | 'transaction.credit_failed'
  | 'batch.closed'
  | 'transaction.settled'
  | 'transaction.returned'
  | 'transaction.disputed'
  | 'transaction.needs_attention'
  | 'dispute.created'
  | 'dispute.updated'
  | 'dispute.closed'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'wallet.created'
  | 'wallet.default_changed'
  | 'wallet.deleted'
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.paused'
  | 'subscription.resumed'
  | 'subscription.charged'
  | 'subscription.charge_failed'
  | 'subscription.past_due'
  | 'subscription.unpaid'
  | 'subscription.completed'
  | 'subscription.canceled'
  | 'terminal.registered'
  | 'terminal.online'
  | 'terminal.offline'
  | 'terminal.deleted'
  | 'terminal.session_updated'
  | 'checkout.created'
  | 'checkout.completed'
  | 'checkout.expired'

export type EventTypeAnswer =
  | 'transaction.authorized'
  | 'transaction.partially_authorized'
  | 'transaction.declined'
  | 'transaction.failed'
  | 'transaction.expired'
  | 'transaction.reversed'
  | 'transaction.captured'
  | 'transaction.capture_failed'
  | 'transaction.voided'
  | 'transaction.void_failed'
  | 'transaction.credited'
  | 'transaction.credit_declined'
  | 'transaction.credit_failed'
  | 'batch.closed'
  | 'transaction.settled'
  | 'transaction.returned'
  | 'transaction.disputed'
  | 'transaction.needs_attention'
  | 'dispute.created'
  | 'dispute.updated'
  | 'dispute.closed'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'wallet.created'
  | 'wallet.default_changed'
  | 'wallet.deleted'
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.paused'
  | 'subscription.resumed'
  | 'subscription.charged'
  | 'subscription.charge_failed'
  | 'subscription.past_due'
  | 'subscription.unpaid'
  | 'subscription.completed'
  | 'subscription.canceled'
  | 'terminal.registered'
  | 'terminal.online'
  | 'terminal.offline'
  | 'terminal.deleted'
  | 'terminal.session_updated'
  | 'checkout.created'
  | 'checkout.completed'
  | 'checkout.expired'
  | (string & {})

export type Attempt = {
  /** Time of the attempt, RFC 3339 in UTC. */
  readonly at: string
  /** HTTP status that the endpoint returned. Null if it did not respond within 15 seconds. */
  readonly status: number | null
  /** Milliseconds until the response, or until the gateway stopped waiting. */
  readonly tookMs: number
}

export type Delivery = {
  /** Id of the webhook. */
  readonly webhook: string
  /** URL of the webhook at the time of the latest attempt. */
  readonly url: string
  /** `pending`: will be retried at `next`. `delivered`: the endpoint returned 2xx. `failed`: no attempts are left. `dropped`: the webhook was disabled first. */
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped' | (string & {})
  /** Time of the next attempt, RFC 3339 in UTC. Null if there is none, or if it is in progress. */
  readonly next: string | null
  /** All attempts, oldest first. */
  readonly attempts: readonly Attempt[]
}

export type AuthorizationEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 0
  /** What happened. The word before the dot is the member of `data`. */
  readonly type:
    | 'transaction.authorized'
    | 'transaction.partially_authorized'
    | 'transaction.declined'
    | 'transaction.failed'
    | 'transaction.expired'
    | 'transaction.reversed'
    | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The payment. */
    readonly transaction: Transaction
  }
}

export type CaptureEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 1
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'transaction.captured' | 'transaction.capture_failed' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The payment. */
    readonly transaction: Transaction
  }
}

export type VoidEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 2
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'transaction.voided' | 'transaction.void_failed' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The payment. */
    readonly transaction: Transaction
  }
}

export type CreditEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 3
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'transaction.credited' | 'transaction.credit_declined' | 'transaction.credit_failed' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The payment. */
    readonly transaction: Transaction
  }
}

export type BatchEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 4
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'batch.closed' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The batch. */
    readonly batch: {
      /** Id of the batch, also the value of `batchId` in payments and filters. */
      readonly id: string
      /** `closing` while operations are still being added, then `closed`: all operations are settled. */
      readonly status: 'closing' | 'closed' | (string & {})
      /** Operations that were approved until this time are in the batch. RFC 3339 in UTC. */
      readonly cutoff: string
      /** Time when the batch was created, RFC 3339 in UTC. */
      readonly created: string
      /** Time when the batch was closed, RFC 3339 in UTC. Null while it is closing. */
      readonly closed: string | null
      /** One entry per currency. The figures grow while the batch is closing. */
      readonly totals: readonly {
        /** ISO 4217 numeric code. */
        readonly currency: number
        /** Captures of the batch in this currency. */
        readonly captures: {
          /** Number of captures. */
          readonly count: number
          /** Sum of the captures in currency units. */
          readonly amount: number
        }
        /** Credits of the batch in this currency. */
        readonly credits: {
          /** Number of credits. */
          readonly count: number
          /** Sum of the credits in currency units, as a positive number. */
          readonly amount: number
        }
        /** Captures minus credits in currency units: what the bank pays out, or collects if it is negative. */
        readonly net: number
      }[]
    }
  }
}

export type SettlementEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 4
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'transaction.settled' | 'transaction.returned' | 'transaction.disputed' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The payment. */
    readonly transaction: Transaction
  }
}

export type AttentionEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 0 | 1 | 2 | 3
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'transaction.needs_attention' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The payment. */
    readonly transaction: Transaction
  }
}

export type DisputeEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 4
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'dispute.created' | 'dispute.updated' | 'dispute.closed' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The dispute. */
    readonly dispute: Dispute
  }
}

export type CustomerEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 5
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'customer.created' | 'customer.updated' | 'customer.deleted' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The customer. */
    readonly customer: Customer
  }
}

export type WalletEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 5
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'wallet.created' | 'wallet.default_changed' | 'wallet.deleted' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The stored payment method. */
    readonly wallet: {
      /** Id of the payment method. */
      readonly id: string
      /** Card network; `ach` for a bank account. */
      readonly network:
        | 'visa'
        | 'mastercard'
        | 'amex'
        | 'discover'
        | 'diners'
        | 'jcb'
        | 'unionpay'
        | 'maestro'
        | 'interac'
        | 'ach'
        | 'unknown'
        | (string & {})
      /** Card or account number, masked except for the last four digits. */
      readonly accountNumber: string
      /** Expiry date of the card, MMYY. Empty for a bank account. */
      readonly expiry: string
      /** Whether payments and subscriptions that name only the customer use this payment method. A customer with payment methods has exactly one default. */
      readonly default: boolean
      /** Time when the payment method was stored, RFC 3339 in UTC. */
      readonly created: string
      /** Billing address, for the address verification of later payments. */
      readonly address: StoredAddress
      /** Id of the customer. */
      readonly customer: string
    }
  }
}

export type SubscriptionEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 5
  /** What happened. The word before the dot is the member of `data`. */
  readonly type:
    | 'subscription.created'
    | 'subscription.updated'
    | 'subscription.paused'
    | 'subscription.resumed'
    | 'subscription.charged'
    | 'subscription.charge_failed'
    | 'subscription.past_due'
    | 'subscription.unpaid'
    | 'subscription.completed'
    | 'subscription.canceled'
    | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The subscription. */
    readonly subscription: {
      /** Id of the subscription. */
      readonly customerSubscriptionId: string
      /** Number of charges after which the subscription is completed; 0 for no limit. */
      readonly installments: number
      /** Tax in each charge, in currency units. */
      readonly taxAmount: number
      /** Cost of shipping in each charge, in currency units. */
      readonly shippingAmount: number
      /** Surcharge in each charge, in currency units. */
      readonly surchargeAmount: number
      /** Amount of each charge in currency units: subtotal, tax, surcharge and shipping. While paused, the price after the pause. */
      readonly totalAmount: number
      /** Start of the subscription, RFC 3339 in UTC: midnight in the account’s time zone. */
      readonly startDate: string
      /** Time when the subscription was created, RFC 3339 in UTC. */
      readonly created: string
      /** `pending`: starts in the future. `active`: billed regularly. `past_due`: a charge was declined, and is retried. `paused`: periods are skipped. `unpaid`: all retries failed, a new payment method is required. `completed`: all installments are paid. `canceled`: ended. */
      readonly status:
        | 'pending'
        | 'active'
        | 'past_due'
        | 'paused'
        | 'unpaid'
        | 'completed'
        | 'canceled'
        | (string & {})
      /** Id of the plan. */
      readonly plan: string
      /** Label of the plan, when the customer subscribed. */
      readonly label: string
      /** ISO 4217 numeric code of all charges. */
      readonly currency: number
      /** Id of the payment method that is charged. Null: the customer’s default at the time of each charge. */
      readonly wallet: string | null
      /** Number of paid charges. */
      readonly charges: number
      /** Time of the next charge or retry, RFC 3339 in UTC. Null if none is planned. */
      readonly nextCharge: string | null
      /** Time when a paused subscription resumes automatically, RFC 3339 in UTC. Null if it is not paused, or if it stays paused until a request resumes it. */
      readonly resumesAt: string | null
      /** Id of the customer. */
      readonly customer: string
    }
  }
}

export type TerminalEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 6
  /** What happened. The word before the dot is the member of `data`. */
  readonly type:
    | 'terminal.registered'
    | 'terminal.online'
    | 'terminal.offline'
    | 'terminal.deleted'
    | 'terminal.session_updated'
    | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The terminal. */
    readonly terminal: {
      /** Id of the terminal. */
      readonly id: string
      /** Manufacturer, as the device reports it. Empty until it first connects. */
      readonly make: string
      /** Model, as the device reports it. Empty until it first connects. */
      readonly model: string
      /** Serial number, as the device reports it. Empty until it first connects, and for simulated terminals. */
      readonly serialNumber: string
      /** Your name for the terminal, displayed on it. It need not be unique. */
      readonly nickname: string
      /** `pending`: registered, never connected. `online`: connected within the last 60 seconds. `busy`: a payment is open. `offline`: not connected. */
      readonly status: 'pending' | 'online' | 'busy' | 'offline' | (string & {})
      /** Defaults for the terminal options of payments. Options in a payment take precedence. */
      readonly configuration: {
        /** Whether the terminal asks for a tip. Requires `tipAmounts`. Ignored unless the account setting `tipAtSale` is true. */
        readonly promptTip: boolean
        /** Tips to choose from, in currency units: 3 or 4 amounts, further ones are ignored. Required if `promptTip` is true (400 `tip_amounts_required`). */
        readonly tipAmounts: readonly number[]
        /** Whether the terminal asks for the security code, even if the network does not require it. */
        readonly promptCvv: boolean
        /** Whether the terminal asks for the postal code of the billing address. */
        readonly promptPostalCode: boolean
        /** Whether the shopper must confirm the amount. */
        readonly promptAmountConfirmation: boolean
        /** Whether the shopper signs, on terminals with a touch screen. */
        readonly promptSignature: boolean
        /** Whether the card number may be typed at the terminal. */
        readonly keyCard: boolean
      }
      /** The open payment. Only in `terminal.session_updated`. */
      readonly session?: {
        /** Id of the payment’s transaction. */
        readonly transactionId: string
        /** State of the payment at the terminal. */
        readonly state:
          | 'queued'
          | 'sent'
          | 'awaiting_card'
          | 'processing'
          | 'completed'
          | 'declined'
          | 'canceled'
          | 'timed_out'
          | 'failed'
          | (string & {})
      }
    }
  }
}

export type CheckoutEvent = {
  /** Id of the event, the same in all its deliveries and in the header `webhook-id`: handle each id once. */
  readonly id: string
  /** Time of the event, RFC 3339 in UTC. */
  readonly timestamp: string
  /** Version of the API in which `data` is written. */
  readonly apiVersion: 'v1'
  /** False for events of test mode. */
  readonly live: boolean
  /** Id of the request that caused the event. Null for scheduled work, such as a bill. */
  readonly requestId: string | null
  /** Number of the event among those of its resource, from 1. A higher number is newer, even if it is delivered earlier. */
  readonly sequence: number
  /** Number of the kind, as in `subscribedEvents` of webhooks. */
  readonly kind: 6
  /** What happened. The word before the dot is the member of `data`. */
  readonly type: 'checkout.created' | 'checkout.completed' | 'checkout.expired' | (string & {})
  /** The resource after the event, as a read returns it, in exactly one member. */
  readonly data: {
    /** The checkout. */
    readonly checkout: {
      /** The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper. */
      readonly url: string
      /** Id of the checkout. */
      readonly id: string
      /** `open`: can be paid. `processing`: a payment is in progress. `completed`: paid. `expired`, `canceled`: can no longer be paid. */
      readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
      /** Why it was canceled: by a request, or after ten declined attempts. Null if it is not canceled. */
      readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
      /** Id of the payment, or of the latest attempt. Null before the first attempt. */
      readonly transactionId: string | null
      /** Id of the customer that was given or created. Null if there is none. */
      readonly customer: string | null
      /** `customerSubscriptionId` of the new subscription. Null if there is none. */
      readonly subscription: string | null
      /** Amount to pay in currency units; after the payment what was charged. */
      readonly total: number
      /** ISO 4217 numeric code. */
      readonly currency: number
      /** Code in `discounts` that the shopper paid with. Null without one, or before the payment. */
      readonly discountCode: string | null
      /** Id in `shippingOptions` that the shopper paid for. Null without one, or before the payment. */
      readonly shippingOption: string | null
      /** What the shopper entered in the fields of `customerDefinedField`, by name. Null if there are no fields, or before the payment. */
      readonly metadata: { readonly [name: string]: unknown } | null
      /** Telephone number that the shopper entered, as typed. Null if `collectPhone` does not ask for it, if it was left empty, or before the payment. */
      readonly phone: string | null
      /** What the shopper agreed to when paying, of `consents` of the request. Null if there are none, or before the payment. */
      readonly consents:
        | readonly {
            /** Name of the consent. */
            readonly name: string
            /** The text that the shopper saw, with its links as in the request. */
            readonly text: string
            /** Whether the shopper checked the box. True for a required consent. */
            readonly accepted: boolean
            /** Time of the payment, RFC 3339 in UTC. */
            readonly at: string
          }[]
        | null
      /** Status of the receipt email: `none` (not sent), `due` (to be sent), `sent` or `failed`. */
      readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
      /** Time when the checkout was created, RFC 3339 in UTC. */
      readonly created: string
      /** Time until which it can be paid, RFC 3339 in UTC. */
      readonly expiresAt: string
    }
  }
}

export type Event =
  | AuthorizationEvent
  | CaptureEvent
  | VoidEvent
  | CreditEvent
  | BatchEvent
  | SettlementEvent
  | AttentionEvent
  | DisputeEvent
  | CustomerEvent
  | WalletEvent
  | SubscriptionEvent
  | TerminalEvent
  | CheckoutEvent

export type ErrorItem = {
  /** Stable name of the error, for programs. The page /errors describes each one. */
  readonly type:
    | 'json_invalid'
    | 'body_required'
    | 'unknown_member'
    | 'id_invalid'
    | 'query_invalid'
    | 'idempotency_key_invalid'
    | 'idempotency_key_contains_token'
    | 'required'
    | 'type_invalid'
    | 'pattern_mismatch'
    | 'length_invalid'
    | 'out_of_range'
    | 'enum_invalid'
    | 'format_invalid'
    | 'card_number_not_allowed'
    | 'payment_method_required'
    | 'payment_method_ambiguous'
    | 'stored_reference_required'
    | 'wallet_not_of_customer'
    | 'tip_amounts_required'
    | 'expiry_invalid'
    | 'amount_precision_invalid'
    | 'amount_exceeds_authorized'
    | 'amount_exceeds_captured'
    | 'amount_mismatch'
    | 'currency_mismatch'
    | 'token_not_found'
    | 'token_expired'
    | 'token_used'
    | 'encrypted_card_expired'
    | 'encrypted_card_used'
    | 'customer_not_found'
    | 'wallet_not_found'
    | 'webhook_not_found'
    | 'plan_not_found'
    | 'processor_not_found'
    | 'terminal_not_found'
    | 'connection_not_found'
    | 'reference_not_found'
    | 'card_number_invalid'
    | 'network_not_accepted'
    | 'expiry_past'
    | 'routing_number_invalid'
    | 'processor_mode_mismatch'
    | 'registration_code_invalid'
    | 'device_id_required'
    | 'url_not_allowed'
    | 'header_not_allowed'
    | 'key_missing'
    | 'key_invalid'
    | 'key_expired'
    | 'key_revoked'
    | 'passkey_invalid'
    | 'recovery_code_invalid'
    | 'access_invalid'
    | 'session_missing'
    | 'access_member_unknown'
    | 'passkey_required'
    | 'refund_limit_exceeded'
    | 'scope_missing'
    | 'mode_mismatch'
    | 'publishable_key_not_allowed'
    | 'origin_not_allowed'
    | 'live_key_required'
    | 'operator_only'
    | 'account_suspended'
    | 'quota_exceeded'
    | 'not_found'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'body_too_large'
    | 'uri_too_long'
    | 'upgrade_required'
    | 'not_acceptable'
    | 'media_type_unsupported'
    | 'rate_limited'
    | 'invalid_state'
    | 'invitation_invalid'
    | 'passkey_exists'
    | 'last_passkey'
    | 'last_owner'
    | 'already_exists'
    | 'authorization_expired'
    | 'already_captured'
    | 'already_voided'
    | 'already_settled'
    | 'already_canceled'
    | 'terminal_in_use'
    | 'default_wallet_required'
    | 'idempotency_in_progress'
    | 'attention_not_needed'
    | 'operation_in_progress'
    | 'checkout_closed'
    | 'limit_reached'
    | 'connection_in_use'
    | 'connection_built_in'
    | 'webhook_disabled'
    | 'not_supported_by_processor'
    | 'idempotency_mismatch'
    | 'internal_error'
    | 'unavailable'
    | 'access_unavailable'
    | 'processor_timeout'
    | 'card_declined'
    | 'check_declined'
    | 'terminal_declined'
    | 'gateway_rejected'
    | 'processor_error'
    | (string & {})
  /** Details, always with the same five members. */
  readonly message: {
    /** Description in English, for developers, not for shoppers. */
    readonly text: string
    /** Dotted path of the member, such as `payment.creditCard.expires` or `order.lines[3].total`, or name of the parameter. Null if the error is not about one. */
    readonly field: string | null
    /** The same as `type`; after a decline its reason, such as `insufficient_funds`. */
    readonly code: string
    /** Page that describes the error. */
    readonly docs: string
    /** Details for programs, such as limits, `nearest` (a known name close to an unknown one), the `state` of a resource, or `retry`, the next step after a decline: `never`, `later`, `other_method`, `contact_issuer` or `authenticate`. Null if there are none. */
    readonly details: { readonly [name: string]: unknown } | null
  }
}

export type Envelope = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type AuthorizeTransactionRequest = {
  /** Who pays, and how: exactly one source. */
  readonly payment: Payment
  /** What to charge. */
  readonly amount: Amount
  /** What the payment is for. It is stored and returned, and has no effect on the charged amount. */
  readonly order?: Order | null
  /** Your own id for the user who makes the request, such as a cashier. It is stored and returned with the operation, and not interpreted. Null means none. */
  readonly initiatedByUserId?: number | bigint | null
  /** A transaction of this account and mode to which the request is related, for your reports. An unknown id returns 400 `reference_not_found`. Null means none. An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type SaleTransactionRequest = {
  /** Who pays, and how: exactly one source. */
  readonly payment: Payment
  /** What to charge. */
  readonly amount: Amount
  /** What the payment is for. It is stored and returned, and has no effect on the charged amount. */
  readonly order?: Order | null
  /** Your own id for the user who makes the request, such as a cashier. It is stored and returned with the operation, and not interpreted. Null means none. */
  readonly initiatedByUserId?: number | bigint | null
  /** A transaction of this account and mode to which the request is related, for your reports. An unknown id returns 400 `reference_not_found`. Null means none. An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type CaptureTransactionRequest = {
  /** The payment to capture: the id of its authorization, or of any of its operations. An unknown id returns 400 `reference_not_found`. */
  readonly transactionId: string
  /** Amount to capture in currency units, in the currency of the authorization: at most what is left (400 `amount_exceeds_authorized` with `details.capturable`). Null or absent captures all that is left. Up to 2 decimals. */
  readonly amount?: number | null
  /** Whether this is the last capture: true releases what is left of the authorization. False or null keeps it capturable. */
  readonly final?: boolean | null
  /** Your own id for the user who makes the request, such as a cashier. It is stored and returned with the operation, and not interpreted. Null means none. */
  readonly initiatedByUserId?: number | bigint | null
  /** A transaction of this account and mode to which the request is related, for your reports. An unknown id returns 400 `reference_not_found`. Null means none. An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type VoidTransactionRequest = {
  /** What to void: the id of the authorization voids the whole payment; the id of a capture or a credit voids that operation alone. An unknown id returns 400 `reference_not_found`. */
  readonly transactionId: string
  /** Your own id for the user who makes the request, such as a cashier. It is stored and returned with the operation, and not interpreted. Null means none. */
  readonly initiatedByUserId?: number | bigint | null
  /** A transaction of this account and mode to which the request is related, for your reports. An unknown id returns 400 `reference_not_found`. Null means none. An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type CreditTransactionRequest = {
  /** Payment source that receives the money. Required without `referenceTransactionId`. With it, absent or the source of the original payment. */
  readonly payment?: Payment | null
  /** What to pay out. Required without `referenceTransactionId`. With it, at most what is captured and not credited (400 `amount_exceeds_captured` with `details.creditable`), in the same currency; absent or null credits all of that. */
  readonly amount?: Amount | null
  /** Order of the credit itself, stored and returned with it. */
  readonly order?: Order | null
  /** Your own id for the user who makes the request, such as a cashier. It is stored and returned with the operation, and not interpreted. Null means none. */
  readonly initiatedByUserId?: number | bigint | null
  /** The payment to refund: the id of any of its operations. Null or absent pays out without an original payment, which the account setting `unreferencedCredits` must allow. An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type ResolveTransactionRequest = {
  /** The operation that was looked up: `needsAttention.operation.transactionId`. An unknown id returns 400 `reference_not_found`. */
  readonly operation: string
  /** What the processor shows. `happened`: the operation took place; for a reversal: no money is held or moved. `did_not_happen`: it did not; for a reversal: the payment is still approved. */
  readonly outcome: 'happened' | 'did_not_happen'
  /** Who looked it up, and where, for the audit log: 1 to 500 characters. */
  readonly note: string
}

export type GetSignatureAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The signature. Null in an error response. */
  readonly signature: {
    /** Media type of the image. */
    readonly type: 'image/png'
    /** The image in base64, without a `data:` prefix. */
    readonly data: string
    /** Time of the signature, RFC 3339 in UTC. */
    readonly created: string
  } | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListTransactionsQuery = {
  /** Earliest creation time: a date (its midnight in UTC) or a date-time of RFC 3339. */
  readonly from?: string
  /** Latest creation time, exclusive. A date without a time includes the whole day. */
  readonly to?: string
  /** A day in UTC, YYYY-MM-DD: payments with a capture that was made on that day and stands. Their captures of that day add up to `captures` of GET /v1/figures. */
  readonly capturedOn?: string
  /** The same for credits, and for `credits`. */
  readonly creditedOn?: string
  /** The same for captures and credits, and for `net`. */
  readonly movedOn?: string
  /** State of the payment. One or more values, separated by commas: `pending`, `authorized`, `partially_captured`, `captured`, `settled`, `partially_refunded`, `refunded`, `voided`, `declined`, `failed`, `reversed`, `expired`, `returned`. */
  readonly status?: string
  /** First operation of the payment. One or more values, separated by commas: `authorize`, `credit`. */
  readonly type?: string
  /** Payment method. One or more values, separated by commas: `creditCard`, `check`, `cash`, `terminal`, `digitalPayPayment`. */
  readonly method?: string
  /** ISO 4217 numeric code, such as 840 for US dollars. */
  readonly currency?: CurrencyCode
  /** Exact amount of the first operation, in currency units. */
  readonly amount?: number
  /** Minimum amount of the first operation, in currency units. */
  readonly amountMin?: number
  /** Maximum amount of the first operation, in currency units. */
  readonly amountMax?: number
  /** The `referenceObject` and `referenceObjectId` of the payment's order or of the order of one of its credits, joined by a colon as in the list: `Invoice:42`, or `Invoice` without an id. A `referenceObjectId` alone matches that of any object. */
  readonly reference?: string
  /** Id of a customer: payments with the customer’s stored payment methods and checkouts. */
  readonly customer?: string
  /** The order's `customerPublicIdentifier`, your own id for the customer. */
  readonly customerPublicIdentifier?: string
  /** Last four digits of the card or bank account. */
  readonly lastFour?: string
  /** Batch in which a part of the payment was settled. `batchNet` is that amount. */
  readonly batchId?: string
  /** `true`: payments with a dispute or a warning, open or closed. `false`: payments without. */
  readonly disputed?: boolean
  /** `true`: payments of which the bank returned a debit or a credit. `false`: payments without. */
  readonly returned?: boolean
  /** `true`: payments with an operation that must be looked up manually at the processor. `false`: payments without. */
  readonly needsAttention?: boolean
  /** Entries per page. Default and maximum: 100, or 1000 with format=csv. */
  readonly pageSize?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** `nextCursor` of the previous page, or the cursor of a URL in the `Link` header, with the same filters. */
  readonly cursor?: string
}

export type ListTransactionsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** One entry per payment, newest first. Empty if no examined payment matches. */
  readonly transactions: readonly {
    /** Id of the first operation of the payment. */
    readonly transactionId: string
    /** Time of the first operation, RFC 3339 in UTC. */
    readonly created: string
    /** First operation of the payment: `credit` is a credit without an original payment. */
    readonly type: 'authorize' | 'credit' | (string & {})
    /** State of the whole payment. `pending`: no outcome yet. `authorized`: approved, nothing captured. `partially_captured`: a part is captured, and the rest still can be. `captured`: nothing is left to capture. `settled`: settled with the bank. `partially_refunded`, `refunded`: credited in part or in full. `voided`: canceled before settlement. `declined`: not approved. `failed`: did not reach the issuer. `reversed`: undone after an unknown outcome. `expired`: not captured in time. `returned`: returned by the bank. */
    readonly status:
      | 'pending'
      | 'authorized'
      | 'partially_captured'
      | 'captured'
      | 'settled'
      | 'partially_refunded'
      | 'refunded'
      | 'voided'
      | 'declined'
      | 'failed'
      | 'reversed'
      | 'expired'
      | 'returned'
      | (string & {})
    /** How the payment was made: `creditCard`, `check`, `cash`, `terminal` or `digitalPayPayment`. `unknown`: a payment that only the processor had, which a reconciliation reverses. A token or a stored payment method has the method of its data. */
    readonly method: string
    /** ISO 4217 numeric code of all amounts of the payment, such as 840 for US dollars. */
    readonly currency: number
    /** Amount of the first operation in currency units. */
    readonly amount: number
    /** Approved amount in currency units, including a tip that was added at a terminal. */
    readonly amountAuthorized: number
    /** Sum of all captures in currency units, without voided ones. */
    readonly amountCaptured: number
    /** Amount in currency units that can still be captured. 0 if nothing is left. */
    readonly amountCapturable: number
    /** Sum of all credits in currency units, without voided ones. */
    readonly amountCredited: number
    /** Part of the captured amount that is settled with the bank, in currency units. */
    readonly amountSettled: number
    /** Tip in currency units that the shopper added at a terminal, included in the amounts. 0 without a tip. */
    readonly tip: number
    /** Card network, such as `visa`; `ach` for a bank account. Null for cash, or while it is not known. */
    readonly network: string | null
    /** Card or account number, masked except for the last four digits. Null without a number, or after the customer was erased. */
    readonly accountNumber: string | null
    /** Id of the customer whose stored payment method was charged, or who paid a checkout. Null without a customer. */
    readonly customer: string | null
    /** Your own id for the customer, from the order. Null if the order has none. */
    readonly customerPublicIdentifier: string | null
    /** `referenceObject` and `referenceObjectId` of the order, joined by a colon: `Invoice:42`. Null if the order has none. */
    readonly reference: string | null
    /** Outcome of the first operation. Null while it is unknown. */
    readonly responseCode: string | null
    /** Authorization code of the first operation. Null if it has none, such as after a decline. */
    readonly authCode: string | null
    /** The batch in which the payment was last settled. Null before settlement. */
    readonly batchId: string | null
    /** Captures minus credits of the payment in the batch of the filter `batchId`, in currency units; negative if more was credited. Null in lists without that filter. */
    readonly batchNet: number | null
    /** Time of the latest change of the payment, RFC 3339 in UTC. */
    readonly updated: string
    /** Whether the first operation was approved. False for a decline, and while the outcome is unknown. */
    readonly approved: boolean
    /** The disputes and warnings of the payment, oldest first. An empty list without any. */
    readonly disputes: readonly DisputeSummary[]
    /** The debits and credits of the payment that the bank returned, oldest first. An empty list without any. */
    readonly returns: readonly ReturnSummary[]
    /** The oldest operation of the payment that must be looked up manually at the processor. Null if there is none. */
    readonly needsAttention: {
      /** Time since which it needs attention, RFC 3339 in UTC. */
      readonly since: string
      /** Reason. `no_acknowledgement`: the processor has not confirmed a reversal. `outcome_unknown`: the processor has not returned the outcome of a capture, void or credit. `cannot_be_repeated`: the outcome is unknown, and the processor offers no way to repeat or find the operation. `pending_too_long`: the processor accepted a capture or credit ten days ago and has not decided it. `outcome_contradicted`: the operation has ended, and the processor later reported another outcome. */
      readonly reason:
        | 'no_acknowledgement'
        | 'outcome_unknown'
        | 'cannot_be_repeated'
        | 'pending_too_long'
        | 'outcome_contradicted'
        | (string & {})
      /** The operation to look up. Resolve it by its `transactionId`. */
      readonly operation: {
        /** Id of the operation. */
        readonly transactionId: string
        /** Kind of the operation. */
        readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
        /** Amount of the operation in currency units. */
        readonly amount: number
        /** Time of the operation, RFC 3339 in UTC. */
        readonly created: string
      }
      /** Number of attempts by the gateway so far. */
      readonly attempts: number
      /** Time of the next attempt, RFC 3339 in UTC: daily, until the processor responds or you resolve the operation. */
      readonly nextAttempt: string | null
    } | null
  }[]
  /** Value of `cursor` for the next page, with the same filters. Null on the last page. */
  readonly nextCursor: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListTransactionsEntry = {
  /** Id of the first operation of the payment. */
  readonly transactionId: string
  /** Time of the first operation, RFC 3339 in UTC. */
  readonly created: string
  /** First operation of the payment: `credit` is a credit without an original payment. */
  readonly type: 'authorize' | 'credit' | (string & {})
  /** State of the whole payment. `pending`: no outcome yet. `authorized`: approved, nothing captured. `partially_captured`: a part is captured, and the rest still can be. `captured`: nothing is left to capture. `settled`: settled with the bank. `partially_refunded`, `refunded`: credited in part or in full. `voided`: canceled before settlement. `declined`: not approved. `failed`: did not reach the issuer. `reversed`: undone after an unknown outcome. `expired`: not captured in time. `returned`: returned by the bank. */
  readonly status:
    | 'pending'
    | 'authorized'
    | 'partially_captured'
    | 'captured'
    | 'settled'
    | 'partially_refunded'
    | 'refunded'
    | 'voided'
    | 'declined'
    | 'failed'
    | 'reversed'
    | 'expired'
    | 'returned'
    | (string & {})
  /** How the payment was made: `creditCard`, `check`, `cash`, `terminal` or `digitalPayPayment`. `unknown`: a payment that only the processor had, which a reconciliation reverses. A token or a stored payment method has the method of its data. */
  readonly method: string
  /** ISO 4217 numeric code of all amounts of the payment, such as 840 for US dollars. */
  readonly currency: number
  /** Amount of the first operation in currency units. */
  readonly amount: number
  /** Approved amount in currency units, including a tip that was added at a terminal. */
  readonly amountAuthorized: number
  /** Sum of all captures in currency units, without voided ones. */
  readonly amountCaptured: number
  /** Amount in currency units that can still be captured. 0 if nothing is left. */
  readonly amountCapturable: number
  /** Sum of all credits in currency units, without voided ones. */
  readonly amountCredited: number
  /** Part of the captured amount that is settled with the bank, in currency units. */
  readonly amountSettled: number
  /** Tip in currency units that the shopper added at a terminal, included in the amounts. 0 without a tip. */
  readonly tip: number
  /** Card network, such as `visa`; `ach` for a bank account. Null for cash, or while it is not known. */
  readonly network: string | null
  /** Card or account number, masked except for the last four digits. Null without a number, or after the customer was erased. */
  readonly accountNumber: string | null
  /** Id of the customer whose stored payment method was charged, or who paid a checkout. Null without a customer. */
  readonly customer: string | null
  /** Your own id for the customer, from the order. Null if the order has none. */
  readonly customerPublicIdentifier: string | null
  /** `referenceObject` and `referenceObjectId` of the order, joined by a colon: `Invoice:42`. Null if the order has none. */
  readonly reference: string | null
  /** Outcome of the first operation. Null while it is unknown. */
  readonly responseCode: string | null
  /** Authorization code of the first operation. Null if it has none, such as after a decline. */
  readonly authCode: string | null
  /** The batch in which the payment was last settled. Null before settlement. */
  readonly batchId: string | null
  /** Captures minus credits of the payment in the batch of the filter `batchId`, in currency units; negative if more was credited. Null in lists without that filter. */
  readonly batchNet: number | null
  /** Time of the latest change of the payment, RFC 3339 in UTC. */
  readonly updated: string
  /** Whether the first operation was approved. False for a decline, and while the outcome is unknown. */
  readonly approved: boolean
  /** The disputes and warnings of the payment, oldest first. An empty list without any. */
  readonly disputes: readonly DisputeSummary[]
  /** The debits and credits of the payment that the bank returned, oldest first. An empty list without any. */
  readonly returns: readonly ReturnSummary[]
  /** The oldest operation of the payment that must be looked up manually at the processor. Null if there is none. */
  readonly needsAttention: {
    /** Time since which it needs attention, RFC 3339 in UTC. */
    readonly since: string
    /** Reason. `no_acknowledgement`: the processor has not confirmed a reversal. `outcome_unknown`: the processor has not returned the outcome of a capture, void or credit. `cannot_be_repeated`: the outcome is unknown, and the processor offers no way to repeat or find the operation. `pending_too_long`: the processor accepted a capture or credit ten days ago and has not decided it. `outcome_contradicted`: the operation has ended, and the processor later reported another outcome. */
    readonly reason:
      | 'no_acknowledgement'
      | 'outcome_unknown'
      | 'cannot_be_repeated'
      | 'pending_too_long'
      | 'outcome_contradicted'
      | (string & {})
    /** The operation to look up. Resolve it by its `transactionId`. */
    readonly operation: {
      /** Id of the operation. */
      readonly transactionId: string
      /** Kind of the operation. */
      readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
      /** Amount of the operation in currency units. */
      readonly amount: number
      /** Time of the operation, RFC 3339 in UTC. */
      readonly created: string
    }
    /** Number of attempts by the gateway so far. */
    readonly attempts: number
    /** Time of the next attempt, RFC 3339 in UTC: daily, until the processor responds or you resolve the operation. */
    readonly nextAttempt: string | null
  } | null
}

export type ListBatchesQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListBatchesAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Batches, newest first. */
  readonly batches: readonly {
    /** Id of the batch, also the value of `batchId` in payments and filters. */
    readonly id: string
    /** `closing` while operations are still being added, then `closed`: all operations are settled. */
    readonly status: 'closing' | 'closed' | (string & {})
    /** Operations that were approved until this time are in the batch. RFC 3339 in UTC. */
    readonly cutoff: string
    /** Time when the batch was created, RFC 3339 in UTC. */
    readonly created: string
    /** Time when the batch was closed, RFC 3339 in UTC. Null while it is closing. */
    readonly closed: string | null
    /** One entry per currency. The figures grow while the batch is closing. */
    readonly totals: readonly {
      /** ISO 4217 numeric code. */
      readonly currency: number
      /** Captures of the batch in this currency. */
      readonly captures: {
        /** Number of captures. */
        readonly count: number
        /** Sum of the captures in currency units. */
        readonly amount: number
      }
      /** Credits of the batch in this currency. */
      readonly credits: {
        /** Number of credits. */
        readonly count: number
        /** Sum of the credits in currency units, as a positive number. */
        readonly amount: number
      }
      /** Captures minus credits in currency units: what the bank pays out, or collects if it is negative. */
      readonly net: number
    }[]
  }[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListBatchesEntry = {
  /** Id of the batch, also the value of `batchId` in payments and filters. */
  readonly id: string
  /** `closing` while operations are still being added, then `closed`: all operations are settled. */
  readonly status: 'closing' | 'closed' | (string & {})
  /** Operations that were approved until this time are in the batch. RFC 3339 in UTC. */
  readonly cutoff: string
  /** Time when the batch was created, RFC 3339 in UTC. */
  readonly created: string
  /** Time when the batch was closed, RFC 3339 in UTC. Null while it is closing. */
  readonly closed: string | null
  /** One entry per currency. The figures grow while the batch is closing. */
  readonly totals: readonly {
    /** ISO 4217 numeric code. */
    readonly currency: number
    /** Captures of the batch in this currency. */
    readonly captures: {
      /** Number of captures. */
      readonly count: number
      /** Sum of the captures in currency units. */
      readonly amount: number
    }
    /** Credits of the batch in this currency. */
    readonly credits: {
      /** Number of credits. */
      readonly count: number
      /** Sum of the credits in currency units, as a positive number. */
      readonly amount: number
    }
    /** Captures minus credits in currency units: what the bank pays out, or collects if it is negative. */
    readonly net: number
  }[]
}

export type GetBatchAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The batch. */
  readonly batch: {
    /** Id of the batch, also the value of `batchId` in payments and filters. */
    readonly id: string
    /** `closing` while operations are still being added, then `closed`: all operations are settled. */
    readonly status: 'closing' | 'closed' | (string & {})
    /** Operations that were approved until this time are in the batch. RFC 3339 in UTC. */
    readonly cutoff: string
    /** Time when the batch was created, RFC 3339 in UTC. */
    readonly created: string
    /** Time when the batch was closed, RFC 3339 in UTC. Null while it is closing. */
    readonly closed: string | null
    /** One entry per currency. The figures grow while the batch is closing. */
    readonly totals: readonly {
      /** ISO 4217 numeric code. */
      readonly currency: number
      /** Captures of the batch in this currency. */
      readonly captures: {
        /** Number of captures. */
        readonly count: number
        /** Sum of the captures in currency units. */
        readonly amount: number
      }
      /** Credits of the batch in this currency. */
      readonly credits: {
        /** Number of credits. */
        readonly count: number
        /** Sum of the credits in currency units, as a positive number. */
        readonly amount: number
      }
      /** Captures minus credits in currency units: what the bank pays out, or collects if it is negative. */
      readonly net: number
    }[]
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CloseBatchAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The new batch. Null if there was nothing to settle. */
  readonly batch: {
    /** Id of the batch, also the value of `batchId` in payments and filters. */
    readonly id: string
    /** `closing` while operations are still being added, then `closed`: all operations are settled. */
    readonly status: 'closing' | 'closed' | (string & {})
    /** Operations that were approved until this time are in the batch. RFC 3339 in UTC. */
    readonly cutoff: string
    /** Time when the batch was created, RFC 3339 in UTC. */
    readonly created: string
    /** Time when the batch was closed, RFC 3339 in UTC. Null while it is closing. */
    readonly closed: string | null
    /** One entry per currency. The figures grow while the batch is closing. */
    readonly totals: readonly {
      /** ISO 4217 numeric code. */
      readonly currency: number
      /** Captures of the batch in this currency. */
      readonly captures: {
        /** Number of captures. */
        readonly count: number
        /** Sum of the captures in currency units. */
        readonly amount: number
      }
      /** Credits of the batch in this currency. */
      readonly credits: {
        /** Number of credits. */
        readonly count: number
        /** Sum of the credits in currency units, as a positive number. */
        readonly amount: number
      }
      /** Captures minus credits in currency units: what the bank pays out, or collects if it is negative. */
      readonly net: number
    }[]
  } | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetFiguresQuery = {
  /** First day, YYYY-MM-DD. */
  readonly from?: string
  /** Last day, inclusive, YYYY-MM-DD. */
  readonly to?: string
  /** ISO 4217 numeric code. Default: all currencies. */
  readonly currency?: CurrencyCode
}

export type GetFiguresAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The figures of the range. */
  readonly figures: {
    /** First day, YYYY-MM-DD. */
    readonly from: string
    /** Last day, inclusive, YYYY-MM-DD. */
    readonly to: string
    /** The figures contain all operations that were created until this time, RFC 3339 in UTC. Earlier than now only while background work is behind. */
    readonly asOf: string
    /** One entry per day and currency, the earliest first. Days without operations have none. */
    readonly days: readonly DailyFigures[]
    /** The totals of the range, one entry per currency. */
    readonly totals: readonly Figures[]
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListDisputesQuery = {
  /** Stage of the dispute. One or more values, separated by commas: `warning`, `open`, `won`, `lost`, `accepted`. */
  readonly stage?: string
  /** Id of a payment, or of any of its operations: the disputes of that payment. */
  readonly transactionId?: string
  /** Earliest creation time: a date (its midnight in UTC) or a date-time of RFC 3339. */
  readonly from?: string
  /** Latest creation time, exclusive. A date without a time includes the whole day. */
  readonly to?: string
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListDisputesAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Disputes, newest first. */
  readonly disputes: readonly Dispute[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetDisputeAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The dispute. */
  readonly dispute: Dispute
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type RecordDisputeRequest = {
  /** Id of the disputed capture, or of its payment: then the first capture is disputed. */
  readonly transactionId: string
  /** Id of the case at the processor. */
  readonly caseId: string
  /** The stage that the processor shows. */
  readonly stage: 'warning' | 'open' | 'won' | 'lost' | 'accepted'
  /** When the stage began: a date, or a date-time of RFC 3339. By default now. Format: date or RFC 3339 date-time. */
  readonly at?: string | null
  /** Disputed amount in currency units. By default the whole capture, or as recorded before. Up to 2 decimals. */
  readonly amount?: number | null
  /** What the cardholder claims. By default as recorded before. */
  readonly reason?: {
    /** Reason code of the card network, such as `10.4`. */
    readonly code?: string | null
    /** The category, for a code that the gateway does not know. */
    readonly category?:
      | 'fraud'
      | 'not_received'
      | 'not_as_described'
      | 'canceled'
      | 'duplicate'
      | 'credit_not_processed'
      | 'processing_error'
      | 'authorization'
      | 'general'
      | null
  } | null
  /** Deadline for your evidence at the processor: a date, or a date-time of RFC 3339. Format: date or RFC 3339 date-time. */
  readonly evidenceDueBy?: string | null
}

export type RecordDisputeAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The new or updated dispute. */
  readonly dispute: Dispute
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type AcceptDisputeAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The accepted dispute. */
  readonly dispute: Dispute
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CreateTokenRequest = ExactlyOne<{
  /** Card data. */
  readonly creditCard: ShopperCard
  /** A bank account. */
  readonly check: Check
  /** A card as a compact JWE, encrypted with a key of GET /v1/encryptionkeys. Usable once, until `encryptedCardMaxAgeSeconds` after its `iat`. */
  readonly creditCardEncrypted: string
  /** The payload of a phone wallet (Google Pay), as the wallet returned it. */
  readonly digitalPayPayment: DigitalPayPayment
}> & {
  /** The shopper’s choice of network for a co-badged card: the network of the number, or `cartesBancaires` with Visa, Mastercard and Maestro; others return 400 `enum_invalid`. Null or absent means no choice. */
  readonly preferredNetwork?:
    | 'visa'
    | 'mastercard'
    | 'amex'
    | 'discover'
    | 'diners'
    | 'jcb'
    | 'unionpay'
    | 'maestro'
    | 'cartesBancaires'
    | null
}

export type CreateTokenAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Send it as `payment.token`, or store it as a payment method: usable once, in the account and mode of the key. Null in an error response. */
  readonly token: string | null
  /** Card network of the number, such as `visa`, or `unknown`; `ach` for a bank account. */
  readonly network: string
  /** Card or account number, masked except for the last four digits. */
  readonly accountNumber: string
  /** Expiry date of the card, MMYY. Empty for a bank account. */
  readonly expiry: string
  /** Time when the token expires, 15 minutes after its creation. RFC 3339 in UTC. */
  readonly expiresAt: string
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListEncryptionKeysAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** RSA public keys as JSON Web Keys (RFC 7517), with `kid`, `alg`, `n` and `e`. Use any of them. */
  readonly keys: readonly { readonly [name: string]: unknown }[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListCustomersQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListCustomersAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Active customers, newest first. Null in an error response. */
  readonly customers: readonly Customer[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CreateCustomerRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** First name. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly firstName?: string | null
  /** Last name. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly lastName?: string | null
  /** Name of the company. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly company?: string | null
  /** Your own id for the customer, unique in the account and mode unless it is empty (409 `already_exists` with `details.id`). In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly merchantIdentifier?: string | null
  /** Phone number, in any format. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly phoneNumber?: string | null
  /** Email address. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. Format: email address. */
  readonly emailAddress?: string | null
  /** Shipping address. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly shippingAddress?: Address | null
  /** Your own data: up to 50 keys of 1 to 40 characters, with values of up to 500 characters. It is replaced as a whole. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly metadata?: { readonly [name: string]: string } | null
}

export type CreateCustomerAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The customer, as a list of one. Null in an error response. */
  readonly customers: readonly Customer[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetCustomerAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The customer, as a list of one. Null in an error response. */
  readonly customers: readonly Customer[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateCustomerRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** First name. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly firstName?: string | null
  /** Last name. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly lastName?: string | null
  /** Name of the company. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly company?: string | null
  /** Your own id for the customer, unique in the account and mode unless it is empty (409 `already_exists` with `details.id`). In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly merchantIdentifier?: string | null
  /** Phone number, in any format. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly phoneNumber?: string | null
  /** Email address. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. Format: email address. */
  readonly emailAddress?: string | null
  /** Shipping address. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly shippingAddress?: Address | null
  /** Your own data: up to 50 keys of 1 to 40 characters, with values of up to 500 characters. It is replaced as a whole. In a request, null or an empty string clears it, and an absent member keeps it. */
  readonly metadata?: { readonly [name: string]: string } | null
}

export type UpdateCustomerAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The customer, as a list of one. Null in an error response. */
  readonly customers: readonly Customer[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListWalletQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListWalletAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Payment methods of the customer, newest first. */
  readonly wallet: readonly WalletEntry[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type AddWalletEntryRequest = ExactlyOne<{
  /** An unused token of a card or bank account; it is used up. Exactly one of `token`, `creditCardEncrypted` and `digitalPayPayment` is required. */
  readonly token: string
  /** A card as a compact JWE, encrypted with a key of GET /v1/encryptionkeys. Usable once, until `encryptedCardMaxAgeSeconds` after its `iat`. Exactly one of `token`, `creditCardEncrypted` and `digitalPayPayment` is required. */
  readonly creditCardEncrypted: string
  /** The payload of a phone wallet (Google Pay), as the wallet returned it. Exactly one of `token`, `creditCardEncrypted` and `digitalPayPayment` is required. */
  readonly digitalPayPayment: DigitalPayPayment
}> & {
  /** True makes this payment method the default. False, null or absent: it becomes the default only if the customer has no other. */
  readonly default?: boolean | null
  /** Billing address, for the address verification of later payments. Null or absent: the postal code of the card alone. */
  readonly address?: Address | null
}

export type AddWalletEntryAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The payment method, as a list of one. Null in an error response. */
  readonly wallet: readonly WalletEntry[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateWalletEntryRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly network?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly accountNumber?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly expiry?: unknown
  /** True makes this payment method the default, and replaces the previous one. False on the default returns 409 `default_wallet_required`. Null or absent changes nothing. */
  readonly default?: boolean | null
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly address?: unknown
}

export type UpdateWalletEntryAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The payment method, as a list of one. Null in an error response. */
  readonly wallet: readonly WalletEntry[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ExportCustomerAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The customer. */
  readonly customer: {
    /** Id of the customer. */
    readonly id: string
    /** First name. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
    readonly firstName: string
    /** Last name. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
    readonly lastName: string
    /** Name of the company. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
    readonly company: string
    /** Your own id for the customer, unique in the account and mode unless it is empty (409 `already_exists` with `details.id`). In a request, null or an empty string clears it, and an absent member keeps it. */
    readonly merchantIdentifier: string
    /** Phone number, in any format. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
    readonly phoneNumber: string
    /** Email address. Empty if unknown. In a request, null or an empty string clears it, and an absent member keeps it. */
    readonly emailAddress: string
    /** Shipping address. In a request, null or an empty string clears it, and an absent member keeps it. */
    readonly shippingAddress: StoredAddress
    /** Your own data: up to 50 keys of 1 to 40 characters, with values of up to 500 characters. It is replaced as a whole. In a request, null or an empty string clears it, and an absent member keeps it. */
    readonly metadata: { readonly [name: string]: unknown }
    /** Time when the customer was created, RFC 3339 in UTC. */
    readonly created: string
    /** Time of the latest change, RFC 3339 in UTC. */
    readonly updated: string
    /** Time when the customer was deleted, RFC 3339 in UTC. Null for an active customer. */
    readonly deleted: string | null
  }
  /** Payment methods, stored and deleted, newest first. */
  readonly wallet: readonly {
    /** Id of the payment method. */
    readonly id: string
    /** Card network; `ach` for a bank account. */
    readonly network:
      | 'visa'
      | 'mastercard'
      | 'amex'
      | 'discover'
      | 'diners'
      | 'jcb'
      | 'unionpay'
      | 'maestro'
      | 'interac'
      | 'ach'
      | 'unknown'
      | (string & {})
    /** Card or account number, masked except for the last four digits. */
    readonly accountNumber: string
    /** Expiry date of the card, MMYY. Empty for a bank account. */
    readonly expiry: string
    /** Whether payments and subscriptions that name only the customer use this payment method. A customer with payment methods has exactly one default. */
    readonly default: boolean
    /** Time when the payment method was stored, RFC 3339 in UTC. */
    readonly created: string
    /** Billing address, for the address verification of later payments. */
    readonly address: StoredAddress
    /** Time when the payment method was deleted, RFC 3339 in UTC. Null if it is stored. */
    readonly deleted: string | null
  }[]
  /** Subscriptions in all states, newest first. */
  readonly subscriptions: readonly {
    /** Id of the subscription. */
    readonly customerSubscriptionId: string
    /** Number of charges after which the subscription is completed; 0 for no limit. */
    readonly installments: number
    /** Tax in each charge, in currency units. */
    readonly taxAmount: number
    /** Cost of shipping in each charge, in currency units. */
    readonly shippingAmount: number
    /** Surcharge in each charge, in currency units. */
    readonly surchargeAmount: number
    /** Amount of each charge in currency units: subtotal, tax, surcharge and shipping. While paused, the price after the pause. */
    readonly totalAmount: number
    /** Start of the subscription, RFC 3339 in UTC: midnight in the account’s time zone. */
    readonly startDate: string
    /** Time when the subscription was created, RFC 3339 in UTC. */
    readonly created: string
    /** `pending`: starts in the future. `active`: billed regularly. `past_due`: a charge was declined, and is retried. `paused`: periods are skipped. `unpaid`: all retries failed, a new payment method is required. `completed`: all installments are paid. `canceled`: ended. */
    readonly status: 'pending' | 'active' | 'past_due' | 'paused' | 'unpaid' | 'completed' | 'canceled' | (string & {})
    /** Id of the plan. */
    readonly plan: string
    /** Label of the plan, when the customer subscribed. */
    readonly label: string
    /** ISO 4217 numeric code of all charges. */
    readonly currency: number
    /** Id of the payment method that is charged. Null: the customer’s default at the time of each charge. */
    readonly wallet: string | null
    /** Number of paid charges. */
    readonly charges: number
    /** Time of the next charge or retry, RFC 3339 in UTC. Null if none is planned. */
    readonly nextCharge: string | null
    /** Time when a paused subscription resumes automatically, RFC 3339 in UTC. Null if it is not paused, or if it stays paused until a request resumes it. */
    readonly resumesAt: string | null
    /** Bills of the subscription, latest period first. */
    readonly bills: readonly Bill[]
  }[]
  /** Checkouts of the customer, newest first. */
  readonly checkouts: readonly {
    /** The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper. */
    readonly url: string
    /** Id of the checkout. */
    readonly id: string
    /** `open`: can be paid. `processing`: a payment is in progress. `completed`: paid. `expired`, `canceled`: can no longer be paid. */
    readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
    /** Why it was canceled: by a request, or after ten declined attempts. Null if it is not canceled. */
    readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
    /** Id of the payment, or of the latest attempt. Null before the first attempt. */
    readonly transactionId: string | null
    /** Id of the customer that was given or created. Null if there is none. */
    readonly customer: string | null
    /** `customerSubscriptionId` of the new subscription. Null if there is none. */
    readonly subscription: string | null
    /** Amount to pay in currency units; after the payment what was charged. */
    readonly total: number
    /** ISO 4217 numeric code. */
    readonly currency: number
    /** Code in `discounts` that the shopper paid with. Null without one, or before the payment. */
    readonly discountCode: string | null
    /** Id in `shippingOptions` that the shopper paid for. Null without one, or before the payment. */
    readonly shippingOption: string | null
    /** What the shopper entered in the fields of `customerDefinedField`, by name. Null if there are no fields, or before the payment. */
    readonly metadata: { readonly [name: string]: unknown } | null
    /** Telephone number that the shopper entered, as typed. Null if `collectPhone` does not ask for it, if it was left empty, or before the payment. */
    readonly phone: string | null
    /** What the shopper agreed to when paying, of `consents` of the request. Null if there are none, or before the payment. */
    readonly consents:
      | readonly {
          /** Name of the consent. */
          readonly name: string
          /** The text that the shopper saw, with its links as in the request. */
          readonly text: string
          /** Whether the shopper checked the box. True for a required consent. */
          readonly accepted: boolean
          /** Time of the payment, RFC 3339 in UTC. */
          readonly at: string
        }[]
      | null
    /** Status of the receipt email: `none` (not sent), `due` (to be sent), `sent` or `failed`. */
    readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
    /** Time when the checkout was created, RFC 3339 in UTC. */
    readonly created: string
    /** Time until which it can be paid, RFC 3339 in UTC. */
    readonly expiresAt: string
    /** Data that prefilled the form. */
    readonly prefill: {
      /** Email address. Empty if none was given. */
      readonly email: string
      /** Name and address, by the names of the fields of the form. */
      readonly address: { readonly [name: string]: string }
    }
  }[]
  /** Payments with the customer’s payment methods or checkouts, newest first: up to 10,000. */
  readonly transactions: readonly {
    /** Id of the first operation of the payment. */
    readonly transactionId: string
    /** Time of the first operation, RFC 3339 in UTC. */
    readonly created: string
    /** First operation of the payment: `credit` is a credit without an original payment. */
    readonly type: 'authorize' | 'credit' | (string & {})
    /** State of the whole payment. `pending`: no outcome yet. `authorized`: approved, nothing captured. `partially_captured`: a part is captured, and the rest still can be. `captured`: nothing is left to capture. `settled`: settled with the bank. `partially_refunded`, `refunded`: credited in part or in full. `voided`: canceled before settlement. `declined`: not approved. `failed`: did not reach the issuer. `reversed`: undone after an unknown outcome. `expired`: not captured in time. `returned`: returned by the bank. */
    readonly status:
      | 'pending'
      | 'authorized'
      | 'partially_captured'
      | 'captured'
      | 'settled'
      | 'partially_refunded'
      | 'refunded'
      | 'voided'
      | 'declined'
      | 'failed'
      | 'reversed'
      | 'expired'
      | 'returned'
      | (string & {})
    /** How the payment was made: `creditCard`, `check`, `cash`, `terminal` or `digitalPayPayment`. `unknown`: a payment that only the processor had, which a reconciliation reverses. A token or a stored payment method has the method of its data. */
    readonly method: string
    /** ISO 4217 numeric code of all amounts of the payment, such as 840 for US dollars. */
    readonly currency: number
    /** Amount of the first operation in currency units. */
    readonly amount: number
    /** Approved amount in currency units, including a tip that was added at a terminal. */
    readonly amountAuthorized: number
    /** Sum of all captures in currency units, without voided ones. */
    readonly amountCaptured: number
    /** Amount in currency units that can still be captured. 0 if nothing is left. */
    readonly amountCapturable: number
    /** Sum of all credits in currency units, without voided ones. */
    readonly amountCredited: number
    /** Part of the captured amount that is settled with the bank, in currency units. */
    readonly amountSettled: number
    /** Tip in currency units that the shopper added at a terminal, included in the amounts. 0 without a tip. */
    readonly tip: number
    /** Card network, such as `visa`; `ach` for a bank account. Null for cash, or while it is not known. */
    readonly network: string | null
    /** Card or account number, masked except for the last four digits. Null without a number, or after the customer was erased. */
    readonly accountNumber: string | null
    /** Id of the customer whose stored payment method was charged, or who paid a checkout. Null without a customer. */
    readonly customer: string | null
    /** Your own id for the customer, from the order. Null if the order has none. */
    readonly customerPublicIdentifier: string | null
    /** `referenceObject` and `referenceObjectId` of the order, joined by a colon: `Invoice:42`. Null if the order has none. */
    readonly reference: string | null
    /** Outcome of the first operation. Null while it is unknown. */
    readonly responseCode: string | null
    /** Authorization code of the first operation. Null if it has none, such as after a decline. */
    readonly authCode: string | null
    /** The batch in which the payment was last settled. Null before settlement. */
    readonly batchId: string | null
    /** Captures minus credits of the payment in the batch of the filter `batchId`, in currency units; negative if more was credited. Null in lists without that filter. */
    readonly batchNet: number | null
    /** Time of the latest change of the payment, RFC 3339 in UTC. */
    readonly updated: string
    /** Whether the first operation was approved. False for a decline, and while the outcome is unknown. */
    readonly approved: boolean
    /** The disputes and warnings of the payment, oldest first. An empty list without any. */
    readonly disputes: readonly DisputeSummary[]
    /** The debits and credits of the payment that the bank returned, oldest first. An empty list without any. */
    readonly returns: readonly ReturnSummary[]
    /** The oldest operation of the payment that must be looked up manually at the processor. Null if there is none. */
    readonly needsAttention: {
      /** Time since which it needs attention, RFC 3339 in UTC. */
      readonly since: string
      /** Reason. `no_acknowledgement`: the processor has not confirmed a reversal. `outcome_unknown`: the processor has not returned the outcome of a capture, void or credit. `cannot_be_repeated`: the outcome is unknown, and the processor offers no way to repeat or find the operation. `pending_too_long`: the processor accepted a capture or credit ten days ago and has not decided it. `outcome_contradicted`: the operation has ended, and the processor later reported another outcome. */
      readonly reason:
        | 'no_acknowledgement'
        | 'outcome_unknown'
        | 'cannot_be_repeated'
        | 'pending_too_long'
        | 'outcome_contradicted'
        | (string & {})
      /** The operation to look up. Resolve it by its `transactionId`. */
      readonly operation: {
        /** Id of the operation. */
        readonly transactionId: string
        /** Kind of the operation. */
        readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
        /** Amount of the operation in currency units. */
        readonly amount: number
        /** Time of the operation, RFC 3339 in UTC. */
        readonly created: string
      }
      /** Number of attempts by the gateway so far. */
      readonly attempts: number
      /** Time of the next attempt, RFC 3339 in UTC: daily, until the processor responds or you resolve the operation. */
      readonly nextAttempt: string | null
    } | null
    /** The order, as sent. Null if none was sent. */
    readonly order: { readonly [name: string]: unknown } | null
    /** Orders of the payment’s credits, oldest first. */
    readonly creditOrders: readonly {
      /** Id of the credit. */
      readonly transactionId: string
      /** The order, as sent with the credit. */
      readonly order: { readonly [name: string]: unknown }
    }[]
  }[]
  /** Path of the request that returns further payments. Null if there are none. */
  readonly moreTransactions: string | null
  /** Entries of the audit log about the customer, newest first. */
  readonly notes: readonly {
    /** Time of the change, RFC 3339 in UTC. */
    readonly created: string
    /** What was done, such as `customer.updated`. */
    readonly action: string
    /** Id of the request that made the change. */
    readonly requestId: string
    /** What was changed. Its members depend on `action`. */
    readonly detail: { readonly [name: string]: unknown }
  }[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type EraseCustomerAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Whether everything is erased. False if the gateway erases the rest within minutes; a repeated request continues at once. */
  readonly complete: boolean
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListCustomerSubscriptionsQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListCustomerSubscriptionsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Id of the customer. */
  readonly customerId: string
  /** Subscriptions in all states, newest first. */
  readonly customerSubscriptions: readonly CustomerSubscription[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CreateCustomerSubscriptionRequest = {
  /** Id of the plan. A deleted plan returns 400 `plan_not_found`. */
  readonly plan: string
  /** Id of a payment method of the customer. Null or absent: the customer’s default at the time of each charge. */
  readonly wallet?: string | null
  /** The first bill is due on the first billing day on or after it. Null or absent means today. A date is a day in the account’s time zone. Format: date or RFC 3339 date-time. */
  readonly startDate?: string | null
  /** Price that replaces the plan’s; at least one member. Null or absent: the price of the plan. */
  readonly amount?: {
    /** Amount of each charge in currency units. `total` is `subtotal` + `tax` + `surcharge` + `shipping`. Absent: computed from the parts. Alone: changes `subtotal`, and keeps the other parts. Parts that do not add up return 400 `amount_mismatch` with `details.computed`. Up to 2 decimals. */
    readonly total?: number | null
    /** Tax in each charge, in currency units. Absent: keeps its value, initially 0. Up to 2 decimals. */
    readonly tax?: number | null
    /** Surcharge in each charge, in currency units. Absent: keeps its value, initially 0. Up to 2 decimals. */
    readonly surcharge?: number | null
    /** Price without tax, surcharge and shipping, in currency units. Absent: keeps its value, initially the price of the plan, unless `total` changes it. Up to 2 decimals. */
    readonly subtotal?: number | null
    /** Cost of shipping in each charge, in currency units. Absent: keeps its value, initially 0. Up to 2 decimals. */
    readonly shipping?: number | null
  } | null
  /** Number of charges that replaces the plan’s; 0 for no limit. Null or absent: the plan’s. */
  readonly installments?: number | null
}

export type CreateCustomerSubscriptionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The subscription, as a list of one. */
  readonly customerSubscriptions: readonly CustomerSubscription[]
  /** The first charge, if it was due at once. Null if the first bill is due later. */
  readonly charge: {
    /** Id of the transaction. */
    readonly transactionId: string
    /** Whether the first bill is paid. */
    readonly approved: boolean
    /** Outcome of the charge, as in authorize. Null while it is unknown. */
    readonly responseCode: string | null
    /** `pending` while the outcome is unknown: the charge is then either confirmed, or reversed and repeated. */
    readonly status: 'approved' | 'declined' | 'pending' | (string & {})
  } | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateCustomerSubscriptionRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly customerSubscriptionId?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly installments?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly taxAmount?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly shippingAmount?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly surchargeAmount?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly totalAmount?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly startDate?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** `paused` skips all further periods, `active` resumes on the next billing day. Null or absent changes nothing. `active` excludes a `total` of 0 and `resumesAt` (400 `enum_invalid`). */
  readonly status?: 'paused' | 'active' | null
  /** Set by the gateway, ignored in requests. */
  readonly plan?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly label?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly currency?: unknown
  /** Payment method of the customer for all further charges. Null: the customer’s default at the time of each charge. Absent changes nothing. A declined bill is retried with it at once. */
  readonly wallet?: string | null
  /** Set by the gateway, ignored in requests. */
  readonly charges?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly nextCharge?: unknown
  /** Pauses the subscription until this time. Null or absent means none. Format: date or RFC 3339 date-time. */
  readonly resumesAt?: string | null
  /** New price from the next bill; at least one member. A `total` of 0 pauses the subscription and keeps its price; a later price above 0 resumes it. Null or absent keeps the price. One of `amount`, `status`, `resumesAt` and `wallet` is required. */
  readonly amount?: {
    /** Amount of each charge in currency units. `total` is `subtotal` + `tax` + `surcharge` + `shipping`. Absent: computed from the parts. Alone: changes `subtotal`, and keeps the other parts. Parts that do not add up return 400 `amount_mismatch` with `details.computed`. Up to 2 decimals. */
    readonly total?: number | null
    /** Tax in each charge, in currency units. Absent: keeps its value, initially 0. Up to 2 decimals. */
    readonly tax?: number | null
    /** Surcharge in each charge, in currency units. Absent: keeps its value, initially 0. Up to 2 decimals. */
    readonly surcharge?: number | null
    /** Price without tax, surcharge and shipping, in currency units. Absent: keeps its value, initially the price of the plan, unless `total` changes it. Up to 2 decimals. */
    readonly subtotal?: number | null
    /** Cost of shipping in each charge, in currency units. Absent: keeps its value, initially 0. Up to 2 decimals. */
    readonly shipping?: number | null
  } | null
}

export type UpdateCustomerSubscriptionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The subscription, as a list of one. */
  readonly customerSubscriptions: readonly CustomerSubscription[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CancelCustomerSubscriptionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The subscription, as a list of one. */
  readonly customerSubscriptions: readonly CustomerSubscription[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListBillsQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListBillsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** One bill per period, newest first. */
  readonly bills: readonly Bill[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListAllCustomerSubscriptionsQuery = {
  /** Status of the subscription. One or more values, separated by commas: `pending`, `active`, `past_due`, `paused`, `unpaid`, `completed`, `canceled`. */
  readonly status?: string
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** `nextCursor` of the previous page, or the cursor of a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListAllCustomerSubscriptionsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Subscriptions, the latest `startDate` first. */
  readonly customerSubscriptions: readonly SubscriptionWithCustomer[]
  /** Cursor of the next page. Null on the last page. */
  readonly nextCursor: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListSubscriptionsQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListSubscriptionsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Plans, newest first. Null in an error response. */
  readonly subscriptions: readonly Subscription[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CreateSubscriptionRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Name of the plan, unique among the plans of the account and mode (409 `already_exists` with `details.id`). */
  readonly label: string
  /** When subscriptions to the plan are billed: every `interval` units, on `dayOfCycle`. */
  readonly cycle: {
    /** Length of one unit: a day, a week, a month or a year. */
    readonly unit: 'day' | 'week' | 'month' | 'year'
    /** Number of units from one bill to the next. In a request, null or absent means 1. */
    readonly interval?: number | null
    /** Day of the bill: 1 (Monday) to 7 with `week`, 1 to 31 with `month` (the last day of shorter months), 1 to 365 with `year`, always 1 with `day`. The value 0, null or absent: the day on which a subscription starts. Above the largest day of the unit: 400 `out_of_range`. */
    readonly dayOfCycle?: number | null
  }
  /** Price of each bill, without tax, surcharge and shipping, which each subscription can add. */
  readonly amount: Amount
  /** Number of charges after which a subscription is completed; 0 for no limit. In a request, null or absent means 0. */
  readonly installments?: number | null
}

export type CreateSubscriptionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The plan, as a list of one. Null in an error response. */
  readonly subscriptions: readonly Subscription[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CreateTerminalRequest = {
  /** Pairing code on the terminal’s display: 6 characters, valid once and for 10 minutes. The case of letters does not matter. In test mode any other code creates a simulated terminal. An invalid code returns 400 `registration_code_invalid`. */
  readonly registrationCode: string
  /** Your name for the terminal, displayed on it. It need not be unique. */
  readonly nickname: string
  /** The 8 characters on the back of the terminal. Required if the account’s `processingCountry` is `CA` (400 `device_id_required`). */
  readonly deviceId?: string | null
  /** Defaults for the terminal options of payments. Absent: no prompts. */
  readonly configuration?: {
    /** Whether the terminal asks for a tip. Requires `tipAmounts`. Ignored unless the account setting `tipAtSale` is true. */
    readonly promptTip?: boolean | null
    /** Tips to choose from, in currency units: 3 or 4 amounts, further ones are ignored. Required if `promptTip` is true (400 `tip_amounts_required`). */
    readonly tipAmounts?: readonly number[] | null
    /** Whether the terminal asks for the security code, even if the network does not require it. */
    readonly promptCvv?: boolean | null
    /** Whether the terminal asks for the postal code of the billing address. */
    readonly promptPostalCode?: boolean | null
    /** Whether the shopper must confirm the amount. */
    readonly promptAmountConfirmation?: boolean | null
    /** Whether the shopper signs, on terminals with a touch screen. */
    readonly promptSignature?: boolean | null
    /** Whether the card number may be typed at the terminal. */
    readonly keyCard?: boolean | null
  } | null
}

export type CreateTerminalAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The terminal, as a list of one. */
  readonly terminals: readonly Terminal[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListTerminalsQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListTerminalsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Terminals, newest first. Null in an error response. */
  readonly terminals: readonly Terminal[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetTerminalAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The terminal, as a list of one. Null in an error response. */
  readonly terminals: readonly Terminal[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CancelTerminalAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The terminal, as a list of one. Null in an error response. */
  readonly terminals: readonly Terminal[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type SimulateTerminalRequest = {
  /** `present` presents a test card, `cancel` cancels the payment, `remove` removes the card too early, `offline` disconnects the terminal until the next other action. The case of letters does not matter. */
  readonly action: 'present' | 'cancel' | 'remove' | 'offline'
}

export type SimulateTerminalAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The terminal, as a list of one. Null in an error response. */
  readonly terminals: readonly Terminal[] | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListCheckoutsQuery = {
  /** Status of the checkout. One or more values, separated by commas: `open`, `processing`, `completed`, `expired`, `canceled`. */
  readonly status?: string
  /** The `number` in `invoiceInfo` of the request, exactly as it was sent. */
  readonly invoiceNumber?: string
  /** The `email` in `customerInfo` of the request, without regard to case. What the shopper enters is not searched. */
  readonly email?: string
  /** Earliest creation time: a date (its midnight in UTC) or a date-time of RFC 3339. */
  readonly from?: string
  /** Latest creation time, exclusive. A date without a time includes the whole day. */
  readonly to?: string
  /** Entries per page. Default and maximum: 100. */
  readonly pageSize?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** `nextCursor` of the previous page, or the cursor of a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListCheckoutsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Checkouts, newest first. */
  readonly checkouts: readonly {
    /** The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper. */
    readonly url: string
    /** Id of the checkout. */
    readonly id: string
    /** `open`: can be paid. `processing`: a payment is in progress. `completed`: paid. `expired`, `canceled`: can no longer be paid. */
    readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
    /** Why it was canceled: by a request, or after ten declined attempts. Null if it is not canceled. */
    readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
    /** Id of the payment, or of the latest attempt. Null before the first attempt. */
    readonly transactionId: string | null
    /** Id of the customer that was given or created. Null if there is none. */
    readonly customer: string | null
    /** `customerSubscriptionId` of the new subscription. Null if there is none. */
    readonly subscription: string | null
    /** Amount to pay in currency units; after the payment what was charged. */
    readonly total: number
    /** ISO 4217 numeric code. */
    readonly currency: number
    /** Code in `discounts` that the shopper paid with. Null without one, or before the payment. */
    readonly discountCode: string | null
    /** Id in `shippingOptions` that the shopper paid for. Null without one, or before the payment. */
    readonly shippingOption: string | null
    /** What the shopper entered in the fields of `customerDefinedField`, by name. Null if there are no fields, or before the payment. */
    readonly metadata: { readonly [name: string]: unknown } | null
    /** Telephone number that the shopper entered, as typed. Null if `collectPhone` does not ask for it, if it was left empty, or before the payment. */
    readonly phone: string | null
    /** What the shopper agreed to when paying, of `consents` of the request. Null if there are none, or before the payment. */
    readonly consents:
      | readonly {
          /** Name of the consent. */
          readonly name: string
          /** The text that the shopper saw, with its links as in the request. */
          readonly text: string
          /** Whether the shopper checked the box. True for a required consent. */
          readonly accepted: boolean
          /** Time of the payment, RFC 3339 in UTC. */
          readonly at: string
        }[]
      | null
    /** Status of the receipt email: `none` (not sent), `due` (to be sent), `sent` or `failed`. */
    readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
    /** Time when the checkout was created, RFC 3339 in UTC. */
    readonly created: string
    /** Time until which it can be paid, RFC 3339 in UTC. */
    readonly expiresAt: string
    /** Number in `invoiceInfo` of the request. Null without one. */
    readonly invoiceNumber: string | null
    /** Name and email address in `customerInfo` of the request. Null without them, and after the personal data was deleted. */
    readonly customerInfo: {
      /** Name. An empty string without one. */
      readonly name: string
      /** Email address. An empty string without one. */
      readonly email: string
    } | null
  }[]
  /** Cursor of the next page. Null on the last page. */
  readonly nextCursor: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListCheckoutsEntry = {
  /** The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper. */
  readonly url: string
  /** Id of the checkout. */
  readonly id: string
  /** `open`: can be paid. `processing`: a payment is in progress. `completed`: paid. `expired`, `canceled`: can no longer be paid. */
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
  /** Why it was canceled: by a request, or after ten declined attempts. Null if it is not canceled. */
  readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
  /** Id of the payment, or of the latest attempt. Null before the first attempt. */
  readonly transactionId: string | null
  /** Id of the customer that was given or created. Null if there is none. */
  readonly customer: string | null
  /** `customerSubscriptionId` of the new subscription. Null if there is none. */
  readonly subscription: string | null
  /** Amount to pay in currency units; after the payment what was charged. */
  readonly total: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** Code in `discounts` that the shopper paid with. Null without one, or before the payment. */
  readonly discountCode: string | null
  /** Id in `shippingOptions` that the shopper paid for. Null without one, or before the payment. */
  readonly shippingOption: string | null
  /** What the shopper entered in the fields of `customerDefinedField`, by name. Null if there are no fields, or before the payment. */
  readonly metadata: { readonly [name: string]: unknown } | null
  /** Telephone number that the shopper entered, as typed. Null if `collectPhone` does not ask for it, if it was left empty, or before the payment. */
  readonly phone: string | null
  /** What the shopper agreed to when paying, of `consents` of the request. Null if there are none, or before the payment. */
  readonly consents:
    | readonly {
        /** Name of the consent. */
        readonly name: string
        /** The text that the shopper saw, with its links as in the request. */
        readonly text: string
        /** Whether the shopper checked the box. True for a required consent. */
        readonly accepted: boolean
        /** Time of the payment, RFC 3339 in UTC. */
        readonly at: string
      }[]
    | null
  /** Status of the receipt email: `none` (not sent), `due` (to be sent), `sent` or `failed`. */
  readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
  /** Time when the checkout was created, RFC 3339 in UTC. */
  readonly created: string
  /** Time until which it can be paid, RFC 3339 in UTC. */
  readonly expiresAt: string
  /** Number in `invoiceInfo` of the request. Null without one. */
  readonly invoiceNumber: string | null
  /** Name and email address in `customerInfo` of the request. Null without them, and after the personal data was deleted. */
  readonly customerInfo: {
    /** Name. An empty string without one. */
    readonly name: string
    /** Email address. An empty string without one. */
    readonly email: string
  } | null
}

export type CreateCheckoutRequest = {
  /** Amount to pay in currency units: subtotal + tax + surcharge + shipping - discount, where absent members are 0; another total returns 400 `amount_mismatch` with `details.computed`. Required without `items`. Absent: computed, and at least 0.01. Up to 2 decimals. */
  readonly total?: number | null
  /** Items that are sold, shown on the page: at most 200. */
  readonly items?:
    | readonly {
        /** Name of the item. */
        readonly name: string
        /** Price of one unit in currency units; may be 0. Up to 2 decimals. */
        readonly price: number
        /** Number of units. Null or absent means 1. */
        readonly quantity?: number | null
        /** Shown below the name. Absent means none. */
        readonly description?: string | null
        /** Picture of the item, shown at 48 × 48 pixels; with a test key also http on localhost. The shopper’s browser loads it from there without a referrer. Null or absent: no picture. Format: absolute https URL. */
        readonly imageUrl?: string | null
        /** Limits within which the shopper can change the quantity; `quantity` is the initial one. At least one unit stays in the order. Null or absent: the quantity is fixed. */
        readonly adjustableQuantity?: {
          /** Smallest quantity; 0 lets the shopper remove the item. Absent means 1. */
          readonly minimum?: number | null
          /** Largest quantity. */
          readonly maximum: number
        } | null
      }[]
    | null
  /** What you know about the shopper. It prefills the form, and the shopper can change it. */
  readonly customerInfo?: {
    /** Name of the shopper. */
    readonly name?: string | null
    /** Email address, also for the receipt. An empty string means unknown. Format: email address. */
    readonly email?: string | null
    /** Street and number. */
    readonly address?: string | null
    /** Apartment, floor or building. */
    readonly address2?: string | null
    /** City or town. */
    readonly city?: string | null
    /** State or province, by its code or name. */
    readonly state?: string | null
    /** Postal code. */
    readonly zip?: string | null
    /** Country, ISO 3166-1 alpha-2 or alpha-3. The address form starts with it. Format: ISO 3166-1 code of 2 or 3 letters. */
    readonly country?: string | null
    /** Id of an existing customer: stored payment methods are offered, and a new one is stored with this customer. The form shows the stored name and email address masked, unless `name` and `email` are given, and uses them if the shopper changes nothing. An unknown id returns 400 `customer_not_found`. The key then also needs the scope `transactions:write`. */
    readonly id?: string | null
  } | null
  /** Colors and shapes of the page. Absent members are derived from the given ones. */
  readonly appearance?: Appearance | null
  /** Data of your invoice, shown on the page. */
  readonly invoiceInfo?: {
    /** Number of the invoice. */
    readonly number?: string | null
    /** Date of the invoice, shown as sent. Format: date or RFC 3339 date-time. */
    readonly invoiceDate?: string | null
    /** Due date, shown as sent. The checkout is open until 30 days after it, at most one year; without it for 24 hours. Format: date or RFC 3339 date-time. */
    readonly dueDate?: string | null
  } | null
  /** Whether pages of the account’s `allowedOrigins` may show the checkout in a frame. Absent means false. */
  readonly iframe?: boolean | null
  /** True stores no payment method and creates no customer. With `subscription` it returns 400 `format_invalid`. Absent means false. */
  readonly oneTimePayment?: boolean | null
  /** Tax in currency units, included in the total. Absent means 0. Up to 2 decimals. */
  readonly tax?: number | null
  /** Surcharge in currency units, included in the total. Absent means 0. Up to 2 decimals. */
  readonly surcharge?: number | null
  /** Discount in currency units, as a positive number that is subtracted. Absent means 0. Up to 2 decimals. */
  readonly discount?: number | null
  /** Amount before tax, surcharge and discount, in currency units. Absent: the sum of price × quantity of the items, which it must equal otherwise (400 `amount_mismatch`). Up to 2 decimals. */
  readonly subtotal?: number | null
  /** Whether to ask the shopper for a shipping address, in the form of its country. Absent means false. */
  readonly collectShipping?: boolean | null
  /** Whether to send a receipt by email. Absent: if the shopper’s email address is known. */
  readonly sendReceipt?: boolean | null
  /** Page to which the shopper returns after the payment; with a test key also http on localhost. Required with `returnAutomatically`. Absent: the page of the checkout shows the receipt. Format: absolute https URL. */
  readonly thankYouUrl?: string | null
  /** Subscribes the shopper to a plan with the payment. */
  readonly subscription?: {
    /** Date of the first bill. If it is in the future, the payment method is verified with the amount 0. Null or absent means today. Format: date or RFC 3339 date-time. */
    readonly billingDate?: string | null
    /** Label of the plan. Absent: the total is billed monthly, without an end date. */
    readonly label?: string | null
  } | null
  /** Your own inputs, by name of up to 40 characters: at most 20. Each is an input, or only its initial value, whose type determines the type of the input. */
  readonly customerDefinedField?: {
    readonly [name: string]:
      | string
      | number
      | boolean
      | {
          /** Label of the input. Absent: its name. */
          readonly label?: string | null
          /** Type of the input. */
          readonly type?: 'text' | 'email' | 'number' | 'date' | 'select' | 'checkbox' | 'hidden' | null
          /** Choices of a `select`, which requires them; ignored for other types. */
          readonly options?: readonly string[] | null
          /** Whether the shopper must fill it in. */
          readonly required?: boolean | null
          /** Initial value; for a `select` one of its options (400 `enum_invalid`). Absent means empty. */
          readonly value?: string | number | boolean | null
          /** Maximum number of characters. Absent means 500. */
          readonly maxLength?: number | null
        }
  } | null
  /** Text of the pay button. Absent: a text in the shopper’s language with the amount. */
  readonly submitButtonText?: string | null
  /** Whether the shopper can pay by bank account. Absent means false. */
  readonly allowAch?: boolean | null
  /** Cost of shipping in currency units, included in the total. Absent means 0. Up to 2 decimals. */
  readonly shipping?: number | null
  /** ISO 4217 numeric code. It must be enabled in the account, and that of the plan of `subscription`. Null or absent means the account’s `defaultCurrency`. */
  readonly currency?:
    | 8
    | 12
    | 32
    | 36
    | 44
    | 48
    | 50
    | 51
    | 52
    | 60
    | 64
    | 68
    | 72
    | 84
    | 90
    | 96
    | 104
    | 108
    | 116
    | 124
    | 132
    | 136
    | 144
    | 152
    | 156
    | 170
    | 174
    | 188
    | 192
    | 203
    | 208
    | 214
    | 222
    | 230
    | 232
    | 238
    | 242
    | 262
    | 270
    | 292
    | 320
    | 324
    | 328
    | 332
    | 340
    | 344
    | 348
    | 352
    | 356
    | 360
    | 364
    | 368
    | 376
    | 388
    | 392
    | 398
    | 400
    | 404
    | 408
    | 410
    | 414
    | 417
    | 418
    | 422
    | 426
    | 430
    | 434
    | 446
    | 454
    | 458
    | 462
    | 480
    | 484
    | 496
    | 498
    | 504
    | 512
    | 516
    | 524
    | 532
    | 533
    | 548
    | 554
    | 558
    | 566
    | 578
    | 586
    | 590
    | 598
    | 600
    | 604
    | 608
    | 634
    | 643
    | 646
    | 654
    | 682
    | 690
    | 702
    | 704
    | 706
    | 710
    | 728
    | 748
    | 752
    | 756
    | 760
    | 764
    | 776
    | 780
    | 784
    | 788
    | 800
    | 807
    | 818
    | 826
    | 834
    | 840
    | 858
    | 860
    | 882
    | 886
    | 901
    | 925
    | 926
    | 929
    | 930
    | 931
    | 932
    | 933
    | 934
    | 936
    | 937
    | 938
    | 940
    | 941
    | 943
    | 944
    | 946
    | 947
    | 948
    | 949
    | 950
    | 951
    | 952
    | 953
    | 960
    | 965
    | 967
    | 968
    | 969
    | 970
    | 971
    | 972
    | 973
    | 975
    | 976
    | 977
    | 978
    | 979
    | 980
    | 981
    | 984
    | 985
    | 986
    | 990
    | 994
    | 997
    | null
  /** Page that the checkout links to for shoppers who do not want to pay; with a test key also http on localhost. Following it does not cancel the checkout. Null or absent: no link. Format: absolute https URL. */
  readonly cancelUrl?: string | null
  /** Seconds after the payment until the page goes to `thankYouUrl`, which is required with it; 0 means at once. The shopper can stop it. Null or absent means 3. */
  readonly returnAutomatically?: number | null
  /** Whether to ask the shopper for a telephone number: 6 to 15 digits with separators, and a plus before them. The checkout returns it as `phone`, and a customer that the payment creates gets it as `phoneNumber`. Null or absent means `none`. */
  readonly collectPhone?: 'none' | 'optional' | 'required' | null
  /** Boxes above the pay button that the shopper checks to agree to something: at most 5. The checkout returns them as `consents`. Null or absent means none. */
  readonly consents?:
    | readonly {
        /** Your name of the consent: a letter, then letters, digits, hyphens and underscores. Two of the same name return 400 `format_invalid`. */
        readonly name: string
        /** What the shopper agrees to. A link is `[terms](https://shop.example/terms)`, with a test key also http on localhost; brackets have no other use. Everything else is shown as it is. Format: text with links as [label](https://…). */
        readonly text: string
        /** Whether the shopper can pay only with the box checked. Null or absent means false. */
        readonly required?: boolean | null
      }[]
    | null
  /** Whether the shopper can remove the stored payment methods of `customerInfo.id` on the page, for good. Anyone with the URL can, so send it only where you know who opens it. A payment method that a subscription charges stays. The key then also needs the scope `customers:write`. Null or absent means false. */
  readonly allowRemoval?: boolean | null
  /** Promo codes that the shopper can enter, one at a time: at most 20. They are not in the page. Not beside a fixed `discount`, `tax` or `subscription`. Null or absent: none. */
  readonly discounts?:
    | readonly {
        /** What the shopper enters, compared without case: 1 to 40 characters without white space, different in each discount. */
        readonly code: string
        /** Discount in currency units, at most the subtotal. Either this or `percentOff`. Up to 2 decimals. */
        readonly amountOff?: number | null
        /** Discount in percent of the subtotal, rounded half up. Either this or `amountOff`. Up to 2 decimals. */
        readonly percentOff?: number | null
        /** Time from which the code is refused; a date is its last day. Null or absent: never. Format: date or RFC 3339 date-time. */
        readonly expires?: string | null
        /** Lowest subtotal for which the code is valid. Absent: any. Up to 2 decimals. */
        readonly minimum?: number | null
      }[]
    | null
  /** Ways of shipping that the shopper can choose from, which require `collectShipping`: at most 10. The first one for the country of the shipping address is the default, and a country without any is refused. Not beside a fixed `shipping`, `tax`, `total` or `subscription`. Null or absent: none. */
  readonly shippingOptions?:
    | readonly {
        /** Your id, returned as `shippingOption`: 1 to 40 letters, digits, `-` and `_`. */
        readonly id: string
        /** Name shown to the shopper. */
        readonly label: string
        /** Cost in currency units; 0 is shown as free. Up to 2 decimals. */
        readonly amount: number
        /** When it arrives, shown below the name. Absent: nothing. */
        readonly estimate?: string | null
        /** Countries it is offered to, ISO 3166-1 alpha-2 or alpha-3. Absent: all. */
        readonly countries?: readonly string[] | null
      }[]
    | null
  /** Tax rates by address: at most 200. The first one for the shipping address applies, without `collectShipping` that for the billing address, which the shopper must then enter. Without a match there is no tax. Not beside a fixed `tax`, `total` or `subscription`. Null or absent: none. */
  readonly taxRates?:
    | readonly {
        /** Percent of the discounted subtotal, with up to four decimals. The tax is rounded half up to the smallest amount of the currency. Up to 4 decimals. */
        readonly rate: number
        /** Country of the rate, ISO 3166-1 alpha-2 or alpha-3. Absent: every country. Format: ISO 3166-1 alpha-2 or alpha-3 code. */
        readonly country?: string | null
        /** State of the rate, by its code in addresses, such as `ND`. Requires `country`. Absent: every state. */
        readonly state?: string | null
        /** Whether shipping is taxed, too. Absent means false. */
        readonly includesShipping?: boolean | null
      }[]
    | null
}

export type CreateCheckoutAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper. */
  readonly url: string
  /** Id of the checkout. */
  readonly id: string
  /** Time until which it can be paid, RFC 3339 in UTC. */
  readonly expiresAt: string
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetCheckoutAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper. */
  readonly url: string
  /** Id of the checkout. */
  readonly id: string
  /** `open`: can be paid. `processing`: a payment is in progress. `completed`: paid. `expired`, `canceled`: can no longer be paid. */
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
  /** Why it was canceled: by a request, or after ten declined attempts. Null if it is not canceled. */
  readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
  /** Id of the payment, or of the latest attempt. Null before the first attempt. */
  readonly transactionId: string | null
  /** Id of the customer that was given or created. Null if there is none. */
  readonly customer: string | null
  /** `customerSubscriptionId` of the new subscription. Null if there is none. */
  readonly subscription: string | null
  /** Amount to pay in currency units; after the payment what was charged. */
  readonly total: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** Code in `discounts` that the shopper paid with. Null without one, or before the payment. */
  readonly discountCode: string | null
  /** Id in `shippingOptions` that the shopper paid for. Null without one, or before the payment. */
  readonly shippingOption: string | null
  /** What the shopper entered in the fields of `customerDefinedField`, by name. Null if there are no fields, or before the payment. */
  readonly metadata: { readonly [name: string]: unknown } | null
  /** Telephone number that the shopper entered, as typed. Null if `collectPhone` does not ask for it, if it was left empty, or before the payment. */
  readonly phone: string | null
  /** What the shopper agreed to when paying, of `consents` of the request. Null if there are none, or before the payment. */
  readonly consents:
    | readonly {
        /** Name of the consent. */
        readonly name: string
        /** The text that the shopper saw, with its links as in the request. */
        readonly text: string
        /** Whether the shopper checked the box. True for a required consent. */
        readonly accepted: boolean
        /** Time of the payment, RFC 3339 in UTC. */
        readonly at: string
      }[]
    | null
  /** Status of the receipt email: `none` (not sent), `due` (to be sent), `sent` or `failed`. */
  readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
  /** Time when the checkout was created, RFC 3339 in UTC. */
  readonly created: string
  /** Time until which it can be paid, RFC 3339 in UTC. */
  readonly expiresAt: string
  /** Number in `invoiceInfo` of the request. Null without one. */
  readonly invoiceNumber: string | null
  /** Name and email address in `customerInfo` of the request. Null without them, and after the personal data was deleted. */
  readonly customerInfo: {
    /** Name. An empty string without one. */
    readonly name: string
    /** Email address. An empty string without one. */
    readonly email: string
  } | null
  /** Items of the request. Empty if it had a total alone. */
  readonly items: readonly {
    /** Name of the item. */
    readonly name: string
    /** Description. An empty string without one. */
    readonly description: string
    /** Price of one unit in currency units. */
    readonly price: number
    /** Number of units in the request; the initial one if the shopper can change it. */
    readonly quantity: number
  }[]
  /** Sum of the items in the request, in currency units. Null without items and `subtotal`. */
  readonly subtotal: number | null
  /** Tax in the request, in currency units. Null without it. */
  readonly tax: number | null
  /** Surcharge in the request, in currency units. Null without it. */
  readonly surcharge: number | null
  /** Cost of shipping in the request, in currency units. Null without it. */
  readonly shipping: number | null
  /** Discount in the request, in currency units. Null without it. */
  readonly discount: number | null
  /** All emails with the receipt, the oldest first. An empty list before the first. */
  readonly receipts: readonly {
    /** Time when it was sent, RFC 3339 in UTC. */
    readonly at: string
    /** `shopper`: the address that the shopper gave. `other`: another one, which is not stored. */
    readonly recipient: 'shopper' | 'other' | (string & {})
    /** `sent`: accepted for delivery. `failed`: not accepted. */
    readonly state: 'sent' | 'failed' | (string & {})
    /** Who sent it again. Null for the first one, which the gateway sent after the payment. */
    readonly actor: {
      /** `key`: an API key. `member`: a person at the console. `system`: the gateway itself. */
      readonly kind: 'key' | 'member' | 'system' | (string & {})
      /** Id of the API key, or `member:` and the id of the member. */
      readonly id: string
      /** Name of the API key or member. Null for a key without a name. */
      readonly name: string | null
    } | null
  }[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CancelCheckoutAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper. */
  readonly url: string
  /** Id of the checkout. */
  readonly id: string
  /** `open`: can be paid. `processing`: a payment is in progress. `completed`: paid. `expired`, `canceled`: can no longer be paid. */
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
  /** Why it was canceled: by a request, or after ten declined attempts. Null if it is not canceled. */
  readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
  /** Id of the payment, or of the latest attempt. Null before the first attempt. */
  readonly transactionId: string | null
  /** Id of the customer that was given or created. Null if there is none. */
  readonly customer: string | null
  /** `customerSubscriptionId` of the new subscription. Null if there is none. */
  readonly subscription: string | null
  /** Amount to pay in currency units; after the payment what was charged. */
  readonly total: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** Code in `discounts` that the shopper paid with. Null without one, or before the payment. */
  readonly discountCode: string | null
  /** Id in `shippingOptions` that the shopper paid for. Null without one, or before the payment. */
  readonly shippingOption: string | null
  /** What the shopper entered in the fields of `customerDefinedField`, by name. Null if there are no fields, or before the payment. */
  readonly metadata: { readonly [name: string]: unknown } | null
  /** Telephone number that the shopper entered, as typed. Null if `collectPhone` does not ask for it, if it was left empty, or before the payment. */
  readonly phone: string | null
  /** What the shopper agreed to when paying, of `consents` of the request. Null if there are none, or before the payment. */
  readonly consents:
    | readonly {
        /** Name of the consent. */
        readonly name: string
        /** The text that the shopper saw, with its links as in the request. */
        readonly text: string
        /** Whether the shopper checked the box. True for a required consent. */
        readonly accepted: boolean
        /** Time of the payment, RFC 3339 in UTC. */
        readonly at: string
      }[]
    | null
  /** Status of the receipt email: `none` (not sent), `due` (to be sent), `sent` or `failed`. */
  readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
  /** Time when the checkout was created, RFC 3339 in UTC. */
  readonly created: string
  /** Time until which it can be paid, RFC 3339 in UTC. */
  readonly expiresAt: string
  /** Number in `invoiceInfo` of the request. Null without one. */
  readonly invoiceNumber: string | null
  /** Name and email address in `customerInfo` of the request. Null without them, and after the personal data was deleted. */
  readonly customerInfo: {
    /** Name. An empty string without one. */
    readonly name: string
    /** Email address. An empty string without one. */
    readonly email: string
  } | null
  /** Items of the request. Empty if it had a total alone. */
  readonly items: readonly {
    /** Name of the item. */
    readonly name: string
    /** Description. An empty string without one. */
    readonly description: string
    /** Price of one unit in currency units. */
    readonly price: number
    /** Number of units in the request; the initial one if the shopper can change it. */
    readonly quantity: number
  }[]
  /** Sum of the items in the request, in currency units. Null without items and `subtotal`. */
  readonly subtotal: number | null
  /** Tax in the request, in currency units. Null without it. */
  readonly tax: number | null
  /** Surcharge in the request, in currency units. Null without it. */
  readonly surcharge: number | null
  /** Cost of shipping in the request, in currency units. Null without it. */
  readonly shipping: number | null
  /** Discount in the request, in currency units. Null without it. */
  readonly discount: number | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type SendReceiptRequest = {
  /** Address to send it to. Null or absent means the one that the shopper gave. Format: email address. */
  readonly email?: string | null
}

export type SendReceiptAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The page where the shopper pays. Anyone with this URL can pay, so send it only to the shopper. */
  readonly url: string
  /** Id of the checkout. */
  readonly id: string
  /** `open`: can be paid. `processing`: a payment is in progress. `completed`: paid. `expired`, `canceled`: can no longer be paid. */
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
  /** Why it was canceled: by a request, or after ten declined attempts. Null if it is not canceled. */
  readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
  /** Id of the payment, or of the latest attempt. Null before the first attempt. */
  readonly transactionId: string | null
  /** Id of the customer that was given or created. Null if there is none. */
  readonly customer: string | null
  /** `customerSubscriptionId` of the new subscription. Null if there is none. */
  readonly subscription: string | null
  /** Amount to pay in currency units; after the payment what was charged. */
  readonly total: number
  /** ISO 4217 numeric code. */
  readonly currency: number
  /** Code in `discounts` that the shopper paid with. Null without one, or before the payment. */
  readonly discountCode: string | null
  /** Id in `shippingOptions` that the shopper paid for. Null without one, or before the payment. */
  readonly shippingOption: string | null
  /** What the shopper entered in the fields of `customerDefinedField`, by name. Null if there are no fields, or before the payment. */
  readonly metadata: { readonly [name: string]: unknown } | null
  /** Telephone number that the shopper entered, as typed. Null if `collectPhone` does not ask for it, if it was left empty, or before the payment. */
  readonly phone: string | null
  /** What the shopper agreed to when paying, of `consents` of the request. Null if there are none, or before the payment. */
  readonly consents:
    | readonly {
        /** Name of the consent. */
        readonly name: string
        /** The text that the shopper saw, with its links as in the request. */
        readonly text: string
        /** Whether the shopper checked the box. True for a required consent. */
        readonly accepted: boolean
        /** Time of the payment, RFC 3339 in UTC. */
        readonly at: string
      }[]
    | null
  /** Status of the receipt email: `none` (not sent), `due` (to be sent), `sent` or `failed`. */
  readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
  /** Time when the checkout was created, RFC 3339 in UTC. */
  readonly created: string
  /** Time until which it can be paid, RFC 3339 in UTC. */
  readonly expiresAt: string
  /** Number in `invoiceInfo` of the request. Null without one. */
  readonly invoiceNumber: string | null
  /** Name and email address in `customerInfo` of the request. Null without them, and after the personal data was deleted. */
  readonly customerInfo: {
    /** Name. An empty string without one. */
    readonly name: string
    /** Email address. An empty string without one. */
    readonly email: string
  } | null
  /** Items of the request. Empty if it had a total alone. */
  readonly items: readonly {
    /** Name of the item. */
    readonly name: string
    /** Description. An empty string without one. */
    readonly description: string
    /** Price of one unit in currency units. */
    readonly price: number
    /** Number of units in the request; the initial one if the shopper can change it. */
    readonly quantity: number
  }[]
  /** Sum of the items in the request, in currency units. Null without items and `subtotal`. */
  readonly subtotal: number | null
  /** Tax in the request, in currency units. Null without it. */
  readonly tax: number | null
  /** Surcharge in the request, in currency units. Null without it. */
  readonly surcharge: number | null
  /** Cost of shipping in the request, in currency units. Null without it. */
  readonly shipping: number | null
  /** Discount in the request, in currency units. Null without it. */
  readonly discount: number | null
  /** All emails with the receipt, the oldest first. An empty list before the first. */
  readonly receipts: readonly {
    /** Time when it was sent, RFC 3339 in UTC. */
    readonly at: string
    /** `shopper`: the address that the shopper gave. `other`: another one, which is not stored. */
    readonly recipient: 'shopper' | 'other' | (string & {})
    /** `sent`: accepted for delivery. `failed`: not accepted. */
    readonly state: 'sent' | 'failed' | (string & {})
    /** Who sent it again. Null for the first one, which the gateway sent after the payment. */
    readonly actor: {
      /** `key`: an API key. `member`: a person at the console. `system`: the gateway itself. */
      readonly kind: 'key' | 'member' | 'system' | (string & {})
      /** Id of the API key, or `member:` and the id of the member. */
      readonly id: string
      /** Name of the API key or member. Null for a key without a name. */
      readonly name: string | null
    } | null
  }[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CreateWebhookRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Where events are sent. A URL that breaks these rules returns 400 `url_not_allowed` with `details.reason`. Absolute https URL on port 443 or 8443 with a public host name. IP addresses, user information and fragments are not allowed. */
  readonly url: string
  /** Whether to send events. While it is false, events are dropped; a replay can deliver them later. */
  readonly enabled: boolean
  /** Kinds of events to send: 0 Authorization, 1 Capture, 2 Void, 3 Credit, 4 Settlement, 5 Customer and subscription, 6 Terminal and checkout. Required, but it may be null: all kinds. An empty list means none. Duplicates are removed. */
  readonly subscribedEvents: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] | null
  /** Types of events to send, which narrow the kinds. Null or absent means all types of these kinds. A type whose kind is not in `subscribedEvents` returns 400 `enum_invalid`. Duplicates are removed. */
  readonly eventTypes?: readonly EventType[] | null
  /** Set by the gateway, ignored in requests. */
  readonly headerNames?: unknown
  /** Maximum number of concurrent deliveries, 1 to 50. Null or absent means 50. The gateway starts with 5 and adapts to your server’s responses. */
  readonly maxConcurrency?: number | null
  /** Set by the gateway, ignored in requests. */
  readonly disabledReason?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly disabledAt?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly failingSince?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly secretRotatedUntil?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly updated?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly secret?: unknown
  /** Your own headers, sent with each delivery: up to 20, names of up to 64 characters, values of up to 1,024 visible ASCII characters; not `webhook-*`, `content-*`, `host`, `connection` or `transfer-encoding` (400 `header_not_allowed`). Values are never returned. Null or absent: those of the account’s `webhookDefaults` at each delivery, if its `hosts` contain that of `url`. `{}` means none. */
  readonly headers?: { readonly [name: string]: string } | null
}

export type CreateWebhookAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The webhook. */
  readonly webhook: {
    /** Id of the webhook. */
    readonly id: string
    /** Where events are sent. A URL that breaks these rules returns 400 `url_not_allowed` with `details.reason`. */
    readonly url: string
    /** Whether events are sent. False also if the gateway disabled the webhook. */
    readonly enabled: boolean
    /** Kinds of events that are sent: 0 Authorization, 1 Capture, 2 Void, 3 Credit, 4 Settlement, 5 Customer and subscription, 6 Terminal and checkout. Null means all kinds, an empty list none. */
    readonly subscribedEvents: readonly number[] | null
    /** Types of events that are sent, among those of the kinds. Null means all types of these kinds. */
    readonly eventTypes: readonly EventTypeAnswer[] | null
    /** Maximum number of concurrent deliveries. */
    readonly maxConcurrency: number
    /** Signing secret, returned only once: `whsec_` and base64, for libraries of Standard Webhooks. Null if the webhook existed before, and in the response to a repeated request. */
    readonly secret: string | null
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListWebhooksAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** All webhooks in the mode of the key, newest first. */
  readonly webhooks: readonly Webhook[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateWebhookRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** New target of the events, with the rules of the registration. Absent keeps it. That of another webhook returns 409 `already_exists` with `details.id`. Absolute https URL on port 443 or 8443 with a public host name. IP addresses, user information and fragments are not allowed. */
  readonly url?: string | null
  /** True sends events, even if the gateway disabled the webhook. False drops pending deliveries and new events. Absent keeps it. */
  readonly enabled?: boolean | null
  /** Kinds of events to send, as in the registration. Null means all kinds. Absent keeps them. */
  readonly subscribedEvents?: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] | null
  /** Types of events to send, which narrow the kinds. Null means all types of these kinds, absent keeps them. A type whose kind is not in `subscribedEvents` returns 400 `enum_invalid`. Duplicates are removed. */
  readonly eventTypes?: readonly EventType[] | null
  /** Set by the gateway, ignored in requests. */
  readonly headerNames?: unknown
  /** Maximum number of concurrent deliveries, 1 to 50. Absent keeps it. */
  readonly maxConcurrency?: number | null
  /** Set by the gateway, ignored in requests. */
  readonly disabledReason?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly disabledAt?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly failingSince?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly secretRotatedUntil?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly updated?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly secret?: unknown
  /** Your own headers, sent with each delivery: up to 20, names of up to 64 characters, values of up to 1,024 visible ASCII characters; not `webhook-*`, `content-*`, `host`, `connection` or `transfer-encoding` (400 `header_not_allowed`). Values are never returned. Replaced as a whole: null means those of `webhookDefaults`, `{}` none, absent keeps them. Required with a `url` of another host, if the webhook has its own. */
  readonly headers?: { readonly [name: string]: string } | null
}

export type UpdateWebhookAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The webhook. */
  readonly webhook: Webhook
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type RotateWebhookSecretAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The webhook. */
  readonly webhook: {
    /** Id of the webhook. */
    readonly id: string
    /** Where events are sent. A URL that breaks these rules returns 400 `url_not_allowed` with `details.reason`. */
    readonly url: string
    /** Whether events are sent. False also if the gateway disabled the webhook. */
    readonly enabled: boolean
    /** Kinds of events that are sent: 0 Authorization, 1 Capture, 2 Void, 3 Credit, 4 Settlement, 5 Customer and subscription, 6 Terminal and checkout. Null means all kinds, an empty list none. */
    readonly subscribedEvents: readonly number[] | null
    /** Types of events that are sent, among those of the kinds. Null means all types of these kinds. */
    readonly eventTypes: readonly EventTypeAnswer[] | null
    /** Names of your own headers. Their values are never returned. */
    readonly headerNames: readonly string[]
    /** Maximum number of concurrent deliveries. */
    readonly maxConcurrency: number
    /** Why the gateway disabled the webhook. Null if it did not. */
    readonly disabledReason: {
      /** `gone`: the endpoint returned 410. `failing`: all deliveries failed for five days. */
      readonly code: 'gone' | 'failing' | (string & {})
      /** The meaning of the code in English. */
      readonly text: string
    } | null
    /** Time when the gateway disabled the webhook, RFC 3339 in UTC. Null if it did not. */
    readonly disabledAt: string | null
    /** Time of the first of the failed attempts since the last successful one, RFC 3339 in UTC. Null if the last attempt succeeded, and while the gateway cannot read it. */
    readonly failingSince: string | null
    /** Time until which deliveries are also signed with the previous secret, RFC 3339 in UTC. Null if there is no previous secret. */
    readonly secretRotatedUntil: string | null
    /** Time when the webhook was registered, RFC 3339 in UTC. */
    readonly created: string
    /** Time of the latest change, RFC 3339 in UTC. */
    readonly updated: string
    /** Signing secret, returned only once: `whsec_` and base64, for libraries of Standard Webhooks. Null if the webhook existed before, and in the response to a repeated request. */
    readonly secret: string | null
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type TestWebhookAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The delivery of the test event. */
  readonly attempt: Attempt
  /** Whether the endpoint returned a status of 2xx. */
  readonly delivered: boolean
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ReplayWebhookRequest = {
  /** Earliest time of the events to deliver again. A date is its midnight in UTC. Events are kept for 30 days. Required without `undelivered`; with it, null or absent means all. Format: date or RFC 3339 date-time. */
  readonly since?: string | null
  /** End of the period, exclusive; a date includes the whole day. Null or absent means now. Format: date or RFC 3339 date-time. */
  readonly until?: string | null
  /** True delivers only events whose delivery to this webhook failed or was dropped. Null, absent or false: all events. */
  readonly undelivered?: boolean | null
}

export type ReplayWebhookAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The period whose events are delivered again. */
  readonly replay: {
    /** Start of the period, RFC 3339 in UTC. */
    readonly since: string
    /** End of the period, exclusive, RFC 3339 in UTC. */
    readonly until: string
    /** Whether only undelivered events are delivered again. */
    readonly undelivered: boolean
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListDeliveriesQuery = {
  /** `undelivered`: only deliveries that have `failed` or were `dropped`. `pending`: only those that wait for an attempt, also for the first one. */
  readonly state?: 'pending' | 'undelivered'
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListDeliveriesAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Deliveries to the webhook, newest event first. */
  readonly deliveries: readonly {
    /** The event, without its data. */
    readonly event: {
      /** Id of the event. */
      readonly id: string
      /** What happened. */
      readonly type: EventTypeAnswer
      /** Id of what the event is about, such as a payment. */
      readonly resource: string
      /** Time of the event, RFC 3339 in UTC. */
      readonly timestamp: string
    }
    /** `pending`: will be retried at `next`. `delivered`: the endpoint returned 2xx. `failed`: no attempts are left. `dropped`: the webhook was disabled first. */
    readonly state: 'pending' | 'delivered' | 'failed' | 'dropped' | (string & {})
    /** Time of the next attempt, RFC 3339 in UTC. Null if there is none, or if it is in progress. */
    readonly next: string | null
    /** All attempts, oldest first. */
    readonly attempts: readonly Attempt[]
  }[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListDeliveriesEntry = {
  /** The event, without its data. */
  readonly event: {
    /** Id of the event. */
    readonly id: string
    /** What happened. */
    readonly type: EventTypeAnswer
    /** Id of what the event is about, such as a payment. */
    readonly resource: string
    /** Time of the event, RFC 3339 in UTC. */
    readonly timestamp: string
  }
  /** `pending`: will be retried at `next`. `delivered`: the endpoint returned 2xx. `failed`: no attempts are left. `dropped`: the webhook was disabled first. */
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped' | (string & {})
  /** Time of the next attempt, RFC 3339 in UTC. Null if there is none, or if it is in progress. */
  readonly next: string | null
  /** All attempts, oldest first. */
  readonly attempts: readonly Attempt[]
}

export type ListEventsQuery = {
  /** One or more event kinds, separated by commas: `0` Authorization, `1` Capture, `2` Void, `3` Credit, `4` Settlement, `5` Customer and subscription, `6` Terminal and checkout. */
  readonly kind?: string
  /** One or more event types, separated by commas, such as `transaction.captured`. */
  readonly type?: string
  /** Earliest time of the event: a date (its midnight in UTC) or a date-time of RFC 3339. */
  readonly since?: string
  /** Id of a payment, or of any of its operations: the newest event of each operation of that payment. */
  readonly transactionId?: string
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListEventsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Events, newest first, as they are delivered. */
  readonly events: readonly Event[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetEventAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The event, as it is delivered. */
  readonly event: Event
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListAttemptsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** One delivery per webhook that is subscribed to the event. */
  readonly deliveries: readonly Delivery[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ReplayEventRequest = {
  /** Id of the only webhook to deliver to, even if it is not subscribed to the event. Null or absent: all enabled webhooks that are subscribed to it. */
  readonly webhook?: string | null
}

export type ReplayEventAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Ids of the webhooks to which the event is delivered again. */
  readonly webhooks: readonly string[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetAccountAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The settings in the mode of the key. */
  readonly account: {
    /** Id of the account. */
    readonly id: string
    /** Mode of the key, to which the settings belong. */
    readonly mode: 'test' | 'live' | (string & {})
    /** Number of changes of the settings so far. */
    readonly version: number
    /** Name of the shop, shown to shoppers. Shared by test and live mode. */
    readonly name: string
    /** Logo on hosted pages. Null means none. Shared by test and live mode. */
    readonly logoUrl: string | null
    /** Email address for shoppers’ questions. Null means none. Shared by test and live mode. */
    readonly supportEmail: string | null
    /** Page for shoppers’ questions. Null means none. Shared by test and live mode. */
    readonly supportUrl: string | null
    /** ISO 4217 numeric code of amounts without a currency. */
    readonly defaultCurrency: number
    /** ISO 4217 numeric codes that payments may have; others are declined with `G07`. Null: every currency that is legal tender. */
    readonly enabledCurrencies: readonly number[] | null
    /** IANA name. It decides when batches close and subscriptions are billed. Shared by test and live mode. */
    readonly timeZone: string
    /** Country in which payments are processed, ISO 3166-1 alpha-2. `CA` requires `deviceId` for terminals. Shared by test and live mode. */
    readonly processingCountry: string
    /** Whether terminals may ask for a tip. False ignores `promptTip`. */
    readonly tipAtSale: boolean
    /** Rate limit of the account. Only the operator of the gateway changes it (403 `operator_only`); its current value is accepted. Shared by test and live mode. */
    readonly rateTier: 'standard' | 'strict' | 'tiny' | 'unlimited' | (string & {})
    /** Quotas that differ from the default ones, by mode and name. Only the operator of the gateway changes them (403 `operator_only`); their current value is accepted. Shared by test and live mode. */
    readonly quotas: {
      /** Quotas in test mode. */
      readonly test?: { readonly [name: string]: number }
      /** Quotas in live mode. */
      readonly live?: { readonly [name: string]: number }
    }
    /** Origins whose pages may create tokens and show checkouts in frames: at most 50, in live mode https only. Empty: none in live mode, all in test mode. */
    readonly allowedOrigins: readonly string[]
    /** Address verification: result codes that turn an approval into a decline, with a reversal. Empty: none. */
    readonly avsReject: readonly string[]
    /** Security code: result codes that turn an approval into a decline, with a reversal. Empty: none. */
    readonly cvvReject: readonly string[]
    /** Security code, for payments with a stored card, beside `cvvReject`: result codes that turn an approval into a decline, with a reversal. Empty: none. */
    readonly storedCvvReject: readonly string[]
    /** Whether a hosted checkout asks for the security code of a stored card. False: anyone with the URL of a checkout can pay with the stored cards of its customer, and a code that a page sends is not used. Other payments with stored cards are not affected. */
    readonly storedCvvRequired: boolean
    /** Seconds in which a second payment with the same source, amount, currency and order reference is declined with `G01`. 0 turns it off. */
    readonly duplicateWindowSeconds: number
    /** Whether test mode declines card numbers that are not documented test cards. */
    readonly strictTestPans: boolean
    /** Days after its first attempt on which a declined bill is charged again: ascending, at most 10. Empty: no retries. */
    readonly subscriptionRetryDays: readonly number[]
    /** Whether credits without an original payment are allowed. */
    readonly unreferencedCredits: boolean
    /** Headers for webhooks that are registered without their own. `headers` and `hosts` are replaced together: one without the other returns 400 `required`. */
    readonly webhookDefaults: {
      /** Exact host names to whose webhooks the headers are sent; sub-domains are other hosts. Required with `headers`. Empty without headers. */
      readonly hosts: readonly string[]
      /** Names of the headers. Empty without headers. Set by `headers`. */
      readonly headerNames: readonly string[]
    }
    /** Your own legal texts on hosted pages instead of the built-in ones, by locale tag such as `de`: at most 100. Replaced as a whole. */
    readonly legalTexts: {
      readonly [name: string]: {
        /** Consent to a bank debit. Absent: the built-in text. */
        readonly bankDebit?: string
        /** Consent to a subscription. Absent: the built-in text. */
        readonly subscription?: string
      }
    }
    /** Members of a request body that the API does not know: `refuse` them with 400 `unknown_member`, or `ignore` them. The body of authorize is always strict. */
    readonly unknownMembers: 'refuse' | 'ignore' | (string & {})
    /** A card number in a free-text member: `warn` accepts it, `refuse` returns 400. */
    readonly cardNumbersInText: 'warn' | 'refuse' | (string & {})
    /** Maximum age of `creditCardEncrypted` in seconds, by its `iat`. 0 accepts any age. */
    readonly encryptedCardMaxAgeSeconds: number
    /** Rules that choose the connection of a payment, at most 50. The first match counts. Replaced as a whole. */
    readonly routing: readonly {
      /** Payment methods that the rule matches. Null matches all. */
      readonly methods:
        | readonly ('creditCard' | 'check' | 'cash' | 'digitalPayPayment' | 'terminal' | (string & {}))[]
        | null
      /** ISO 4217 numeric codes that the rule matches. Null matches all. */
      readonly currencies: readonly number[] | null
      /** Card networks that the rule matches. Null matches all. A payment at a terminal is routed before its network is known and does not match. */
      readonly networks: readonly string[] | null
      /** Id of the connection, `simulator` for the built-in one of test mode. */
      readonly connection: string
    }[]
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateAccountRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly mode?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly version?: unknown
  /** Name of the shop, shown to shoppers. Shared by test and live mode. */
  readonly name?: string | null
  /** Logo on hosted pages. Null means none. Shared by test and live mode. Format: absolute https URL. */
  readonly logoUrl?: string | null
  /** Email address for shoppers’ questions. Null means none. Shared by test and live mode. Format: email address. */
  readonly supportEmail?: string | null
  /** Page for shoppers’ questions. Null means none. Shared by test and live mode. Format: absolute https URL. */
  readonly supportUrl?: string | null
  /** ISO 4217 numeric code of amounts without a currency. */
  readonly defaultCurrency?: CurrencyCode | null
  /** ISO 4217 numeric codes that payments may have; others are declined with `G07`. Null: every currency that is legal tender. */
  readonly enabledCurrencies?: readonly CurrencyCode[] | null
  /** IANA name. It decides when batches close and subscriptions are billed. Shared by test and live mode. Format: IANA time zone. */
  readonly timeZone?: string | null
  /** Country in which payments are processed, ISO 3166-1 alpha-2. `CA` requires `deviceId` for terminals. Shared by test and live mode. Format: 2 capital letters. */
  readonly processingCountry?: string | null
  /** Whether terminals may ask for a tip. False ignores `promptTip`. */
  readonly tipAtSale?: boolean | null
  /** Rate limit of the account. Only the operator of the gateway changes it (403 `operator_only`); its current value is accepted. Shared by test and live mode. */
  readonly rateTier?: 'standard' | 'strict' | 'tiny' | 'unlimited' | null
  /** Quotas that differ from the default ones, by mode and name. Only the operator of the gateway changes them (403 `operator_only`); their current value is accepted. Shared by test and live mode. */
  readonly quotas?: {
    /** Quotas in test mode. */
    readonly test?: {
      /** Customers that are not deleted. */
      readonly customers?: number | null
      /** Stored payment methods that are not deleted. */
      readonly walletEntries?: number | null
      /** Plans that are not deleted. */
      readonly plans?: number | null
      /** Subscriptions that are neither completed nor canceled. */
      readonly subscriptions?: number | null
      /** Terminals that are not deleted. */
      readonly terminals?: number | null
      /** Open checkouts. */
      readonly checkouts?: number | null
      /** Tokens that are neither used nor expired. */
      readonly tokens?: number | null
      /** API keys that are not revoked. */
      readonly apiKeys?: number | null
      /** Payments and unreferenced credits. */
      readonly payments?: number | null
      /** Events of the last 30 days. */
      readonly events?: number | null
      /** Idempotency keys of the last 24 hours. */
      readonly idempotencyKeys?: number | null
      /** Bytes of orders of payments, of offers of checkouts, and of metadata and addresses of customers. */
      readonly bytes?: number | null
    } | null
    /** Quotas in live mode. */
    readonly live?: {
      /** Customers that are not deleted. */
      readonly customers?: number | null
      /** Stored payment methods that are not deleted. */
      readonly walletEntries?: number | null
      /** Plans that are not deleted. */
      readonly plans?: number | null
      /** Subscriptions that are neither completed nor canceled. */
      readonly subscriptions?: number | null
      /** Terminals that are not deleted. */
      readonly terminals?: number | null
      /** Open checkouts. */
      readonly checkouts?: number | null
      /** Tokens that are neither used nor expired. */
      readonly tokens?: number | null
      /** API keys that are not revoked. */
      readonly apiKeys?: number | null
      /** Payments and unreferenced credits. */
      readonly payments?: number | null
      /** Events of the last 30 days. */
      readonly events?: number | null
      /** Idempotency keys of the last 24 hours. */
      readonly idempotencyKeys?: number | null
      /** Bytes of orders of payments, of offers of checkouts, and of metadata and addresses of customers. */
      readonly bytes?: number | null
    } | null
  } | null
  /** Origins whose pages may create tokens and show checkouts in frames: at most 50, in live mode https only. Empty: none in live mode, all in test mode. */
  readonly allowedOrigins?: readonly string[] | null
  /** Address verification: result codes that turn an approval into a decline, with a reversal. Empty: none. */
  readonly avsReject?:
    | readonly (
        | 'A'
        | 'B'
        | 'C'
        | 'D'
        | 'E'
        | 'F'
        | 'G'
        | 'H'
        | 'I'
        | 'J'
        | 'K'
        | 'L'
        | 'M'
        | 'N'
        | 'O'
        | 'P'
        | 'Q'
        | 'R'
        | 'S'
        | 'T'
        | 'U'
        | 'V'
        | 'W'
        | 'X'
        | 'Y'
        | 'Z'
      )[]
    | null
  /** Security code: result codes that turn an approval into a decline, with a reversal. Empty: none. */
  readonly cvvReject?: readonly ('D' | 'I' | 'M' | 'N' | 'P' | 'S' | 'U' | 'X')[] | null
  /** Security code, for payments with a stored card, beside `cvvReject`: result codes that turn an approval into a decline, with a reversal. Empty: none. */
  readonly storedCvvReject?: readonly ('D' | 'I' | 'M' | 'N' | 'P' | 'S' | 'U' | 'X')[] | null
  /** Whether a hosted checkout asks for the security code of a stored card. False: anyone with the URL of a checkout can pay with the stored cards of its customer, and a code that a page sends is not used. Other payments with stored cards are not affected. */
  readonly storedCvvRequired?: boolean | null
  /** Seconds in which a second payment with the same source, amount, currency and order reference is declined with `G01`. 0 turns it off. */
  readonly duplicateWindowSeconds?: number | null
  /** Whether test mode declines card numbers that are not documented test cards. */
  readonly strictTestPans?: boolean | null
  /** Days after its first attempt on which a declined bill is charged again: ascending, at most 10. Empty: no retries. Format: ascending days. */
  readonly subscriptionRetryDays?: readonly number[] | null
  /** Whether credits without an original payment are allowed. */
  readonly unreferencedCredits?: boolean | null
  /** Headers for webhooks that are registered without their own. `headers` and `hosts` are replaced together: one without the other returns 400 `required`. */
  readonly webhookDefaults?: {
    /** Exact host names to whose webhooks the headers are sent; sub-domains are other hosts. Required with `headers`. Empty without headers. */
    readonly hosts?: readonly string[] | null
    /** Names and values, such as `authorization`: up to 20, with the rules of a webhook. Stored encrypted and never returned. Null or `{}` deletes them and the hosts. */
    readonly headers?: { readonly [name: string]: string } | null
    /** Set by the gateway, ignored in requests. */
    readonly headerNames?: unknown
  } | null
  /** Your own legal texts on hosted pages instead of the built-in ones, by locale tag such as `de`: at most 100. Replaced as a whole. */
  readonly legalTexts?: {
    readonly [name: string]: {
      /** Consent to a bank debit. Absent: the built-in text. */
      readonly bankDebit?: string | null
      /** Consent to a subscription. Absent: the built-in text. */
      readonly subscription?: string | null
    }
  } | null
  /** Members of a request body that the API does not know: `refuse` them with 400 `unknown_member`, or `ignore` them. The body of authorize is always strict. */
  readonly unknownMembers?: 'refuse' | 'ignore' | null
  /** A card number in a free-text member: `warn` accepts it, `refuse` returns 400. */
  readonly cardNumbersInText?: 'warn' | 'refuse' | null
  /** Maximum age of `creditCardEncrypted` in seconds, by its `iat`. 0 accepts any age. */
  readonly encryptedCardMaxAgeSeconds?: number | null
  /** Rules that choose the connection of a payment, at most 50. The first match counts. Replaced as a whole. */
  readonly routing?:
    | readonly {
        /** Payment methods that the rule matches. Null matches all. */
        readonly methods?: readonly ('creditCard' | 'check' | 'cash' | 'digitalPayPayment' | 'terminal')[] | null
        /** ISO 4217 numeric codes that the rule matches. Null matches all. */
        readonly currencies?: readonly CurrencyCode[] | null
        /** Card networks that the rule matches. Null matches all. A payment at a terminal is routed before its network is known and does not match. */
        readonly networks?:
          | readonly (
              | 'visa'
              | 'mastercard'
              | 'amex'
              | 'discover'
              | 'diners'
              | 'jcb'
              | 'unionpay'
              | 'maestro'
              | 'cartesBancaires'
            )[]
          | null
        /** Id of the connection, `simulator` for the built-in one of test mode. */
        readonly connection: string
      }[]
    | null
}

export type UpdateAccountAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The stored settings after the change. */
  readonly account: {
    /** Id of the account. */
    readonly id: string
    /** Mode of the key, to which the settings belong. */
    readonly mode: 'test' | 'live' | (string & {})
    /** Number of changes of the settings so far. */
    readonly version: number
    /** Name of the shop, shown to shoppers. Shared by test and live mode. */
    readonly name: string
    /** Logo on hosted pages. Null means none. Shared by test and live mode. */
    readonly logoUrl: string | null
    /** Email address for shoppers’ questions. Null means none. Shared by test and live mode. */
    readonly supportEmail: string | null
    /** Page for shoppers’ questions. Null means none. Shared by test and live mode. */
    readonly supportUrl: string | null
    /** ISO 4217 numeric code of amounts without a currency. */
    readonly defaultCurrency: number
    /** ISO 4217 numeric codes that payments may have; others are declined with `G07`. Null: every currency that is legal tender. */
    readonly enabledCurrencies: readonly number[] | null
    /** IANA name. It decides when batches close and subscriptions are billed. Shared by test and live mode. */
    readonly timeZone: string
    /** Country in which payments are processed, ISO 3166-1 alpha-2. `CA` requires `deviceId` for terminals. Shared by test and live mode. */
    readonly processingCountry: string
    /** Whether terminals may ask for a tip. False ignores `promptTip`. */
    readonly tipAtSale: boolean
    /** Rate limit of the account. Only the operator of the gateway changes it (403 `operator_only`); its current value is accepted. Shared by test and live mode. */
    readonly rateTier: 'standard' | 'strict' | 'tiny' | 'unlimited' | (string & {})
    /** Quotas that differ from the default ones, by mode and name. Only the operator of the gateway changes them (403 `operator_only`); their current value is accepted. Shared by test and live mode. */
    readonly quotas: {
      /** Quotas in test mode. */
      readonly test?: { readonly [name: string]: number }
      /** Quotas in live mode. */
      readonly live?: { readonly [name: string]: number }
    }
    /** Origins whose pages may create tokens and show checkouts in frames: at most 50, in live mode https only. Empty: none in live mode, all in test mode. */
    readonly allowedOrigins: readonly string[]
    /** Address verification: result codes that turn an approval into a decline, with a reversal. Empty: none. */
    readonly avsReject: readonly string[]
    /** Security code: result codes that turn an approval into a decline, with a reversal. Empty: none. */
    readonly cvvReject: readonly string[]
    /** Security code, for payments with a stored card, beside `cvvReject`: result codes that turn an approval into a decline, with a reversal. Empty: none. */
    readonly storedCvvReject: readonly string[]
    /** Whether a hosted checkout asks for the security code of a stored card. False: anyone with the URL of a checkout can pay with the stored cards of its customer, and a code that a page sends is not used. Other payments with stored cards are not affected. */
    readonly storedCvvRequired: boolean
    /** Seconds in which a second payment with the same source, amount, currency and order reference is declined with `G01`. 0 turns it off. */
    readonly duplicateWindowSeconds: number
    /** Whether test mode declines card numbers that are not documented test cards. */
    readonly strictTestPans: boolean
    /** Days after its first attempt on which a declined bill is charged again: ascending, at most 10. Empty: no retries. */
    readonly subscriptionRetryDays: readonly number[]
    /** Whether credits without an original payment are allowed. */
    readonly unreferencedCredits: boolean
    /** Headers for webhooks that are registered without their own. `headers` and `hosts` are replaced together: one without the other returns 400 `required`. */
    readonly webhookDefaults: {
      /** Exact host names to whose webhooks the headers are sent; sub-domains are other hosts. Required with `headers`. Empty without headers. */
      readonly hosts: readonly string[]
      /** Names of the headers. Empty without headers. Set by `headers`. */
      readonly headerNames: readonly string[]
    }
    /** Your own legal texts on hosted pages instead of the built-in ones, by locale tag such as `de`: at most 100. Replaced as a whole. */
    readonly legalTexts: {
      readonly [name: string]: {
        /** Consent to a bank debit. Absent: the built-in text. */
        readonly bankDebit?: string
        /** Consent to a subscription. Absent: the built-in text. */
        readonly subscription?: string
      }
    }
    /** Members of a request body that the API does not know: `refuse` them with 400 `unknown_member`, or `ignore` them. The body of authorize is always strict. */
    readonly unknownMembers: 'refuse' | 'ignore' | (string & {})
    /** A card number in a free-text member: `warn` accepts it, `refuse` returns 400. */
    readonly cardNumbersInText: 'warn' | 'refuse' | (string & {})
    /** Maximum age of `creditCardEncrypted` in seconds, by its `iat`. 0 accepts any age. */
    readonly encryptedCardMaxAgeSeconds: number
    /** Rules that choose the connection of a payment, at most 50. The first match counts. Replaced as a whole. */
    readonly routing: readonly {
      /** Payment methods that the rule matches. Null matches all. */
      readonly methods:
        | readonly ('creditCard' | 'check' | 'cash' | 'digitalPayPayment' | 'terminal' | (string & {}))[]
        | null
      /** ISO 4217 numeric codes that the rule matches. Null matches all. */
      readonly currencies: readonly number[] | null
      /** Card networks that the rule matches. Null matches all. A payment at a terminal is routed before its network is known and does not match. */
      readonly networks: readonly string[] | null
      /** Id of the connection, `simulator` for the built-in one of test mode. */
      readonly connection: string
    }[]
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetQuotasAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** All quotas in the mode of the key. */
  readonly quotas: readonly {
    /** Name of the quota. */
    readonly name:
      | 'customers'
      | 'walletEntries'
      | 'plans'
      | 'subscriptions'
      | 'terminals'
      | 'checkouts'
      | 'tokens'
      | 'apiKeys'
      | 'payments'
      | 'events'
      | 'idempotencyKeys'
      | 'bytes'
      | (string & {})
    /** Maximum number, or number of bytes, that the account can store. Null: no limit. */
    readonly limit: number | null
    /** Number, or number of bytes, that the account stores now. */
    readonly used: number
  }[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListConnectionsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** All connections in the mode of the key, oldest first. */
  readonly connections: readonly Connection[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CreateConnectionRequest = {
  /** Name of the processor, as in the list of processors. */
  readonly processor: string
  /** Your own name for the connection. */
  readonly label: string
  /** Settings by name, as the list of processors describes them. An unknown name returns 400 `unknown_member`, a missing one 400 `required`, both with the path `settings.<name>`. */
  readonly settings?: {
    readonly [name: string]: string | number | boolean | readonly (string | number)[] | null
  } | null
}

export type CreateConnectionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The connection. */
  readonly connection: Connection
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetConnectionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The connection. */
  readonly connection: Connection
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateConnectionRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly processor?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly title?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly mode?: unknown
  /** Your own name for the connection. Absent keeps it. */
  readonly label?: string | null
  /** Settings to change, by name, secret ones included. Absent ones keep their values. Null resets one. */
  readonly settings?: {
    readonly [name: string]: string | number | boolean | readonly (string | number)[] | null
  } | null
  /** Set by the gateway, ignored in requests. */
  readonly secretNames?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly status?: unknown
  /** Whether new payments skip the connection. Absent keeps it. */
  readonly disabled?: boolean | null
  /** Set by the gateway, ignored in requests. */
  readonly lastSuccess?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly lastFailure?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly capabilities?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly notificationsUrl?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly updated?: unknown
}

export type UpdateConnectionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The connection. */
  readonly connection: Connection
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CheckConnectionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The result of the check. */
  readonly check: {
    /** `ok`: the processor accepts the credentials. */
    readonly result: 'ok' | 'failed' | (string & {})
    /** `credentials`: the processor rejects them. `mode`: they belong to the other mode. `unreachable`: the processor did not respond. Null on success. */
    readonly reason: 'credentials' | 'mode' | 'unreachable' | null | (string & {})
    /** The reason in English. Null on success. */
    readonly text: string | null
  }
  /** The connection. */
  readonly connection: Connection
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ReconcileConnectionRequest = {
  /** Start of the period, RFC 3339. Operations that the processor created at this time or later are compared. */
  readonly from: string
  /** End of the period, RFC 3339. Operations of this time or later are not compared. */
  readonly to: string
  /** Whether to repair what can be repaired without guessing. Absent or false only compares. */
  readonly repair?: boolean | null
  /** `cursor` of the response before. Absent for the first page. */
  readonly cursor?: string | null
}

export type ReconcileConnectionAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** One page of the comparison. */
  readonly reconciliation: {
    /** Start of the period, RFC 3339 in UTC. */
    readonly from: string
    /** End of what was compared, RFC 3339 in UTC: earlier than requested if the processor may not show later operations yet. */
    readonly to: string
    /** Number of operations that this page compared. */
    readonly compared: number
    /** What differs. With `repair` only what is left. */
    readonly differences: readonly {
      /** `missing_here`: only the processor has the operation. `missing_there`: only the gateway has it. `state`, `amount`: both have it, and differ. `foreign`: it was not made through the gateway. */
      readonly kind: 'missing_here' | 'missing_there' | 'state' | 'amount' | 'foreign' | (string & {})
      /** `record`, `reverse`: what `repair` does about it. After a repair: what the next one tries again. `none`: requires a manual decision. */
      readonly repair: 'record' | 'reverse' | 'none' | (string & {})
      /** Id of the operation. Null for one that was not made through the gateway, and for a missing one of which the processor keeps no reference. */
      readonly transactionId: string | null
      /** Id of its payment. Null if the gateway does not know it. */
      readonly originalTransactionId: string | null
      /** Type of the operation. */
      readonly type: 'authorize' | 'capture' | 'void' | 'credit' | (string & {})
      /** ISO 4217 number. */
      readonly currency: number
      /** The operation as the gateway has it. Null if it does not. */
      readonly gateway: {
        /** State of the operation here. */
        readonly status: string
        /** Amount here. */
        readonly amount: number
        /** Time when the gateway created it, RFC 3339 in UTC. */
        readonly created: string
      } | null
      /** The operation as the processor has it. Null if it does not. */
      readonly processor: {
        /** The processor's reference. */
        readonly reference: string
        /** State at the processor: `pending`, `approved`, `declined`, `voided`, `reversed`, `settled` or `returned`. */
        readonly status: string
        /** Amount at the processor. */
        readonly amount: number
        /** Time when the processor created it, RFC 3339 in UTC. */
        readonly created: string
      } | null
    }[]
    /** What this page repaired. Empty without `repair`. */
    readonly repairs: readonly {
      /** `recorded`: the operation is approved or declined here, as it is at the processor. `reversed`: the processor has undone the payment. `reversing`: it has not acknowledged that yet; the gateway repeats it. */
      readonly result: 'recorded' | 'reversed' | 'reversing' | (string & {})
      /** Id of the operation. */
      readonly transactionId: string | null
      /** Id of its payment. */
      readonly originalTransactionId: string | null
      /** Type of the operation. */
      readonly type: 'authorize' | 'capture' | 'void' | 'credit' | (string & {})
      /** ISO 4217 number. */
      readonly currency: number
      /** Amount of the operation. */
      readonly amount: number
      /** The processor's reference. */
      readonly reference: string
    }[]
    /** Send it for the next page. Null: the comparison is complete. */
    readonly cursor: string | null
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListProcessorsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** All processors, ordered by name. */
  readonly processors: readonly {
    /** Name of the processor, for `processor` of a new connection. */
    readonly name: string
    /** Title of the processor. */
    readonly title: string
    /** Modes in which a connection can be added. */
    readonly modes: readonly ('test' | 'live' | (string & {}))[]
    /** Settings of a connection, in the order of a form. */
    readonly settings: readonly {
      /** Name of the setting. */
      readonly name: string
      /** Label of the input. */
      readonly title: string
      /** Text below the input. */
      readonly help: string
      /** Type of the setting. `secret` is text that is never returned. `currencies` are ISO 4217 numbers and `methods` payment methods; null means all. */
      readonly kind:
        | 'text'
        | 'host'
        | 'secret'
        | 'choice'
        | 'flag'
        | 'integer'
        | 'currencies'
        | 'methods'
        | (string & {})
      /** Whether a connection needs the setting. */
      readonly required: boolean
      /** Values of a `choice`. Null for other kinds. */
      readonly choices: readonly string[] | null
      /** Value if the setting is absent. Null: none. */
      readonly default: string | number | boolean | readonly (string | number)[] | null
    }[]
    /** Number of test cards that the processor documents. In test mode only these are sent to it. Null: no card leaves the gateway. */
    readonly testCards: number | null
  }[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type IssueApiKeyRequest = {
  /** `secret`: all scopes but those of the team, for servers. `restricted`: the given scopes. `publishable`: creates tokens, for browsers. */
  readonly kind: 'secret' | 'publishable' | 'restricted'
  /** Your name for the key, to recognize it in lists. Null means none. */
  readonly name?: string | null
  /** What the key may do: required for a `restricted` key, at most the scopes of the requesting key. Other kinds take none (400 `unknown_member`). */
  readonly scopes?:
    | readonly (
        | 'transactions:read'
        | 'transactions:write'
        | 'transactions:credit'
        | 'disputes:read'
        | 'disputes:write'
        | 'customers:read'
        | 'customers:write'
        | 'subscriptions:read'
        | 'subscriptions:write'
        | 'terminals:read'
        | 'terminals:write'
        | 'checkout:write'
        | 'webhooks:write'
        | 'tokens:write'
        | 'keys:admin'
        | 'audit:read'
        | 'connections:admin'
        | 'views:read'
        | 'views:write'
        | 'team:read'
        | 'team:write'
      )[]
    | null
  /** Origins whose pages may use a `publishable` key, among those of the account: 1 to 50. Null or absent: all origins of the account. Other kinds take none (400 `unknown_member`). */
  readonly allowedOrigins?: readonly string[] | null
}

export type IssueApiKeyAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The new key, without its secret value. */
  readonly apiKey: ApiKey
  /** The secret value, returned only here. Null in the response to a repeated request. */
  readonly key: string | null
  /** What a live key cannot do yet, as a sentence. Null if there is no such limit. */
  readonly warning: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListApiKeysQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListApiKeysAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Keys in the mode of the requesting key, newest first, with expired and revoked ones. */
  readonly apiKeys: readonly ApiKey[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type RevokeApiKeyAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The revoked key. */
  readonly apiKey: ApiKey
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type RotateApiKeyRequest = {
  /** Hours for which the old key still works: at most 168, a week. 0 revokes it at once. Null or absent means 24. */
  readonly overlapHours?: number | null
}

export type RotateApiKeyAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The new key, without its secret value. */
  readonly apiKey: ApiKey
  /** The secret value, returned only here. Null in the response to a repeated request. */
  readonly key: string | null
  /** The old key, with the time when it expires. */
  readonly previous: ApiKey
  /** What a live key cannot do yet, as a sentence. Null if there is no such limit. */
  readonly warning: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListAuditEntriesQuery = {
  /** Action of the entry. One or more values, separated by commas. Changes: `account.updated`, `apikey.issued`, `apikey.revoked`, `apikey.rotated`, `checkout.canceled`, `connection.created`, `connection.deleted`, `connection.updated`, `customer.deleted`, `customer.erased`, `dispute.accepted`, `dispute.recorded`, `subscription.canceled`, `subscription.changed`, `terminal.deleted`, `terminal.registered`, `testclock.changed`, `transaction.reconciled`, `transaction.resolved`, `wallet.default`, `wallet.deleted`, `webhook.deleted`, `webhook.registered`, `webhook.replayed`, `webhook.rotated`, `webhook.updated`. People at the console: `invitation.canceled`, `invitation.created`, `member.changed`, `member.joined`, `member.recovered`, `member.removed`, `passkey.added`, `passkey.rejected`, `passkey.removed`, `recoverycode.replaced`, `session.confirmed`, `session.ended`, `session.started`. */
  readonly action?: string
  /** Id of the API key that made the change, or the id of another actor as in `actor.id`. */
  readonly actor?: string
  /** Earliest time: a date (its midnight in UTC) or a date-time of RFC 3339. */
  readonly from?: string
  /** Latest time, exclusive. A date without a time includes the whole day. */
  readonly to?: string
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListAuditEntriesAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Audit entries, newest first. */
  readonly entries: readonly AuditEntry[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListMembersQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListMembersAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Members of the team, newest first. */
  readonly members: readonly Member[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateMemberRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly name?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly email?: unknown
  /** What the member may do. Absent: it stays. `viewer`: sees payments, customers and figures, and changes nothing. `support`: also refunds and voids payments up to a limit, and makes checkouts. `developer`: sees payments, and manages API keys, webhooks, connections and settings. Moves no money. `owner`: does everything. */
  readonly role?: 'viewer' | 'support' | 'developer' | 'owner' | null
  /** Largest sum of refunds of one payment, and largest void, in the currency of the payment. Null: no limit. An owner with a limit confirms larger ones with a passkey. Absent: it stays. Up to 2 decimals. */
  readonly refundLimit?: number | null
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
}

export type UpdateMemberAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The member with the changes. */
  readonly member: Member
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type InviteMemberRequest = {
  /** Email address of the person. The gateway sends no mail there. Format: email address. */
  readonly email: string
  /** What the person may do. `viewer`: sees payments, customers and figures, and changes nothing. `support`: also refunds and voids payments up to a limit, and makes checkouts. `developer`: sees payments, and manages API keys, webhooks, connections and settings. Moves no money. `owner`: does everything. */
  readonly role: 'viewer' | 'support' | 'developer' | 'owner'
  /** Largest sum of refunds of one payment, and largest void, in the currency of the payment. Null: no limit. An owner with a limit confirms larger ones with a passkey. Absent means no limit. Up to 2 decimals. */
  readonly refundLimit?: number | null
}

export type InviteMemberAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The invitation, without its link. */
  readonly invitation: Invitation
  /** The link to send to the person, returned only here. Null in the response to a repeated request. */
  readonly link: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListInvitationsQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListInvitationsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Invitations that can be accepted, newest first. */
  readonly invitations: readonly Invitation[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListSessionsQuery = {
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListSessionsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Running sessions, newest first. */
  readonly sessions: readonly ConsoleSession[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ListViewsQuery = {
  /** Only views of this list. */
  readonly list?:
    | 'payments'
    | 'disputes'
    | 'settlements'
    | 'checkouts'
    | 'customers'
    | 'subscriptions'
    | 'terminals'
    | 'events'
    | 'audit'
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of a page, from a URL in the `Link` header. */
  readonly cursor?: string
}

export type ListViewsAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** Saved views, newest first. */
  readonly views: readonly SavedView[]
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type CreateViewRequest = {
  /** The list of the console that the view searches. */
  readonly list:
    | 'payments'
    | 'disputes'
    | 'settlements'
    | 'checkouts'
    | 'customers'
    | 'subscriptions'
    | 'terminals'
    | 'events'
    | 'audit'
  /** Name of the view, 1 to 100 characters. */
  readonly name: string
  /** The search, as it follows the question mark in the address of the list: up to 2,000 characters, percent-encoded. Empty for the whole list. */
  readonly query: string
  /** Whether the team shares the view. Absent: true for an API key, false in the console. An API key has no views of its own, so false is an error. */
  readonly shared?: boolean | null
}

export type CreateViewAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The saved view. */
  readonly view: SavedView
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateViewRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly list?: unknown
  /** Name of the view, 1 to 100 characters. */
  readonly name?: string | null
  /** The search, as it follows the question mark in the address of the list: up to 2,000 characters, percent-encoded. Empty for the whole list. */
  readonly query?: string | null
  /** Set by the gateway, ignored in requests. */
  readonly shared?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly updated?: unknown
}

export type UpdateViewAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The changed view. */
  readonly view: SavedView
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type GetTestClockAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The clock of the account’s test mode. */
  readonly testClock: {
    /** The account’s time in test mode, RFC 3339 in UTC. */
    readonly now: string
    /** Milliseconds by which it is ahead of real time; negative if it is behind, 0 if it was not set. */
    readonly offsetMs: number
  }
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type SetTestClockRequest = {
  /** Time to set, from 2024-01-02 to 2308-12-31 (400 `out_of_range`). A date is its midnight in the account’s time zone. Format: date or RFC 3339 date-time. */
  readonly now: string
}

export type SetTestClockAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The clock of the account’s test mode. */
  readonly testClock: {
    /** The account’s time in test mode, RFC 3339 in UTC. */
    readonly now: string
    /** Milliseconds by which it is ahead of real time; negative if it is behind, 0 if it was not set. */
    readonly offsetMs: number
  }
  /** Whether all work until the requested time is done. If false, send `cursor` to POST /v1/testclock/advance. */
  readonly complete: boolean
  /** Send it to POST /v1/testclock/advance to continue. Null if all work is done, or if a job failed, which the gateway repeats within minutes. */
  readonly cursor: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type AdvanceTestClockRequest = {
  /** Seconds by which to advance the clock. Required without `cursor`. */
  readonly seconds?: number | null
  /** The `cursor` of an incomplete response, to continue it. Required without `seconds`; together the clock advances further. */
  readonly cursor?: string | null
}

export type AdvanceTestClockAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The clock of the account’s test mode. */
  readonly testClock: {
    /** The account’s time in test mode, RFC 3339 in UTC. */
    readonly now: string
    /** Milliseconds by which it is ahead of real time; negative if it is behind, 0 if it was not set. */
    readonly offsetMs: number
  }
  /** Whether all work until the requested time is done. If false, send `cursor` to POST /v1/testclock/advance. */
  readonly complete: boolean
  /** Send it to POST /v1/testclock/advance to continue. Null if all work is done, or if a job failed, which the gateway repeats within minutes. */
  readonly cursor: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}

export type ResetTestClockAnswer = {
  /** Id of the request, the same as in the header `X-Request-Id`: 32 lower-case hexadecimal digits. Quote it when you report a problem. */
  readonly requestId: string
  /** The clock of the account’s test mode. */
  readonly testClock: {
    /** The account’s time in test mode, RFC 3339 in UTC. */
    readonly now: string
    /** Milliseconds by which it is ahead of real time; negative if it is behind, 0 if it was not set. */
    readonly offsetMs: number
  }
  /** Whether all work until the requested time is done. If false, send `cursor` to POST /v1/testclock/advance. */
  readonly complete: boolean
  /** Send it to POST /v1/testclock/advance to continue. Null if all work is done, or if a job failed, which the gateway repeats within minutes. */
  readonly cursor: string | null
  /** Null on success. Otherwise all problems, ordered by the path of the member. */
  readonly errors: readonly ErrorItem[] | null
}
