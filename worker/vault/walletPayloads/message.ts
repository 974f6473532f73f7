import * as v from 'valibot'
import { printExpiry } from '#contract/card/expiry'
import { nullable, patterned, secret, text } from '#contract/schema/fields'
import type { Secret } from '#contract/schema/secret'
import type { WalletProtocol } from '#contract/tokens/googlePayProtocol'
import { readJson, timestamp } from './json.ts'

/** How the wallet came by the number: a card on file, or a device's own number with a cryptogram made for this payment. */
export type WalletAuthentication = 'PAN_ONLY' | 'CRYPTOGRAM_3DS'

interface Numbered {
  /** The card's number, or with a cryptogram the device's. */
  readonly number: Secret
  readonly authentication: WalletAuthentication
  /** As the wallet wrote it: base64. */
  readonly cryptogram: Secret | null
  /** Electronic commerce indicator, one or two digits. */
  readonly eci: string | null
}

/** What a wallet says of a payment. */
export interface WalletMessage extends Numbered {
  /** MMYY */
  readonly expiry: string
  /** Which merchant of a gateway it is for; null where the recipient is itself a merchant. */
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

type Details = Numbered & v.InferOutput<v.ObjectSchema<typeof expiry, undefined>>

const onFile = (number: Secret): Numbered => ({ number, authentication: 'PAN_ONLY', cryptogram: null, eci: null })
const ofDevice = (number: Secret, cryptogram: Secret, eci?: string | null): Numbered => ({
  number,
  authentication: 'CRYPTOGRAM_3DS',
  cryptogram,
  eci: eci || null,
})

/** A payment by one method. Members that are not named here may come, and are ignored: the specification adds some at times. */
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
    v.transform(({ pan, ...rest }): Details => ({ ...rest, ...onFile(pan) })),
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
    v.transform(({ pan, ...rest }): Details => ({ ...rest, ...ofDevice(pan, rest.cryptogram, rest.eciIndicator) })),
  ),
)

const earlyCardOnFile = payment(
  'CARD',
  v.pipe(
    v.object({ ...expiry, pan: pan(), authMethod: v.optional(v.never()) }),
    v.transform(({ pan, ...rest }): Details => ({ ...rest, ...onFile(pan) })),
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
      ...ofDevice(dpan, rest['3dsCryptogram'], rest['3dsEciIndicator']),
    })),
  ),
)

/** The payments that each protocol knows. ECv1 is the older, and its details had other names once. */
const payments = {
  ECv1: v.union([cardOnFile, deviceNumber, earlyCardOnFile, earlyDeviceNumber]),
  ECv2: v.union([cardOnFile, deviceNumber]),
}

/** Null where the text is no payment by card under this protocol. Whether it has expired, and whom it is for, the caller asks. */
export const readMessage = (protocol: WalletProtocol, plain: string): WalletMessage | null => {
  const read = readJson(payments[protocol], plain)
  if (read === null) return null
  const { number, authentication, cryptogram, eci, expirationMonth, expirationYear } = read.paymentMethodDetails
  return {
    number,
    authentication,
    cryptogram,
    eci,
    expiry: printExpiry({ month: expirationMonth, year: expirationYear }),
    gatewayMerchantId: read.gatewayMerchantId ?? null,
    messageId: read.messageId,
    expires: read.messageExpiration,
  }
}
