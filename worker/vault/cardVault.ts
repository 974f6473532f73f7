import type { Secret } from '#contract/secret'
import type { AccountKey } from './accountKeys.ts'
import { openCard, openCvv, sealCard, sealPan, wrapPanKey } from './cards.ts'
import type { Card, SealedCard, TokenizedCard } from './cards.ts'
import { sealCheck } from './checks.ts'
import type { BankAccount, Identity } from './checks.ts'
import { cardFingerprint } from './fingerprint.ts'
import { mintToken, parseToken, tokenSecretHash, tokenText } from './tokens.ts'

/** A token as the database is asked for it, and the way to open what the database then gives. */
export interface HeldToken {
  readonly presented: { readonly id: string; readonly secretHash: string; readonly wrappedPanKey: string }
  /** @throws CannotOpen */
  open(row: { readonly sealedPan: string; readonly sealedCvv: string | null }): Promise<Card & { cvv: Secret | null }>
}

/** A token just made: its text, which is shown once, and its sealed columns. */
export interface FreshToken extends TokenizedCard {
  readonly text: Secret
  readonly id: string
}

/** What the business may do with cards and bank accounts, for one account in one mode. */
export interface CardVault {
  tokenizeCard(card: Card, cvv: Secret | null): Promise<FreshToken>
  tokenizeCheck(check: BankAccount, identity: Identity | null): Promise<FreshToken>
  /** Null where the text cannot be a token at all. */
  presentToken(text: string): Promise<HeldToken | null>
  sealPan(card: Card): Promise<SealedCard>
  fingerprint(number: Secret): Promise<string>
}

/** @param accountKey fetched at first need, since most requests never open a card */
export const createCardVault = (accountKey: () => Promise<AccountKey>): CardVault => ({
  tokenizeCard: async (card, cvv) => {
    const token = mintToken()
    return { ...(await sealCard(await accountKey(), token, { card, cvv })), id: token.id, text: tokenText(token) }
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
    const [secretHash, wrappedPanKey] = await Promise.all([tokenSecretHash(token.secret), wrapPanKey(key, token)])
    return {
      presented: { id: token.id, secretHash, wrappedPanKey },
      open: async ({ sealedPan, sealedCvv }) => {
        const [card, cvv] = await Promise.all([
          openCard(key, token, sealedPan),
          sealedCvv === null ? null : openCvv(key, token, sealedCvv),
        ])
        return { ...card, cvv }
      },
    }
  },
  sealPan: async (card) => sealPan(await accountKey(), card),
  fingerprint: async (number) => cardFingerprint(await accountKey(), number),
})
