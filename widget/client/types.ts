// Generated from worker/contract by "npm run contract".

/** Types of requests and responses. */

/** Exactly one of the members. The others are absent or null; a flag may be false. */
type ExactlyOne<Members> = {
  [Name in keyof Members]: { readonly [Present in Name]: Members[Present] } & {
    readonly [Absent in Exclude<keyof Members, Name>]?: Members[Absent] extends boolean ? false | null : null
  }
}[keyof Members]

export type TransactionResponse = {
  readonly requestId: string
  readonly transactionId: string
  readonly authCode: string | null
  /** Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
  readonly approved: boolean
  readonly responseCode: string | null
  readonly responseText: string | null
  readonly latency: number
  readonly avs: { readonly code: string; readonly text: string } | null
  readonly cvv: { readonly code: string; readonly text: string } | null
  readonly amount: number
  readonly metadata: { readonly [name: string]: unknown } | null
  readonly errors: readonly ErrorItem[] | null
}

export type Transaction = {
  readonly requestId: string
  readonly originalTransactionId: string
  readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
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
  readonly method: string
  readonly transactionId: string
  readonly authCode: string | null
  /** Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
  readonly approved: boolean
  readonly responseCode: string | null
  readonly responseText: string | null
  readonly latency: number
  readonly avs: { readonly code: string; readonly text: string } | null
  readonly cvv: { readonly code: string; readonly text: string } | null
  readonly amount: number
  readonly metadata: { readonly [name: string]: unknown } | null
  readonly currency: number
  readonly amountAuthorized: number
  readonly amountCaptured: number
  readonly amountCapturable: number
  readonly amountCredited: number
  readonly amountSettled: number
  readonly tip: number
  readonly payment: {
    readonly network: string | null
    readonly preferredNetwork: string | null
    readonly accountNumber: string | null
    readonly expiry: string | null
    readonly customer: string | null
    readonly wallet: string | null
    readonly terminal: string | null
    readonly initiatedBy: string
    readonly initial: string
    readonly networkTransactionId: string | null
  }
  readonly order: { readonly [name: string]: unknown } | null
  readonly referenceTransactionId: number | null
  readonly initiatedByUserId: number | null
  readonly operations: readonly {
    readonly transactionId: string
    readonly type: 'authorize' | 'capture' | 'void' | 'credit' | 'reversal' | (string & {})
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
    readonly amount: number
    /** Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
    readonly approved: boolean
    readonly responseCode: string | null
    readonly referenceTransactionId: number | null
    readonly initiatedByUserId: number | null
    readonly created: string
  }[]
  readonly batchId: string | null
  readonly created: string
  readonly updated: string
  readonly expires: string | null
  readonly errors: readonly ErrorItem[] | null
}

export type Payment = ExactlyOne<{
  readonly token: string
  readonly stored: Stored
  readonly terminal: PaymentTerminal
  readonly creditCard: CreditCard
  readonly check: Check
  readonly cash: true
  readonly creditCardEncrypted: string
  readonly digitalPayPayment: DigitalPayPayment
}> & {
  /** Set by the gateway, ignored in requests. */
  readonly method?: unknown
}

export type Stored = {
  readonly customer?: string | null
  readonly wallet?: string | null
  readonly initiatedBy?: 'customer' | 'merchant' | null
  readonly initial?: 'first' | 'subsequent' | null
  readonly installment?: number | null
  /** Format: 1 to 36 letters and digits. */
  readonly initialTransactionId?: string | null
}

export type PaymentTerminal = {
  readonly id: string
  readonly externalIdentifier?: string | null
  readonly promptTip?: boolean | null
  readonly tipAmounts?: readonly number[] | null
  readonly promptCvv?: boolean | null
  readonly promptPostalCode?: boolean | null
  readonly promptAmountConfirmation?: boolean | null
  readonly promptSignature?: boolean | null
  readonly keyCard?: boolean | null
}

export type CreditCard = {
  readonly accountNumber: string
  readonly expires: string
  readonly nameOnCard?: string | null
  readonly verificationValue?: string | null
  readonly postalCode?: string | null
  readonly transactionId?: string | null
}

export type ShopperCard = {
  readonly accountNumber: string
  readonly expires: string
  readonly nameOnCard?: string | null
  readonly verificationValue?: string | null
  readonly postalCode?: string | null
}

export type Check = {
  readonly accountNumber: string
  readonly routingNumber: string
  readonly name?: string | null
  readonly checkNumber?: string | null
  readonly accountType?: 'checking' | 'savings' | 'businessChecking' | 'businessSavings' | null
  readonly verification?: {
    /** Format: YYYY-MM-DD. */
    readonly dob?: string | null
    /** Format: 4 or 9 digits. */
    readonly ssn?: string | null
    readonly driversLicense?: {
      /** Format: 1 to 30 characters. */
      readonly number?: string | null
      /** Format: 2 letters. */
      readonly state?: string | null
    } | null
  } | null
}

export type DigitalPayPayment = {
  readonly signature: string
  readonly intermediateSigningKey?: { readonly signedKey: string; readonly signatures: readonly string[] } | null
  readonly protocolVersion: 'ECv1' | 'ECv2'
  readonly signedMessage: string
  readonly postalCode?: string | null
  readonly nameOnCard?: string | null
}

export type Amount = {
  /** Up to 2 decimals. */
  readonly value: number
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
  readonly customerPublicIdentifier?: string | null
  readonly referenceObject?: string | null
  /** An integer, or any string. A string of the digits of an integer is stored and returned as the integer. */
  readonly referenceObjectId?: number | bigint | string | null
  readonly billTo?: Address | null
  readonly shipTo?: Address | null
  /** Up to 4 decimals. */
  readonly discount?: number | null
  /** Up to 4 decimals. */
  readonly surcharge?: number | null
  /** Up to 4 decimals. */
  readonly shipping?: number | null
  /** Up to 4 decimals. */
  readonly tip?: number | null
  /** Up to 4 decimals. */
  readonly tax?: number | null
  /** Up to 4 decimals. */
  readonly total?: number | null
  /** Format: email address. */
  readonly email?: string | null
  /** Date and time in RFC 3339 format. */
  readonly date?: string | null
  readonly lines?: readonly Line[] | null
  readonly metadata?: { readonly [name: string]: string } | null
}

