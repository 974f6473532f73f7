import { Secret } from '#contract/schema/secret'

/** The cryptogram of a Google Pay device token, valid for one payment. */
export interface WalletCryptogram {
  /** Base64, as received. */
  readonly cryptogram: Secret | null
  /** Electronic commerce indicator. */
  readonly eci: string | null
}

export const serializeWalletCryptogram = ({ cryptogram, eci }: WalletCryptogram): Secret =>
  new Secret(JSON.stringify({ cryptogram: cryptogram && cryptogram.reveal(), eci }))

/** Needs no validation: an opened text was written by `serializeWalletCryptogram`. */
export const parseWalletCryptogram = (text: Secret): WalletCryptogram => {
  const { cryptogram, eci } = JSON.parse(text.reveal()) as { cryptogram: string | null; eci: string | null }
  return { cryptogram: cryptogram === null ? null : new Secret(cryptogram), eci }
}
