import type { MemberTexts } from '../schema/memberTexts.ts'

const internalOnly = 'Validated, and ignored unless the key has the scope `internal`. Null means none.'

/** Texts of the prompts at a terminal, in a payment and in the terminal's configuration. */
export const promptTexts = {
  promptTip:
    'Whether the terminal asks for a tip. Requires `tipAmounts`. Ignored unless the account setting `tipAtSale` is true.',
  tipAmounts:
    'Tips to choose from, in currency units: 3 or 4 amounts, further ones are ignored. Required if `promptTip` is true (400 `tip_amounts_required`).',
  promptCvv: 'Whether the terminal asks for the security code, even if the network does not require it.',
  promptPostalCode: 'Whether the terminal asks for the postal code of the billing address.',
  promptAmountConfirmation: 'Whether the shopper must confirm the amount.',
  promptSignature: 'Whether the shopper signs, on terminals with a touch screen.',
  keyCard: 'Whether the card number may be typed at the terminal.',
}

const fallsBack = (text: string): string => `${text} Null or absent: the terminal’s configuration decides.`

export const encryptedCardText =
  'A card as a compact JWE, encrypted with a key of GET /v1/encryptionkeys. Usable once, until `encryptedCardMaxAgeSeconds` after its `iat`.'
export const walletPayloadText = 'The payload of a phone wallet (Google Pay), as the wallet returned it.'

const card = {
  accountNumber:
    'Card number, digits only. A number that fails the Luhn check is declined with `14`, not rejected as invalid.',
  expires:
    'Expiry date, MMYY; MM/YY, M/YY and MMYYYY are accepted as well. The month is 01 to 12, the year at most 20 years ahead (400 `expiry_invalid`).',
  verificationValue:
    'Security code of the card (CVV, CVC): 4 digits for American Express, otherwise 3. Used for this request and never stored. Null or absent: not checked.',
  postalCode:
    'Postal code of the billing address, for the address verification. It takes precedence over that of `order.billTo`. Null means unknown.',
}

/** Texts of the payment object and its sources. */
export const paymentTexts: MemberTexts = {
  Payment: {
    token: 'Token of the card form or of POST /v1/tokens: usable once, within 15 minutes.',
    stored: 'A stored payment method of a customer.',
    terminal: 'The shopper pays at this terminal. The response is sent when the payment has ended, within 120 seconds.',
    creditCard: 'Card data. Only for servers that may handle it; browsers use a token.',
    check: 'A bank account to debit.',
    cash: 'True records a cash payment: it is approved and captured at once. False and null mean absent.',
    creditCardEncrypted: encryptedCardText,
    digitalPayPayment: walletPayloadText,
    method: 'Set by the gateway in responses.',
  },
  Stored: {
    customer:
      'Id of the customer. Alone, it charges the customer’s default payment method (400 `wallet_not_found` without one). One of `customer` and `wallet` is required (400 `stored_reference_required`).',
    wallet:
      'Id of the stored payment method. Together with `customer` it must belong to that customer (400 `wallet_not_of_customer`).',
    initiatedBy:
      '`customer` if the shopper initiates the payment, `merchant` if you charge without the shopper. Null or absent means `customer`.',
    initial:
      '`first` for the payment with which the payment method is stored, `subsequent` for later ones; `stored` and `used` mean the same. Null or absent means `subsequent`.',
    installment:
      'Number of this installment, from 1. It marks the charge as a part of an installment plan. Null means none.',
    initialTransactionId:
      'The first payment of a series that you charge: the id of a transaction of this account, or the network’s id of it. Null or absent: the one that is stored with the payment method.',
  },
  PaymentTerminal: {
    id: 'Id of the terminal.',
    externalIdentifier: `The processor’s id of the terminal, for the operator of the gateway. ${internalOnly}`,
    ...Object.fromEntries(Object.entries(promptTexts).map(([name, text]) => [name, fallsBack(text)])),
  },
  CreditCard: {
    ...card,
    nameOnCard:
      'Name of the cardholder in the letters of the pattern; a name with others needs a token. Null means unknown.',
    transactionId: `The processor’s id of an earlier payment to charge again, for the operator of the gateway. ${internalOnly}`,
  },
  ShopperCard: {
    ...card,
    accountNumber: 'Card number, digits only. A number that fails the Luhn check returns 400 `card_number_invalid`.',
    expires: `${card.expires} A date in the past returns 400 \`expiry_past\`.`,
    verificationValue:
      'Security code of the card (CVV, CVC): 4 digits for American Express, otherwise 3. Used for the payment with the token and never stored beyond it. Null or absent: not checked.',
    postalCode: 'Postal code of the billing address, for the address verification. Null means unknown.',
    nameOnCard: 'Name of the cardholder, in any letters. Null means unknown.',
  },
  Check: {
    accountNumber: 'Number of the bank account, digits only.',
    routingNumber:
      'Number of the bank: 9 digits in the USA (ABA) or Canada (0, institution, transit), 8 digits as Canadian transit and institution, 10 to 20 digits elsewhere. A wrong check digit is declined, or returns 400 `routing_number_invalid` for a token.',
    name: 'Name of the account holder. Null means unknown.',
    checkNumber: 'Number of the paper check. Null means none.',
    accountType: 'Kind of account. The case of letters does not matter.',
    verification:
      'Data that identifies the account holder, if the processor requires it. It is passed on and never stored.',
    'verification.dob': 'Date of birth.',
    'verification.ssn': 'US social security number: all digits, or the last four.',
    'verification.driversLicense': 'US driver’s license.',
    'verification.driversLicense.number': 'Number of the license.',
    'verification.driversLicense.state': 'State that issued it, such as `IN`.',
  },
  DigitalPayPayment: {
    signature: 'Signature of `signedMessage`, in base64.',
    intermediateSigningKey: 'The key that signed the message. Required with `ECv2`, absent with `ECv1`.',
    'intermediateSigningKey.signedKey': 'The public key with its expiry, as the JSON text that is signed.',
    'intermediateSigningKey.signatures':
      'Signatures of `signedKey` by the wallet’s root keys, in base64. One valid signature is enough.',
    protocolVersion: 'Version of the wallet’s protocol.',
    signedMessage: 'The encrypted card as JSON text, unchanged.',
    postalCode:
      'Postal code of the billing address from the wallet, for the address verification. Absent means unknown.',
    nameOnCard: 'Name of the cardholder from the wallet. Absent means unknown.',
  },
  Amount: {
    value:
      'Full amount in currency units, including tax, discounts, shipping and fees, as a JSON number. A currency without a minor unit, such as 392, takes no decimals (400 `amount_precision_invalid`).',
    currency:
      'ISO 4217 numeric code, such as 840 for US dollars. Null or absent means the account’s `defaultCurrency`.',
  },
}
