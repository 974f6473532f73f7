import { Secret } from '#contract/schema/secret'
import type { AccountKey } from '../keys/accountKeys.ts'
import { proofText, readProof } from '../keys/deviceProofs.ts'
import type { DeviceProof } from '../keys/deviceProofs.ts'
import type { Fleeting } from '../keys/purposes.ts'
import { openRecord, sealRecord } from '../sealing/records.ts'
import { mintCardId, openWithToken, sealWithToken, tokenSecretHash, wrapTokenKey } from './tokens.ts'
import type { Token } from './tokens.ts'

/** What is kept of a card, sealed as one. The verification value is apart, since it may not be kept. */
export interface Card {
  readonly number: Secret
  /** MMYY */
  readonly expiry: string
  readonly nameOnCard: string | null
  readonly postalCode: string | null
}

/** A card's columns in a transaction or a wallet entry. The card id is bound into both sealed values. */
export interface SealedCard {
  readonly cardId: string
  readonly sealedPan: string
  readonly wrappedPanKey: string
}

/** A card's columns in the row of an unspent token. `sealedPan` moves to the transaction's row as it is. */
export interface TokenizedCard {
  readonly sealedPan: string
  readonly sealedCvv: string | null
  readonly secretHash: string
}

/** Members are named one by one, so that nothing that a caller's object holds besides is sealed and kept. */
const cardText = ({ number, expiry, nameOnCard, postalCode }: Card): Secret =>
  new Secret(JSON.stringify({ number: number.reveal(), expiry, nameOnCard, postalCode }))

/** Needs no checks: what opens is what `cardText` wrote. */
const readCard = (text: Secret): Card => {
  const { number, ...rest } = JSON.parse(text.reveal()) as Omit<Card, 'number'> & { number: string }
  return { number: new Secret(number), ...rest }
}

const sealApart = async (
  account: AccountKey,
  token: Token,
  card: Card,
  purpose: Fleeting,
  fleeting: Secret | null,
): Promise<TokenizedCard> => {
  const [sealedPan, sealedCvv, secretHash] = await Promise.all([
    sealWithToken(account, token, 'pan', cardText(card)),
    fleeting && sealWithToken(account, token, purpose, fleeting),
    tokenSecretHash(token.secret),
  ])
  return { sealedPan, sealedCvv, secretHash }
}

/** Seals a card under a new token, number and verification value apart. */
export const sealCard = (account: AccountKey, token: Token, { card, cvv }: { card: Card; cvv: Secret | null }) =>
  sealApart(account, token, card, 'cvv', cvv)

/** Seals a card out of a wallet under a new token: like any card, the phone's proof in place of the verification value. */
export const sealWalletCard = (
  account: AccountKey,
  token: Token,
  { card, deviceProof }: { card: Card; deviceProof: DeviceProof | null },
) => sealApart(account, token, card, 'deviceProof', deviceProof && proofText(deviceProof))

/**
 * Opens a card by its token.
 *
 * @throws CannotOpen
 */
export const openCard = async (account: AccountKey, token: Token, sealedPan: string): Promise<Card> =>
  readCard(await openWithToken(account, token, 'pan', sealedPan))

/**
 * Opens a verification value by its token, which is the only way.
 *
 * @throws CannotOpen
 */
export const openCvv = (account: AccountKey, token: Token, sealedCvv: string): Promise<Secret> =>
  openWithToken(account, token, 'cvv', sealedCvv)

/**
 * Opens a phone's proof by its token, which is the only way.
 *
 * @throws CannotOpen
 */
export const openDeviceProof = async (account: AccountKey, token: Token, sealedCvv: string): Promise<DeviceProof> =>
  readProof(await openWithToken(account, token, 'deviceProof', sealedCvv))

/** The key of a tokenized card, for the row that the token is spent into; needs no row, so it can be made beforehand. */
export const wrapPanKey = (account: AccountKey, token: Token): Promise<string> => wrapTokenKey(account, token, 'pan')

/** Seals a card that comes without a token; the columns are those of one that came with it. */
export const sealPan = async (account: AccountKey, card: Card): Promise<SealedCard> => {
  const cardId = mintCardId()
  const { sealed, wrappedKey } = await sealRecord(account, cardId, 'pan', cardText(card))
  return { cardId, sealedPan: sealed, wrappedPanKey: wrappedKey }
}

/**
 * Opens the card of a transaction or a wallet entry.
 *
 * @throws CannotOpen
 */
export const openPan = async (account: AccountKey, { cardId, sealedPan, wrappedPanKey }: SealedCard): Promise<Card> =>
  readCard(await openRecord(account, cardId, 'pan', { sealed: sealedPan, wrappedKey: wrappedPanKey }))
