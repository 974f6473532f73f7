import * as v from 'valibot'
import { formatExpiry } from '#contract/card/expiry'
import { nullable, patterned, secret, text } from '#contract/schema/fields'
import type { Secret } from '#contract/schema/secret'
import type { GooglePayProtocol } from '#contract/tokens/googlePayProtocol'
import { parseStrictJson, timestamp } from './json.ts'

/** Google Pay's authMethod: a card on file, or a device token with a cryptogram for this payment. */
export type WalletAuthentication = 'PAN_ONLY' | 'CRYPTOGRAM_3DS'

interface PaymentCredential {
  /** The card number, or the device token number if there is a cryptogram. */
  readonly number: Secret
  readonly authentication: WalletAuthentication
  /** Base64, as received. */
  readonly cryptogram: Secret | null
  /** Electronic commerce indicator, one or two digits. */
  readonly eci: string | null
}

/** The decrypted message of a Google Pay payload. */
export interface WalletMessage extends PaymentCredential {
  /** MMYY */
  readonly expiry: string
  /** The merchant of a gateway; null if the recipient is itself a merchant. */
  readonly gatewayMerchantId: string | null
  readonly messageId: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

const pan = () => secret(patterned(/^[0-9]*$/, 13, 20))
const cryptogram = () => secret(text(1, 512))
const eci = () => nullable(v.pipe(v.string(), v.regex(/^[0-9]{0,2}$/)))
const expiry = {
  expirationMonth: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  expirationYear: v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(2099)),
}

type Details = PaymentCredential & v.InferOutput<v.ObjectSchema<typeof expiry, undefined>>

const cardOnFileCredential = (number: Secret): PaymentCredential => ({
  number,
  authentication: 'PAN_ONLY',
  cryptogram: null,
  eci: null,
})
const deviceNumberCredential = (number: Secret, cryptogram: Secret, eci?: string | null): PaymentCredential => ({
  number,
  authentication: 'CRYPTOGRAM_3DS',
  cryptogram,
  eci: eci || null,
})

/** A message with one payment method. Unknown members are ignored: the specification adds new ones. */
const payment = <D extends v.GenericSchema<unknown, Details>>(paymentMethod: string, paymentMethodDetails: D) =>
  v.object({
    paymentMethod: v.literal(paymentMethod),
    paymentMethodDetails,
    messageId: text(1, 512),
    messageExpiration: timestamp(),
    gatewayMerchantId: nullable(text(1, 256)),
  })

const cardOnFile = payment(
  'CARD',
  v.pipe(
    v.object({ ...expiry, pan: pan(), authMethod: v.literal('PAN_ONLY') }),
    v.transform(({ pan, ...rest }): Details => ({ ...rest, ...cardOnFileCredential(pan) })),
  ),
)

const deviceNumber = payment(
  'CARD',
  v.pipe(
    v.object({
      ...expiry,
      pan: pan(),
      authMethod: v.literal('CRYPTOGRAM_3DS'),
      cryptogram: cryptogram(),
      eciIndicator: eci(),
    }),
    v.transform(({ pan, ...rest }): Details => ({
      ...rest,
      ...deviceNumberCredential(pan, rest.cryptogram, rest.eciIndicator),
    })),
  ),
)

const earlyCardOnFile = payment(
  'CARD',
  v.pipe(
    v.object({ ...expiry, pan: pan(), authMethod: v.optional(v.never()) }),
    v.transform(({ pan, ...rest }): Details => ({ ...rest, ...cardOnFileCredential(pan) })),
  ),
)

const earlyDeviceNumber = payment(
  'TOKENIZED_CARD',
  v.pipe(
    v.object({
      ...expiry,
      dpan: pan(),
      authMethod: v.literal('3DS'),
      '3dsCryptogram': cryptogram(),
      '3dsEciIndicator': eci(),
    }),
    v.transform(({ dpan, ...rest }): Details => ({
      ...rest,
      ...deviceNumberCredential(dpan, rest['3dsCryptogram'], rest['3dsEciIndicator']),
    })),
  ),
)

/** The messages of each protocol version. Early ECv1 messages have other member names. */
const payments = {
  ECv1: v.union([cardOnFile, deviceNumber, earlyCardOnFile, earlyDeviceNumber]),
  ECv2: v.union([cardOnFile, deviceNumber]),
}

/** Null if the text is not a card payment of this protocol version. The caller checks expiry and recipient. */
export const parseWalletMessage = (protocol: GooglePayProtocol, plain: string): WalletMessage | null => {
  const parsed = parseStrictJson(payments[protocol], plain)
  if (parsed === null) return null
  const { number, authentication, cryptogram, eci, expirationMonth, expirationYear } = parsed.paymentMethodDetails
  return {
    number,
    authentication,
    cryptogram,
    eci,
    expiry: formatExpiry({ month: expirationMonth, year: expirationYear }),
    gatewayMerchantId: parsed.gatewayMerchantId ?? null,
    messageId: parsed.messageId,
    expires: parsed.messageExpiration,
  }
}
