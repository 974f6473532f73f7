import type { Secret } from '#contract/schema/secret'
import type { AccountKey } from '../keys/accountKeys.ts'
import {
  openCard,
  openCvv,
  openWalletCryptogram,
  openPan,
  sealCard,
  sealPan,
  sealWalletCard,
  wrapPanKey,
} from './cards.ts'
import type { Card, SealedCard, TokenizedCard } from './cards.ts'
import { openBankAccount, openCheck, openIdentity, sealBankAccount, sealCheck, wrapCheckKey } from './checks.ts'
import type { BankAccount, Identity } from './checks.ts'
import type { WalletCryptogram } from './walletCryptogram.ts'
import { cardFingerprint } from './fingerprint.ts'
import { mintToken, parseToken, tokenSecretHash, tokenText } from './tokens.ts'

/** The sealed columns of an unused token. */
interface SealedToken {
  readonly sealedPan: string
  readonly sealedCvv: string | null
}

/** A token in the form of its database query, with functions to open the row that the query returns. */
export interface PresentedToken {
  readonly presented: {
    readonly id: string
    readonly secretHash: string
    /** The wrapped key to store if the token holds a card. */
    readonly wrappedPanKey: string
    /** The wrapped key to store if it holds a bank account. The token's row determines which of the two applies. */
    readonly wrappedCheckKey: string
    /** Real time, milliseconds since 1970. */
    readonly presentedAt: number
  }
  /**
   * The card of a token with method `creditCard`.
   *
   * @throws CannotOpen
   */
  open(row: SealedToken): Promise<Card & { cvv: Secret | null }>
  /**
   * The card of a token with method `digitalPayPayment`. `deviceProof` is null for a card on file.
   *
   * @throws CannotOpen
   */
  openWalletCard(row: SealedToken): Promise<Card & { deviceProof: WalletCryptogram | null }>
  /**
   * The bank account of a token with method `check`.
   *
   * @throws CannotOpen
   */
  openCheck(row: SealedToken): Promise<BankAccount & { identity: Identity | null }>
}

/** A new token: its text, which is returned once, and its sealed columns. */
export interface MintedToken extends TokenizedCard {
  readonly text: Secret
  readonly id: string
}

/** Cards and bank accounts of one account in one mode. */
export interface CardVault {
  tokenizeCard(card: Card, cvv: Secret | null): Promise<MintedToken>
  tokenizeWalletCard(card: Card, deviceProof: WalletCryptogram | null): Promise<MintedToken>
  tokenizeCheck(check: BankAccount, identity: Identity | null): Promise<MintedToken>
  /** Null if the text is not in the form of a token. */
  presentToken(text: string): Promise<PresentedToken | null>
  sealPan(card: Card): Promise<SealedCard>
  sealBankAccount(check: BankAccount): Promise<SealedCard>
  /**
   * The card of a transaction or a wallet entry.
   *
   * @throws CannotOpen
   */
  openPan(row: SealedCard): Promise<Card>
  /**
   * The bank account of a transaction or a wallet entry.
   *
   * @throws CannotOpen
   */
  openBankAccount(row: SealedCard): Promise<BankAccount>
  fingerprint(number: Secret): Promise<string>
}

/**
 * @param accountKey loaded on first use: most requests never open a card
 * @param now real time, milliseconds since 1970
 */
export const createCardVault = (accountKey: () => Promise<AccountKey>, now: () => number): CardVault => ({
  tokenizeCard: async (card, cvv) => {
    const token = mintToken(now())
    return { ...(await sealCard(await accountKey(), token, { card, cvv })), id: token.id, text: tokenText(token) }
  },
  tokenizeWalletCard: async (card, deviceProof) => {
    const token = mintToken(now())
    return {
      ...(await sealWalletCard(await accountKey(), token, { card, deviceProof })),
      id: token.id,
      text: tokenText(token),
    }
  },
  tokenizeCheck: async (check, identity) => {
    const token = mintToken(now())
    return {
      ...(await sealCheck(await accountKey(), token, { check, identity })),
      id: token.id,
      text: tokenText(token),
    }
  },
  presentToken: async (text) => {
    const token = parseToken(text)
    if (token === null) return null
    const key = await accountKey()
    const [secretHash, wrappedPanKey, wrappedCheckKey] = await Promise.all([
      tokenSecretHash(token.secret),
      wrapPanKey(key, token),
      wrapCheckKey(key, token),
    ])
    return {
      presented: { id: token.id, secretHash, wrappedPanKey, wrappedCheckKey, presentedAt: now() },
      open: async ({ sealedPan, sealedCvv }) => {
        const [card, cvv] = await Promise.all([
          openCard(key, token, sealedPan),
          sealedCvv === null ? null : openCvv(key, token, sealedCvv),
        ])
        return { ...card, cvv }
      },
      openWalletCard: async ({ sealedPan, sealedCvv }) => {
        const [card, deviceProof] = await Promise.all([
          openCard(key, token, sealedPan),
          sealedCvv === null ? null : openWalletCryptogram(key, token, sealedCvv),
        ])
        return { ...card, deviceProof }
      },
      openCheck: async ({ sealedPan, sealedCvv }) => {
        const [check, identity] = await Promise.all([
          openCheck(key, token, sealedPan),
          sealedCvv === null ? null : openIdentity(key, token, sealedCvv),
        ])
        return { ...check, identity }
      },
    }
  },
  sealPan: async (card) => sealPan(await accountKey(), card),
  sealBankAccount: async (check) => sealBankAccount(await accountKey(), check),
  openPan: async (row) => openPan(await accountKey(), row),
  openBankAccount: async (row) => openBankAccount(await accountKey(), row),
  fingerprint: async (number) => cardFingerprint(await accountKey(), number),
})