export type Line = {
  readonly productCode?: string | null
  readonly description?: string | null
  readonly commodityCode?: string | null
  readonly unitOfMeasure?: string | null
  readonly taxType?: string | null
  readonly alternateTaxId?: string | null
  /** Up to 4 decimals. */
  readonly unitCost?: number | null
  /** Up to 4 decimals. */
  readonly quantity?: number | null
  /** Up to 4 decimals. */
  readonly total?: number | null
  /** Up to 4 decimals. */
  readonly tax?: number | null
  /** Up to 4 decimals. */
  readonly taxRate?: number | null
  /** Up to 4 decimals. */
  readonly discount?: number | null
  /** Up to 4 decimals. */
  readonly discountRate?: number | null
}

export type Address = {
  readonly name?: string | null
  readonly line1?: string | null
  readonly line2?: string | null
  readonly city?: string | null
  readonly state?: string | null
  readonly postalCode?: string | null
  /** Format: ISO 3166-1 code of 2 or 3 letters. */
  readonly country?: string | null
}

export type StoredAddress = {
  readonly name: string
  readonly line1: string
  readonly line2: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
}

export type Customer = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly merchantIdentifier: string
  readonly phoneNumber: string
  readonly emailAddress: string
  readonly shippingAddress: StoredAddress
  readonly metadata: { readonly [name: string]: unknown }
}

export type WalletEntry = {
  readonly id: string
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
  readonly accountNumber: string
  readonly expiry: string
  readonly default: boolean
  readonly created: string
  readonly address: StoredAddress
}

export type CustomerSubscription = {
  readonly customerSubscriptionId: string
  readonly installments: number
  readonly taxAmount: number
  readonly shippingAmount: number
  readonly surchargeAmount: number
  readonly totalAmount: number
  readonly startDate: string
  readonly created: string
  readonly status: 'pending' | 'active' | 'past_due' | 'paused' | 'unpaid' | 'completed' | 'canceled' | (string & {})
  readonly plan: string
  readonly label: string
  readonly currency: number
  readonly wallet: string | null
  readonly charges: number
  readonly nextCharge: string | null
  readonly resumesAt: string | null
}

export type Subscription = {
  readonly id: string
  readonly label: string
  readonly cycle: {
    readonly unit: 'day' | 'week' | 'month' | 'year' | (string & {})
    readonly interval: number
    readonly dayOfCycle: number
  }
  readonly amount: { readonly value: number; readonly currency: number }
  readonly installments: number
}

export type Bill = {
  readonly period: number
  readonly date: string
  readonly amount: number
  readonly currency: number
  readonly status: 'open' | 'paid' | 'unpaid' | 'dropped' | (string & {})
  readonly attempts: number
  readonly transactionId: string | null
  /** Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
  readonly approved: boolean
  readonly responseCode: string | null
  readonly created: string
  readonly updated: string
}

export type Terminal = {
  readonly id: string
  readonly make: string
  readonly model: string
  readonly serialNumber: string
  readonly nickname: string
  readonly status: 'pending' | 'online' | 'busy' | 'offline' | (string & {})
  readonly configuration: {
    readonly promptTip: boolean
    readonly tipAmounts: readonly number[]
    readonly promptCvv: boolean
    readonly promptPostalCode: boolean
    readonly promptAmountConfirmation: boolean
    readonly promptSignature: boolean
    readonly keyCard: boolean
  }
}

export type Appearance = {
  /** Format: CSS color. */
  readonly invoiceBackgroundColor?: string | null
  /** Format: CSS color. */
  readonly invoiceButtonBackgroundColor?: string | null
  /** Format: CSS color. */
  readonly invoiceTextColor?: string | null
  /** Format: CSS color. */
  readonly invoiceAccentColor?: string | null
  /** Format: CSS color. */
  readonly invoiceBorderColor?: string | null
  /** Format: CSS color. */
  readonly invoiceButtonTextColor?: string | null
  /** Format: CSS color. */
  readonly formBackgroundColor?: string | null
  /** Format: CSS color. */
  readonly formTextColor?: string | null
  /** Format: CSS color. */
  readonly formAccentColor?: string | null
  /** Format: CSS color. */
  readonly formBorderColor?: string | null
  /** Format: CSS color. */
  readonly formButtonBackgroundColor?: string | null
  /** Format: CSS color. */
  readonly formButtonTextColor?: string | null
  /** Format: CSS color. */
  readonly alertColor?: string | null
  /** Format: outlined, filled, standard. */
  readonly inputVariant?: string | null
  /** Format: CSS color. */
  readonly inputColor?: string | null
  /** Format: CSS color. */
  readonly successColor?: string | null
  /** Format: CSS color. */
  readonly mobileBackgroundColor?: string | null
  /** Format: CSS color. */
  readonly invoiceMobileBackgroundColor?: string | null
  /** Format: light, dark. */
  readonly invoiceIconTheme?: string | null
  /** Format: CSS color. */
  readonly invoiceMobileTextColor?: string | null
  /** Format: CSS color. */
  readonly mobileTextColor?: string | null
  /** Format: CSS color. */
  readonly mobileButtonBackgroundColor?: string | null
  /** Format: CSS color. */
  readonly mobileButtonTextColor?: string | null
  /** Format: light, dark. */
  readonly mobileIconTheme?: string | null
  /** Format: light, dark. */
  readonly formIconTheme?: string | null
  /** Format: CSS color. */
  readonly formInputTextColor?: string | null
  /** Format: CSS color. */
  readonly formInputBackgroundColor?: string | null
  /** Format: CSS color. */
  readonly mobileInputTextColor?: string | null
  /** Format: CSS color. */
  readonly mobileInputBackgroundColor?: string | null
  /** Format: CSS color. */
  readonly mobileInputBorderColor?: string | null
  /** Format: CSS color. */
  readonly mobileAccentColor?: string | null
  /** Format: CSS color. */
  readonly formTitleColor?: string | null
  /** Format: CSS color. */
  readonly formLabelColor?: string | null
  /** Format: CSS color. */
  readonly mobileTitleColor?: string | null
  /** Format: CSS color. */
  readonly mobileLabelColor?: string | null
  /** Format: CSS color. */
  readonly tabBackgroundSelected?: string | null
  /** Format: CSS color. */
  readonly tabBackgroundDefault?: string | null
}

export type ApiKey = {
  readonly id: string
  readonly kind: 'secret' | 'publishable' | 'restricted' | (string & {})
  readonly mode: 'test' | 'live' | (string & {})
  readonly hint: string
  readonly name: string | null
  readonly scopes: readonly (
    | 'transactions:read'
    | 'transactions:write'
    | 'transactions:credit'
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
    | 'internal'
    | (string & {})
  )[]
  readonly allowedOrigins: readonly string[] | null
  readonly created: string
  readonly expires: string | null
  readonly revoked: string | null
  readonly lastUsed: string | null
}

