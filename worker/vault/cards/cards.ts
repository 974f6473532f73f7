import { Secret } from '#contract/schema/secret'
import type { AccountKey } from '../keys/accountKeys.ts'
import { serializeWalletCryptogram, parseWalletCryptogram } from './walletCryptogram.ts'
import type { WalletCryptogram } from './walletCryptogram.ts'
import type { OneTimePurpose } from '../keys/purposes.ts'
import { openRecord, sealRecord } from '../sealing/records.ts'
import { mintCardId, openWithToken, sealWithToken, tokenSecretHash, wrapTokenKey } from './tokens.ts'
import type { Token } from './tokens.ts'

/** The stored data of a card, sealed as one value. The verification value is sealed separately, since it must not be stored. */
export interface Card {
  readonly number: Secret
  /** MMYY */
  readonly expiry: string
  readonly nameOnCard: string | null
  readonly postalCode: string | null
}

/** A card's columns in a transaction or a wallet entry. Both sealed values are bound to the card id. */
export interface SealedCard {
  readonly cardId: string
  readonly sealedPan: string
  readonly wrappedPanKey: string
}

/** A card's columns in the row of an unused token. `sealedPan` moves to the transaction's row unchanged. */
export interface TokenizedCard {
  readonly sealedPan: string
  readonly sealedCvv: string | null
  readonly secretHash: string
}

type SerializedCard = readonly [number: string, expiry: string, nameOnCard?: string | null, postalCode?: string | null]

/** Members are listed, so that no extra member of the input is sealed and stored. An array, since every payment keeps its sealed card. */
const serializeCard = ({ number, expiry, nameOnCard, postalCode }: Card): Secret => {
  const card: SerializedCard =
    nameOnCard === null && postalCode === null
      ? [number.reveal(), expiry]
      : [number.reveal(), expiry, nameOnCard, postalCode]
  return new Secret(JSON.stringify(card))
}

/** As version 0.2 sealed it. */
type SerializedCardOfVersion1 = Omit<Card, 'number'> & { readonly number: string }

/** Needs no validation: an opened text was written by `serializeCard`, of this version or the first one. */
const parseCard = (text: Secret): Card => {
  const card = JSON.parse(text.reveal()) as SerializedCard | SerializedCardOfVersion1
  if ('number' in card) return { ...card, number: new Secret(card.number) }
  const [number, expiry, nameOnCard = null, postalCode = null] = card
  return { number: new Secret(number), expiry, nameOnCard, postalCode }
}

const sealSeparately = async (
  account: AccountKey,
  token: Token,
  card: Card,
  purpose: OneTimePurpose,
  oneTimeValue: Secret | null,
): Promise<TokenizedCard> => {
  const [sealedPan, sealedCvv, secretHash] = await Promise.all([
    sealWithToken(account, token, 'pan', serializeCard(card)),
    oneTimeValue && sealWithToken(account, token, purpose, oneTimeValue),
    tokenSecretHash(token.secret),
  ])
  return { sealedPan, sealedCvv, secretHash }
}

/** Seals a card with a new token, the number and the verification value separately. */
export const sealCard = (account: AccountKey, token: Token, { card, cvv }: { card: Card; cvv: Secret | null }) =>
  sealSeparately(account, token, card, 'cvv', cvv)

/** Seals a Google Pay card with a new token. The cryptogram takes the place of the verification value. */
export const sealWalletCard = (
  account: AccountKey,
  token: Token,
  { card, deviceProof }: { card: Card; deviceProof: WalletCryptogram | null },
) => sealSeparately(account, token, card, 'deviceProof', deviceProof && serializeWalletCryptogram(deviceProof))

/**
 * Opens a card by its token.
 *
 * @throws CannotOpen
 */
export const openCard = async (account: AccountKey, token: Token, sealedPan: string): Promise<Card> =>
  parseCard(await openWithToken(account, token, 'pan', sealedPan))

/**
 * Opens a verification value, which is possible only with its token.
 *
 * @throws CannotOpen
 */
export const openCvv = (account: AccountKey, token: Token, sealedCvv: string): Promise<Secret> =>
  openWithToken(account, token, 'cvv', sealedCvv)

/**
 * Opens a Google Pay cryptogram, which is possible only with its token.
 *
 * @throws CannotOpen
 */
export const openWalletCryptogram = async (
  account: AccountKey,
  token: Token,
  sealedCvv: string,
): Promise<WalletCryptogram> => parseWalletCryptogram(await openWithToken(account, token, 'deviceProof', sealedCvv))

/** The wrapped key of a tokenized card, for the row that uses the token. Needs no row, so it can be created beforehand. */
export const wrapPanKey = (account: AccountKey, token: Token): Promise<string> => wrapTokenKey(account, token, 'pan')

/** Seals a card without a token, in the same columns as a tokenized card. */
export const sealPan = async (account: AccountKey, card: Card): Promise<SealedCard> => {
  const cardId = mintCardId()
  const { sealed, wrappedKey } = await sealRecord(account, cardId, 'pan', serializeCard(card))
  return { cardId, sealedPan: sealed, wrappedPanKey: wrappedKey }
}

/**
 * Opens the card of a transaction or a wallet entry.
 *
 * @throws CannotOpen
 */
export const openPan = async (account: AccountKey, { cardId, sealedPan, wrappedPanKey }: SealedCard): Promise<Card> =>
  parseCard(await openRecord(account, cardId, 'pan', { sealed: sealedPan, wrappedKey: wrappedPanKey }))
