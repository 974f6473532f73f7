import type { Secret } from '#contract/schema/secret'
import type { AccountKey } from '../keys/accountKeys.ts'
import { openCard, openCvv, openDeviceProof, openPan, sealCard, sealPan, sealWalletCard, wrapPanKey } from './cards.ts'
import type { Card, SealedCard, TokenizedCard } from './cards.ts'
import { openBankAccount, openCheck, openIdentity, sealBankAccount, sealCheck, wrapCheckKey } from './checks.ts'
import type { BankAccount, Identity } from './checks.ts'
import type { DeviceProof } from '../keys/deviceProofs.ts'
import { cardFingerprint } from './fingerprint.ts'
import { mintToken, parseToken, tokenSecretHash, tokenText } from './tokens.ts'

/** What the row of an unspent token holds sealed. */
interface SealedToken {
  readonly sealedPan: string
  readonly sealedCvv: string | null
}

/** A token as the database is asked for it, and the ways to open what the database then gives. */
export interface HeldToken {
  readonly presented: {
    readonly id: string
    readonly secretHash: string
    /** The key of what the token holds, for the row that it is spent into: this one if it is a card, */
    readonly wrappedPanKey: string
    /** and this one if it is a bank account, which only the token's row knows. */
    readonly wrappedCheckKey: string
  }
  /**
   * The card of a token with method `creditCard`.
   *
   * @throws CannotOpen
   */
  open(row: SealedToken): Promise<Card & { cvv: Secret | null }>
  /**
   * The card of a token with method `digitalPayPayment`. `deviceProof` is null where it is one on file.
   *
   * @throws CannotOpen
   */
  openWalletCard(row: SealedToken): Promise<Card & { deviceProof: DeviceProof | null }>
  /**
   * The bank account of a token with method `check`.
   *
   * @throws CannotOpen
   */
  openCheck(row: SealedToken): Promise<BankAccount & { identity: Identity | null }>
}

/** A token just made: its text, which is shown once, and its sealed columns. */
export interface FreshToken extends TokenizedCard {
  readonly text: Secret
  readonly id: string
}

/** What the business may do with cards and bank accounts, for one account in one mode. */
export interface CardVault {
  tokenizeCard(card: Card, cvv: Secret | null): Promise<FreshToken>
  tokenizeWalletCard(card: Card, deviceProof: DeviceProof | null): Promise<FreshToken>
  tokenizeCheck(check: BankAccount, identity: Identity | null): Promise<FreshToken>
  /** Null where the text cannot be a token at all. */
  presentToken(text: string): Promise<HeldToken | null>
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

/** @param accountKey fetched at first need, since most requests never open a card */
export const createCardVault = (accountKey: () => Promise<AccountKey>): CardVault => ({
  tokenizeCard: async (card, cvv) => {
    const token = mintToken()
    return { ...(await sealCard(await accountKey(), token, { card, cvv })), id: token.id, text: tokenText(token) }
  },
  tokenizeWalletCard: async (card, deviceProof) => {
    const token = mintToken()
    return {
      ...(await sealWalletCard(await accountKey(), token, { card, deviceProof })),
      id: token.id,
      text: tokenText(token),
    }
  },
  tokenizeCheck: async (check, identity) => {
    const token = mintToken()
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
      presented: { id: token.id, secretHash, wrappedPanKey, wrappedCheckKey },
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
          sealedCvv === null ? null : openDeviceProof(key, token, sealedCvv),
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