export type Webhook = {
  readonly id: string
  readonly url: string
  readonly enabled: boolean
  readonly subscribedEvents: readonly number[] | null
  readonly eventTypes: readonly EventTypeAnswer[] | null
  readonly headerNames: readonly string[]
  readonly disabledReason: { readonly code: 'gone' | 'failing' | (string & {}); readonly text: string } | null
  readonly disabledAt: string | null
  readonly secretRotatedUntil: string | null
  readonly created: string
  readonly updated: string
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

export type Attempt = { readonly at: string; readonly status: number | null; readonly tookMs: number }

export type Delivery = {
  readonly webhook: string
  readonly url: string
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped' | (string & {})
  readonly next: string | null
  readonly attempts: readonly Attempt[]
}

export type Event =
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 0
      readonly type:
        | 'transaction.authorized'
        | 'transaction.partially_authorized'
        | 'transaction.declined'
        | 'transaction.failed'
        | 'transaction.expired'
        | 'transaction.reversed'
        | (string & {})
      readonly data: { readonly transaction: Transaction }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 1
      readonly type: 'transaction.captured' | 'transaction.capture_failed' | (string & {})
      readonly data: { readonly transaction: Transaction }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 2
      readonly type: 'transaction.voided' | 'transaction.void_failed' | (string & {})
      readonly data: { readonly transaction: Transaction }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 3
      readonly type:
        | 'transaction.credited'
        | 'transaction.credit_declined'
        | 'transaction.credit_failed'
        | (string & {})
      readonly data: { readonly transaction: Transaction }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 4
      readonly type: 'batch.closed' | (string & {})
      readonly data: {
        readonly batch: {
          readonly id: string
          readonly status: 'closing' | 'closed' | (string & {})
          readonly cutoff: string
          readonly created: string
          readonly closed: string | null
          readonly totals: readonly {
            readonly currency: number
            readonly captures: { readonly count: number; readonly amount: number }
            readonly credits: { readonly count: number; readonly amount: number }
            readonly net: number
          }[]
        }
      }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 4
      readonly type: 'transaction.settled' | 'transaction.returned' | 'transaction.disputed' | (string & {})
      readonly data: { readonly transaction: Transaction }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 5
      readonly type: 'customer.created' | 'customer.updated' | 'customer.deleted' | (string & {})
      readonly data: { readonly customer: Customer }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 5
      readonly type: 'wallet.created' | 'wallet.default_changed' | 'wallet.deleted' | (string & {})
      readonly data: {
        readonly wallet: {
          readonly id: string
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
          readonly accountNumber: string
          readonly expiry: string
          readonly default: boolean
          readonly created: string
          readonly address: StoredAddress
          readonly customer: string
        }
      }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 5
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
      readonly data: {
        readonly subscription: {
          readonly customerSubscriptionId: string
          readonly installments: number
          readonly taxAmount: number
          readonly shippingAmount: number
          readonly surchargeAmount: number
          readonly totalAmount: number
          readonly startDate: string
          readonly created: string
          readonly status:
            | 'pending'
            | 'active'
            | 'past_due'
            | 'paused'
            | 'unpaid'
            | 'completed'
            | 'canceled'
            | (string & {})
          readonly plan: string
          readonly label: string
          readonly currency: number
          readonly wallet: string | null
          readonly charges: number
          readonly nextCharge: string | null
          readonly resumesAt: string | null
          readonly customer: string
        }
      }
    }
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 6
      readonly type:
        | 'terminal.registered'
        | 'terminal.online'
        | 'terminal.offline'
        | 'terminal.deleted'
        | 'terminal.session_updated'
        | (string & {})
      readonly data: {
        readonly terminal: {
          readonly id: string
          readonly make: string
          readonly model: string
          readonly serialNumber: string
          readonly nickname: string
          readonly status: 'pending' | 'online' | 'busy' | 'offline' | (string & {})
          readonly configuration: {
            readonly promptTip: boolean
            readonly tipAmounts: readonly number[]
            readonly promptCvv: boolean
            readonly promptPostalCode: boolean
            readonly promptAmountConfirmation: boolean
            readonly promptSignature: boolean
            readonly keyCard: boolean
          }
          readonly session?: {
            readonly transactionId: string
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
  | {
      readonly id: string
      /** Date and time in RFC 3339 format. */
      readonly timestamp: string
      readonly apiVersion: 'v1'
      readonly live: boolean
      readonly requestId: string | null
      readonly sequence: number
      readonly kind: 6
      readonly type: 'checkout.created' | 'checkout.completed' | 'checkout.expired' | (string & {})
      readonly data: {
        readonly checkout: {
          readonly url: string
          readonly id: string
          readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
          readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
          readonly transactionId: string | null
          readonly customer: string | null
          readonly subscription: string | null
          readonly total: number
          readonly currency: number
          readonly metadata: { readonly [name: string]: unknown } | null
          readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
          readonly created: string
          readonly expiresAt: string
        }
      }
    }

export type ErrorItem = {
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
    | 'terminal_not_found'
    | 'reference_not_found'
    | 'card_number_invalid'
    | 'expiry_past'
    | 'routing_number_invalid'
    | 'registration_code_invalid'
    | 'device_id_required'
    | 'url_not_allowed'
    | 'header_not_allowed'
    | 'key_missing'
    | 'key_invalid'
    | 'key_expired'
    | 'key_revoked'
    | 'scope_missing'
    | 'mode_mismatch'
    | 'publishable_key_not_allowed'
    | 'origin_not_allowed'
    | 'live_key_required'
    | 'operator_only'
    | 'account_suspended'
    | 'not_found'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'body_too_large'
    | 'uri_too_long'
    | 'upgrade_required'
    | 'media_type_unsupported'
    | 'rate_limited'
    | 'invalid_state'
    | 'already_exists'
    | 'authorization_expired'
    | 'already_captured'
    | 'already_voided'
    | 'already_settled'
    | 'already_canceled'
    | 'terminal_in_use'
    | 'default_wallet_required'
    | 'idempotency_in_progress'
    | 'operation_in_progress'
    | 'checkout_closed'
    | 'limit_reached'
    | 'webhook_disabled'
    | 'idempotency_mismatch'
    | 'internal_error'
    | 'unavailable'
    | 'processor_timeout'
    | 'card_declined'
    | 'check_declined'
    | 'terminal_declined'
    | 'gateway_rejected'
    | 'processor_error'
    | (string & {})
  readonly message: {
    readonly text: string
    readonly field: string | null
    readonly code: string
    readonly docs: string
    readonly details: { readonly [name: string]: unknown } | null
  }
}

export type Envelope = { readonly requestId: string; readonly errors: readonly ErrorItem[] | null }

export type AuthorizeTransactionRequest = {
  readonly payment: Payment
  readonly amount: Amount
  readonly order?: Order | null
  readonly initiatedByUserId?: number | bigint | null
  /** An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type SaleTransactionRequest = {
  readonly payment: Payment
  readonly amount: Amount
  readonly order?: Order | null
  readonly initiatedByUserId?: number | bigint | null
  /** An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type CaptureTransactionRequest = {
  readonly transactionId: string
  /** Up to 2 decimals. */
  readonly amount?: number | null
  readonly final?: boolean | null
  readonly initiatedByUserId?: number | bigint | null
  /** An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type VoidTransactionRequest = {
  readonly transactionId: string
  readonly initiatedByUserId?: number | bigint | null
  /** An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type CreditTransactionRequest = {
  readonly payment?: Payment | null
  readonly amount?: Amount | null
  readonly order?: Order | null
  readonly initiatedByUserId?: number | bigint | null
  /** An integer, or a string of its digits. */
  readonly referenceTransactionId?: number | bigint | string | null
}

export type GetSignatureAnswer = {
  readonly requestId: string
  readonly signature: { readonly type: 'image/png'; readonly data: string; readonly created: string } | null
  readonly errors: readonly ErrorItem[] | null
}

export type ListTransactionsQuery = {
  /** Earliest creation time: a date (its midnight in UTC) or a date-time of RFC 3339. */
  readonly from?: string
  /** Latest creation time, exclusive. A date without a time includes the whole day. */
  readonly to?: string
  /** State of the payment. One or more values, separated by commas: `pending`, `authorized`, `partially_captured`, `captured`, `settled`, `partially_refunded`, `refunded`, `voided`, `declined`, `failed`, `reversed`, `expired`, `returned`. */
  readonly status?: string
  /** First operation of the payment. One or more values, separated by commas: `authorize`, `credit`. */
  readonly type?: string
  /** Payment method. One or more values, separated by commas: `creditCard`, `check`, `cash`, `terminal`, `digitalPayPayment`. */
  readonly method?: string
  /** ISO 4217 numeric code. */
  readonly currency?: number
  /** Exact amount of the first operation. */
  readonly amount?: number
  /** Minimum amount. */
  readonly amountMin?: number
  /** Maximum amount. */
  readonly amountMax?: number
  /** The `referenceObject` and `referenceObjectId` of the payment's order or of the order of one of its credits, joined by a colon as in the list: `Invoice:42`, or `Invoice` without an id. A `referenceObjectId` alone matches that of any object. */
  readonly reference?: string
  /** Id of a customer of the vault. */
  readonly customer?: string
  /** The order's `customerPublicIdentifier`, your own id of the customer. */
  readonly customerPublicIdentifier?: string
  /** Last four digits of the card or bank account. */
  readonly lastFour?: string
  /** Batch in which a part of the payment was settled. `batchNet` is that amount. */
  readonly batchId?: string
  /** Entries per page. Default and maximum: 100, or 1000 with format=csv. */
  readonly pageSize?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** `nextCursor` of the previous page, with the same filters. */
  readonly cursor?: string
}

export type ListTransactionsAnswer = {
  readonly requestId: string
  readonly transactions: readonly {
    readonly transactionId: string
    readonly created: string
    readonly type: 'authorize' | 'credit' | (string & {})
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
    readonly method: string
    readonly currency: number
    readonly amount: number
    readonly amountAuthorized: number
    readonly amountCaptured: number
    readonly amountCapturable: number
    readonly amountCredited: number
    readonly amountSettled: number
    readonly tip: number
    readonly network: string | null
    readonly accountNumber: string | null
    readonly customer: string | null
    readonly customerPublicIdentifier: string | null
    readonly reference: string | null
    readonly responseCode: string | null
    readonly authCode: string | null
    readonly batchId: string | null
    readonly batchNet: number | null
    readonly updated: string
    /** Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
    readonly approved: boolean
  }[]
  readonly nextCursor: string | null
  readonly errors: readonly ErrorItem[] | null
}

export type ListTransactionsEntry = {
  readonly transactionId: string
  readonly created: string
  readonly type: 'authorize' | 'credit' | (string & {})
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
  readonly method: string
  readonly currency: number
  readonly amount: number
  readonly amountAuthorized: number
  readonly amountCaptured: number
  readonly amountCapturable: number
  readonly amountCredited: number
  readonly amountSettled: number
  readonly tip: number
  readonly network: string | null
  readonly accountNumber: string | null
  readonly customer: string | null
  readonly customerPublicIdentifier: string | null
  readonly reference: string | null
  readonly responseCode: string | null
  readonly authCode: string | null
  readonly batchId: string | null
  readonly batchNet: number | null
  readonly updated: string
  /** Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
  readonly approved: boolean
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
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListBatchesAnswer = {
  readonly requestId: string
  readonly batches: readonly {
    readonly id: string
    readonly status: 'closing' | 'closed' | (string & {})
    readonly cutoff: string
    readonly created: string
    readonly closed: string | null
    readonly totals: readonly {
      readonly currency: number
      readonly captures: { readonly count: number; readonly amount: number }
      readonly credits: { readonly count: number; readonly amount: number }
      readonly net: number
    }[]
  }[]
  readonly errors: readonly ErrorItem[] | null
}

export type ListBatchesEntry = {
  readonly id: string
  readonly status: 'closing' | 'closed' | (string & {})
  readonly cutoff: string
  readonly created: string
  readonly closed: string | null
  readonly totals: readonly {
    readonly currency: number
    readonly captures: { readonly count: number; readonly amount: number }
    readonly credits: { readonly count: number; readonly amount: number }
    readonly net: number
  }[]
}

export type GetBatchAnswer = {
  readonly requestId: string
  readonly batch: {
    readonly id: string
    readonly status: 'closing' | 'closed' | (string & {})
    readonly cutoff: string
    readonly created: string
    readonly closed: string | null
    readonly totals: readonly {
      readonly currency: number
      readonly captures: { readonly count: number; readonly amount: number }
      readonly credits: { readonly count: number; readonly amount: number }
      readonly net: number
    }[]
  }
  readonly errors: readonly ErrorItem[] | null
}

export type CloseBatchAnswer = {
  readonly requestId: string
  readonly batch: {
    readonly id: string
    readonly status: 'closing' | 'closed' | (string & {})
    readonly cutoff: string
    readonly created: string
    readonly closed: string | null
    readonly totals: readonly {
      readonly currency: number
      readonly captures: { readonly count: number; readonly amount: number }
      readonly credits: { readonly count: number; readonly amount: number }
      readonly net: number
    }[]
  } | null
  readonly errors: readonly ErrorItem[] | null
}

export type CreateTokenRequest = ExactlyOne<{
  readonly creditCard: ShopperCard
  readonly check: Check
  readonly creditCardEncrypted: string
  readonly digitalPayPayment: DigitalPayPayment
}> & {
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
  readonly requestId: string
  readonly token: string | null
  readonly network: string
  readonly accountNumber: string
  readonly expiry: string
  readonly expiresAt: string
  readonly errors: readonly ErrorItem[] | null
}

export type ListEncryptionKeysAnswer = {
  readonly requestId: string
  readonly keys: readonly { readonly [name: string]: unknown }[]
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
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListCustomersAnswer = {
  readonly requestId: string
  readonly customers: readonly Customer[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type CreateCustomerRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly company?: string | null
  readonly merchantIdentifier?: string | null
  readonly phoneNumber?: string | null
  /** Format: email address. */
  readonly emailAddress?: string | null
  readonly shippingAddress?: Address | null
  readonly metadata?: { readonly [name: string]: string } | null
}

export type CreateCustomerAnswer = {
  readonly requestId: string
  readonly customers: readonly Customer[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type GetCustomerAnswer = {
  readonly requestId: string
  readonly customers: readonly Customer[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateCustomerRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly company?: string | null
  readonly merchantIdentifier?: string | null
  readonly phoneNumber?: string | null
  /** Format: email address. */
  readonly emailAddress?: string | null
  readonly shippingAddress?: Address | null
  readonly metadata?: { readonly [name: string]: string } | null
}

export type UpdateCustomerAnswer = {
  readonly requestId: string
  readonly customers: readonly Customer[] | null
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
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListWalletAnswer = {
  readonly requestId: string
  readonly wallet: readonly WalletEntry[]
  readonly errors: readonly ErrorItem[] | null
}

export type AddWalletEntryRequest = ExactlyOne<{
  readonly token: string
  readonly creditCardEncrypted: string
  readonly digitalPayPayment: DigitalPayPayment
}> & { readonly default?: boolean | null; readonly address?: Address | null }

export type AddWalletEntryAnswer = {
  readonly requestId: string
  readonly wallet: readonly WalletEntry[] | null
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
  readonly default?: boolean | null
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly address?: unknown
}

export type UpdateWalletEntryAnswer = {
  readonly requestId: string
  readonly wallet: readonly WalletEntry[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type ExportCustomerAnswer = {
  readonly requestId: string
  readonly customer: {
    readonly id: string
    readonly firstName: string
    readonly lastName: string
    readonly company: string
    readonly merchantIdentifier: string
    readonly phoneNumber: string
    readonly emailAddress: string
    readonly shippingAddress: StoredAddress
    readonly metadata: { readonly [name: string]: unknown }
    readonly created: string
    readonly updated: string
    readonly deleted: string | null
  }
  readonly wallet: readonly {
    readonly id: string
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
    readonly accountNumber: string
    readonly expiry: string
    readonly default: boolean
    readonly created: string
    readonly address: StoredAddress
    readonly deleted: string | null
  }[]
  readonly subscriptions: readonly {
    readonly customerSubscriptionId: string
    readonly installments: number
    readonly taxAmount: number
    readonly shippingAmount: number
    readonly surchargeAmount: number
    readonly totalAmount: number
    readonly startDate: string
    readonly created: string
    readonly status: 'pending' | 'active' | 'past_due' | 'paused' | 'unpaid' | 'completed' | 'canceled' | (string & {})
    readonly plan: string
    readonly label: string
    readonly currency: number
    readonly wallet: string | null
    readonly charges: number
    readonly nextCharge: string | null
    readonly resumesAt: string | null
    readonly bills: readonly Bill[]
  }[]
  readonly checkouts: readonly {
    readonly url: string
    readonly id: string
    readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
    readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
    readonly transactionId: string | null
    readonly customer: string | null
    readonly subscription: string | null
    readonly total: number
    readonly currency: number
    readonly metadata: { readonly [name: string]: unknown } | null
    readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
    readonly created: string
    readonly expiresAt: string
    readonly prefill: { readonly email: string; readonly address: { readonly [name: string]: string } }
  }[]
  readonly transactions: readonly {
    readonly transactionId: string
    readonly created: string
    readonly type: 'authorize' | 'credit' | (string & {})
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
    readonly method: string
    readonly currency: number
    readonly amount: number
    readonly amountAuthorized: number
    readonly amountCaptured: number
    readonly amountCapturable: number
    readonly amountCredited: number
    readonly amountSettled: number
    readonly tip: number
    readonly network: string | null
    readonly accountNumber: string | null
    readonly customer: string | null
    readonly customerPublicIdentifier: string | null
    readonly reference: string | null
    readonly responseCode: string | null
    readonly authCode: string | null
    readonly batchId: string | null
    readonly batchNet: number | null
    readonly updated: string
    /** Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
    readonly approved: boolean
    readonly order: { readonly [name: string]: unknown } | null
    readonly creditOrders: readonly {
      readonly transactionId: string
      readonly order: { readonly [name: string]: unknown }
    }[]
  }[]
  readonly moreTransactions: string | null
  readonly notes: readonly {
    readonly created: string
    readonly action: string
    readonly requestId: string
    readonly detail: { readonly [name: string]: unknown }
  }[]
  readonly errors: readonly ErrorItem[] | null
}

export type EraseCustomerAnswer = {
  readonly requestId: string
  readonly complete: boolean
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
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListCustomerSubscriptionsAnswer = {
  readonly requestId: string
  readonly customerId: string
  readonly customerSubscriptions: readonly CustomerSubscription[]
  readonly errors: readonly ErrorItem[] | null
}

export type CreateCustomerSubscriptionRequest = {
  readonly plan: string
  readonly wallet?: string | null
  /** Format: date or RFC 3339 date-time. */
  readonly startDate?: string | null
  readonly amount?: {
    /** Up to 2 decimals. */
    readonly total?: number | null
    /** Up to 2 decimals. */
    readonly tax?: number | null
    /** Up to 2 decimals. */
    readonly surcharge?: number | null
    /** Up to 2 decimals. */
    readonly subtotal?: number | null
    /** Up to 2 decimals. */
    readonly shipping?: number | null
  } | null
  readonly installments?: number | null
}

export type CreateCustomerSubscriptionAnswer = {
  readonly requestId: string
  readonly customerSubscriptions: readonly CustomerSubscription[]
  readonly charge: {
    readonly transactionId: string
    /** Whether the `responseCode` is an approval. False for a decline, and while the outcome is unknown. Stays true if the operation is voided or reversed later. */
    readonly approved: boolean
    readonly responseCode: string | null
    readonly status: 'approved' | 'declined' | 'pending' | (string & {})
  } | null
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
  readonly status?: 'paused' | 'active' | null
  /** Set by the gateway, ignored in requests. */
  readonly plan?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly label?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly currency?: unknown
  readonly wallet?: string | null
  /** Set by the gateway, ignored in requests. */
  readonly charges?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly nextCharge?: unknown
  /** Format: date or RFC 3339 date-time. */
  readonly resumesAt?: string | null
  readonly amount?: {
    /** Up to 2 decimals. */
    readonly total?: number | null
    /** Up to 2 decimals. */
    readonly tax?: number | null
    /** Up to 2 decimals. */
    readonly surcharge?: number | null
    /** Up to 2 decimals. */
    readonly subtotal?: number | null
    /** Up to 2 decimals. */
    readonly shipping?: number | null
  } | null
}

export type UpdateCustomerSubscriptionAnswer = {
  readonly requestId: string
  readonly customerSubscriptions: readonly CustomerSubscription[]
  readonly errors: readonly ErrorItem[] | null
}

export type CancelCustomerSubscriptionAnswer = {
  readonly requestId: string
  readonly customerSubscriptions: readonly CustomerSubscription[]
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
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListBillsAnswer = {
  readonly requestId: string
  readonly bills: readonly Bill[]
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
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListSubscriptionsAnswer = {
  readonly requestId: string
  readonly subscriptions: readonly Subscription[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type CreateSubscriptionRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  readonly label: string
  readonly cycle: {
    readonly unit: 'day' | 'week' | 'month' | 'year'
    readonly interval?: number | null
    readonly dayOfCycle?: number | null
  }
  readonly amount: Amount
  readonly installments?: number | null
}

export type CreateSubscriptionAnswer = {
  readonly requestId: string
  readonly subscriptions: readonly Subscription[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type CreateTerminalRequest = {
  readonly registrationCode: string
  readonly nickname: string
  readonly deviceId?: string | null
  readonly configuration?: {
    readonly promptTip?: boolean | null
    readonly tipAmounts?: readonly number[] | null
    readonly promptCvv?: boolean | null
    readonly promptPostalCode?: boolean | null
    readonly promptAmountConfirmation?: boolean | null
    readonly promptSignature?: boolean | null
    readonly keyCard?: boolean | null
  } | null
}

export type CreateTerminalAnswer = {
  readonly requestId: string
  readonly terminals: readonly Terminal[]
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
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListTerminalsAnswer = {
  readonly requestId: string
  readonly terminals: readonly Terminal[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type GetTerminalAnswer = {
  readonly requestId: string
  readonly terminals: readonly Terminal[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type CancelTerminalAnswer = {
  readonly requestId: string
  readonly terminals: readonly Terminal[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type SimulateTerminalRequest = { readonly action: 'present' | 'cancel' | 'remove' | 'offline' }

export type SimulateTerminalAnswer = {
  readonly requestId: string
  readonly terminals: readonly Terminal[] | null
  readonly errors: readonly ErrorItem[] | null
}

export type CreateCheckoutRequest = {
  /** Up to 2 decimals. */
  readonly total?: number | null
  readonly items?:
    | readonly {
        readonly name: string
        /** Up to 2 decimals. */
        readonly price: number
        readonly quantity?: number | null
        readonly description?: string | null
      }[]
    | null
  readonly customerInfo?: {
    readonly name?: string | null
    /** Format: email address. */
    readonly email?: string | null
    readonly address?: string | null
    readonly address2?: string | null
    readonly city?: string | null
    readonly state?: string | null
    readonly zip?: string | null
    /** Format: ISO 3166-1 code of 2 or 3 letters. */
    readonly country?: string | null
    readonly id?: string | null
  } | null
  readonly appearance?: Appearance | null
  readonly invoiceInfo?: {
    readonly number?: string | null
    /** Format: date or RFC 3339 date-time. */
    readonly invoiceDate?: string | null
    /** Format: date or RFC 3339 date-time. */
    readonly dueDate?: string | null
  } | null
  readonly iframe?: boolean | null
  readonly oneTimePayment?: boolean | null
  /** Up to 2 decimals. */
  readonly tax?: number | null
  /** Up to 2 decimals. */
  readonly surcharge?: number | null
  /** Up to 2 decimals. */
  readonly discount?: number | null
  /** Up to 2 decimals. */
  readonly subtotal?: number | null
  readonly collectShipping?: boolean | null
  readonly sendReceipt?: boolean | null
  /** Format: absolute https URL. */
  readonly thankYouUrl?: string | null
  readonly subscription?: {
    /** Format: date or RFC 3339 date-time. */
    readonly billingDate?: string | null
    readonly label?: string | null
  } | null
  readonly customerDefinedField?: {
    readonly [name: string]:
      | string
      | number
      | boolean
      | {
          readonly label?: string | null
          readonly type?: 'text' | 'email' | 'number' | 'date' | 'select' | 'checkbox' | 'hidden' | null
          readonly options?: readonly string[] | null
          readonly required?: boolean | null
          readonly value?: string | number | boolean | null
          readonly maxLength?: number | null
        }
  } | null
  readonly submitButtonText?: string | null
  readonly allowAch?: boolean | null
  /** Up to 2 decimals. */
  readonly shipping?: number | null
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
  /** Format: absolute https URL. */
  readonly cancelUrl?: string | null
  readonly returnAutomatically?: number | null
}

export type CreateCheckoutAnswer = {
  readonly requestId: string
  readonly url: string
  readonly id: string
  readonly expiresAt: string
  readonly errors: readonly ErrorItem[] | null
}

export type GetCheckoutAnswer = {
  readonly requestId: string
  readonly url: string
  readonly id: string
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
  readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
  readonly transactionId: string | null
  readonly customer: string | null
  readonly subscription: string | null
  readonly total: number
  readonly currency: number
  readonly metadata: { readonly [name: string]: unknown } | null
  readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
  readonly created: string
  readonly expiresAt: string
  readonly errors: readonly ErrorItem[] | null
}

export type CancelCheckoutAnswer = {
  readonly requestId: string
  readonly url: string
  readonly id: string
  readonly status: 'open' | 'processing' | 'completed' | 'expired' | 'canceled' | (string & {})
  readonly reason: 'merchant' | 'too_many_declines' | null | (string & {})
  readonly transactionId: string | null
  readonly customer: string | null
  readonly subscription: string | null
  readonly total: number
  readonly currency: number
  readonly metadata: { readonly [name: string]: unknown } | null
  readonly receipt: 'none' | 'due' | 'sent' | 'failed' | (string & {})
  readonly created: string
  readonly expiresAt: string
  readonly errors: readonly ErrorItem[] | null
}

export type CreateWebhookRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Absolute https URL on port 443 or 8443 with a public host name. IP addresses, user information and fragments are not allowed. */
  readonly url: string
  readonly enabled: boolean
  readonly subscribedEvents: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] | null
  readonly eventTypes?: readonly EventType[] | null
  /** Set by the gateway, ignored in requests. */
  readonly headerNames?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly disabledReason?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly disabledAt?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly secretRotatedUntil?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly updated?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly secret?: unknown
  readonly headers?: { readonly [name: string]: string } | null
}

export type CreateWebhookAnswer = {
  readonly requestId: string
  readonly webhook: {
    readonly id: string
    readonly url: string
    readonly enabled: boolean
    readonly subscribedEvents: readonly number[] | null
    readonly eventTypes: readonly EventTypeAnswer[] | null
    readonly secret: string | null
  }
  readonly errors: readonly ErrorItem[] | null
}

export type ListWebhooksAnswer = {
  readonly requestId: string
  readonly webhooks: readonly Webhook[]
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateWebhookRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Absolute https URL on port 443 or 8443 with a public host name. IP addresses, user information and fragments are not allowed. */
  readonly url?: string | null
  readonly enabled?: boolean | null
  readonly subscribedEvents?: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[] | null
  readonly eventTypes?: readonly EventType[] | null
  /** Set by the gateway, ignored in requests. */
  readonly headerNames?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly disabledReason?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly disabledAt?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly secretRotatedUntil?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly created?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly updated?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly secret?: unknown
  readonly headers?: { readonly [name: string]: string } | null
}

export type UpdateWebhookAnswer = {
  readonly requestId: string
  readonly webhook: Webhook
  readonly errors: readonly ErrorItem[] | null
}

export type RotateWebhookSecretAnswer = {
  readonly requestId: string
  readonly webhook: {
    readonly id: string
    readonly url: string
    readonly enabled: boolean
    readonly subscribedEvents: readonly number[] | null
    readonly eventTypes: readonly EventTypeAnswer[] | null
    readonly headerNames: readonly string[]
    readonly disabledReason: { readonly code: 'gone' | 'failing' | (string & {}); readonly text: string } | null
    readonly disabledAt: string | null
    readonly secretRotatedUntil: string | null
    readonly created: string
    readonly updated: string
    readonly secret: string | null
  }
  readonly errors: readonly ErrorItem[] | null
}

export type TestWebhookAnswer = {
  readonly requestId: string
  readonly attempt: Attempt
  readonly delivered: boolean
  readonly errors: readonly ErrorItem[] | null
}

export type ReplayWebhookRequest = {
  /** Format: date or RFC 3339 date-time. */
  readonly since: string
  /** Format: date or RFC 3339 date-time. */
  readonly until?: string | null
}

export type ReplayWebhookAnswer = {
  readonly requestId: string
  readonly replay: { readonly since: string; readonly until: string }
  readonly errors: readonly ErrorItem[] | null
}

export type ListEventsQuery = {
  /** One or more event kinds, separated by commas: `0` Authorization, `1` Capture, `2` Void, `3` Credit, `4` Settlement, `5` Customer and subscription, `6` Terminal and checkout. */
  readonly kind?: string
  /** One or more event types, separated by commas, such as `transaction.captured`. */
  readonly type?: string
  /** Earliest time of the event: a date (its midnight in UTC) or a date-time of RFC 3339. */
  readonly since?: string
  /** Number of the page, starting at 1. Default 1. */
  readonly pageNumber?: number
  /** Entries per page, up to 100. Default 100. */
  readonly pageSize?: number
  /** Alias of pageNumber. */
  readonly page?: number
  /** Alias of pageSize. */
  readonly limit?: number
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListEventsAnswer = {
  readonly requestId: string
  readonly events: readonly Event[]
  readonly errors: readonly ErrorItem[] | null
}

export type GetEventAnswer = {
  readonly requestId: string
  readonly event: Event
  readonly errors: readonly ErrorItem[] | null
}

export type ListAttemptsAnswer = {
  readonly requestId: string
  readonly deliveries: readonly Delivery[]
  readonly errors: readonly ErrorItem[] | null
}

export type ReplayEventRequest = { readonly webhook?: string | null }

export type ReplayEventAnswer = {
  readonly requestId: string
  readonly webhooks: readonly string[]
  readonly errors: readonly ErrorItem[] | null
}

export type GetAccountAnswer = {
  readonly requestId: string
  readonly account: {
    readonly id: string
    readonly mode: 'test' | 'live' | (string & {})
    readonly version: number
    readonly name: string
    readonly logoUrl: string | null
    readonly supportEmail: string | null
    readonly supportUrl: string | null
    readonly defaultCurrency: number
    readonly enabledCurrencies: readonly number[] | null
    readonly timeZone: string
    readonly processingCountry: string
    readonly tipAtSale: boolean
    readonly rateTier: 'standard' | 'strict' | 'tiny' | 'unlimited' | (string & {})
    readonly allowedOrigins: readonly string[]
    readonly avsReject: readonly string[]
    readonly cvvReject: readonly string[]
    readonly storedCvvReject: readonly string[]
    readonly duplicateWindowSeconds: number
    readonly strictTestPans: boolean
    readonly subscriptionRetryDays: readonly number[]
    readonly unreferencedCredits: boolean
    readonly webhookDefaults: { readonly hosts: readonly string[]; readonly headerNames: readonly string[] }
    readonly legalTexts: { readonly [name: string]: { readonly bankDebit?: string; readonly subscription?: string } }
    readonly unknownMembers: 'refuse' | 'ignore' | (string & {})
    readonly cardNumbersInText: 'warn' | 'refuse' | (string & {})
    readonly encryptedCardMaxAgeSeconds: number
  }
  readonly errors: readonly ErrorItem[] | null
}

export type UpdateAccountRequest = {
  /** Set by the gateway, ignored in requests. */
  readonly id?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly mode?: unknown
  /** Set by the gateway, ignored in requests. */
  readonly version?: unknown
  readonly name?: string | null
  /** Format: absolute https URL. */
  readonly logoUrl?: string | null
  /** Format: email address. */
  readonly supportEmail?: string | null
  /** Format: absolute https URL. */
  readonly supportUrl?: string | null
  readonly defaultCurrency?: CurrencyCode | null
  readonly enabledCurrencies?: readonly CurrencyCode[] | null
  /** Format: IANA time zone. */
  readonly timeZone?: string | null
  /** Format: 2 capital letters. */
  readonly processingCountry?: string | null
  readonly tipAtSale?: boolean | null
  readonly rateTier?: 'standard' | 'strict' | 'tiny' | 'unlimited' | null
  readonly allowedOrigins?: readonly string[] | null
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
  readonly cvvReject?: readonly ('D' | 'I' | 'M' | 'N' | 'P' | 'S' | 'U' | 'X')[] | null
  readonly storedCvvReject?: readonly ('D' | 'I' | 'M' | 'N' | 'P' | 'S' | 'U' | 'X')[] | null
  readonly duplicateWindowSeconds?: number | null
  readonly strictTestPans?: boolean | null
  /** Format: ascending days. */
  readonly subscriptionRetryDays?: readonly number[] | null
  readonly unreferencedCredits?: boolean | null
  readonly webhookDefaults?: {
    readonly hosts?: readonly string[] | null
    readonly headers?: { readonly [name: string]: string } | null
    /** Set by the gateway, ignored in requests. */
    readonly headerNames?: unknown
  } | null
  readonly legalTexts?: {
    readonly [name: string]: { readonly bankDebit?: string | null; readonly subscription?: string | null }
  } | null
  readonly unknownMembers?: 'refuse' | 'ignore' | null
  readonly cardNumbersInText?: 'warn' | 'refuse' | null
  readonly encryptedCardMaxAgeSeconds?: number | null
}

export type UpdateAccountAnswer = {
  readonly requestId: string
  readonly account: {
    readonly id: string
    readonly mode: 'test' | 'live' | (string & {})
    readonly version: number
    readonly name: string
    readonly logoUrl: string | null
    readonly supportEmail: string | null
    readonly supportUrl: string | null
    readonly defaultCurrency: number
    readonly enabledCurrencies: readonly number[] | null
    readonly timeZone: string
    readonly processingCountry: string
    readonly tipAtSale: boolean
    readonly rateTier: 'standard' | 'strict' | 'tiny' | 'unlimited' | (string & {})
    readonly allowedOrigins: readonly string[]
    readonly avsReject: readonly string[]
    readonly cvvReject: readonly string[]
    readonly storedCvvReject: readonly string[]
    readonly duplicateWindowSeconds: number
    readonly strictTestPans: boolean
    readonly subscriptionRetryDays: readonly number[]
    readonly unreferencedCredits: boolean
    readonly webhookDefaults: { readonly hosts: readonly string[]; readonly headerNames: readonly string[] }
    readonly legalTexts: { readonly [name: string]: { readonly bankDebit?: string; readonly subscription?: string } }
    readonly unknownMembers: 'refuse' | 'ignore' | (string & {})
    readonly cardNumbersInText: 'warn' | 'refuse' | (string & {})
    readonly encryptedCardMaxAgeSeconds: number
  }
  readonly errors: readonly ErrorItem[] | null
}

export type IssueApiKeyRequest = {
  readonly kind: 'secret' | 'publishable' | 'restricted'
  readonly name?: string | null
  readonly scopes?:
    | readonly (
        | 'transactions:read'
        | 'transactions:write'
        | 'transactions:credit'
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
      )[]
    | null
  readonly allowedOrigins?: readonly string[] | null
}

export type IssueApiKeyAnswer = {
  readonly requestId: string
  readonly apiKey: ApiKey
  readonly key: string | null
  readonly warning: string | null
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
  /** Cursor of the next page, from the `next` URL in the `Link` header. */
  readonly cursor?: string
}

export type ListApiKeysAnswer = {
  readonly requestId: string
  readonly apiKeys: readonly ApiKey[]
  readonly errors: readonly ErrorItem[] | null
}

export type RevokeApiKeyAnswer = {
  readonly requestId: string
  readonly apiKey: ApiKey
  readonly errors: readonly ErrorItem[] | null
}

export type RotateApiKeyRequest = { readonly overlapHours?: number | null }

export type RotateApiKeyAnswer = {
  readonly requestId: string
  readonly apiKey: ApiKey
  readonly key: string | null
  readonly previous: ApiKey
  readonly warning: string | null
  readonly errors: readonly ErrorItem[] | null
}

export type GetTestClockAnswer = {
  readonly requestId: string
  readonly testClock: { readonly now: string; readonly offsetMs: number }
  readonly errors: readonly ErrorItem[] | null
}

export type SetTestClockRequest = {
  /** Format: date or RFC 3339 date-time. */
  readonly now: string
}

export type SetTestClockAnswer = {
  readonly requestId: string
  readonly testClock: { readonly now: string; readonly offsetMs: number }
  readonly complete: boolean
  readonly cursor: string | null
  readonly errors: readonly ErrorItem[] | null
}

export type AdvanceTestClockRequest = { readonly seconds?: number | null; readonly cursor?: string | null }

export type AdvanceTestClockAnswer = {
  readonly requestId: string
  readonly testClock: { readonly now: string; readonly offsetMs: number }
  readonly complete: boolean
  readonly cursor: string | null
  readonly errors: readonly ErrorItem[] | null
}

export type ResetTestClockAnswer = {
  readonly requestId: string
  readonly testClock: { readonly now: string; readonly offsetMs: number }
  readonly complete: boolean
  readonly cursor: string | null
  readonly errors: readonly ErrorItem[] | null
}
