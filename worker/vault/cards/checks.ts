import { Secret } from '#contract/schema/secret'
import type { AccountKey } from '../keys/accountKeys.ts'
import type { SealedCard, TokenizedCard } from './cards.ts'
import { openRecord, sealRecord } from '../sealing/records.ts'
import { mintCardId, openWithToken, sealWithToken, tokenSecretHash, wrapTokenKey } from './tokens.ts'
import type { Token } from './tokens.ts'

/** What is kept of a bank account, sealed as one. */
export interface BankAccount {
  readonly accountNumber: Secret
  readonly routingNumber: string
  readonly accountType: string
  readonly name: string | null
  readonly checkNumber: string | null
}

/** What its holder proves identity with. Handed to the processor once, and kept nowhere. */
export interface Identity {
  readonly dob: Secret | null
  readonly ssn: Secret | null
  readonly driversLicense: { readonly number: Secret | null; readonly state: string | null } | null
}

/** Members are named one by one, so that nothing that a caller's object holds besides is sealed and kept. */
const accountText = ({ accountNumber, routingNumber, accountType, name, checkNumber }: BankAccount): Secret =>
  new Secret(JSON.stringify({ accountNumber: accountNumber.reveal(), routingNumber, accountType, name, checkNumber }))

/** Needs no checks: what opens is what `accountText` wrote. */
const readAccount = (text: Secret): BankAccount => {
  const { accountNumber, ...rest } = JSON.parse(text.reveal()) as Omit<BankAccount, 'accountNumber'> & {
    accountNumber: string
  }
  return { accountNumber: new Secret(accountNumber), ...rest }
}

const identityText = ({ dob, ssn, driversLicense }: Identity): Secret =>
  new Secret(
    JSON.stringify({
      dob: dob?.reveal() ?? null,
      ssn: ssn?.reveal() ?? null,
      driversLicense: driversLicense && {
        number: driversLicense.number?.reveal() ?? null,
        state: driversLicense.state,
      },
    }),
  )

interface WrittenIdentity {
  readonly dob: string | null
  readonly ssn: string | null
  readonly driversLicense: { readonly number: string | null; readonly state: string | null } | null
}

const secretOrNull = (text: string | null): Secret | null => (text === null ? null : new Secret(text))

/** Needs no checks: what opens is what `identityText` wrote. */
const readIdentity = (text: Secret): Identity => {
  const { dob, ssn, driversLicense } = JSON.parse(text.reveal()) as WrittenIdentity
  return {
    dob: secretOrNull(dob),
    ssn: secretOrNull(ssn),
    driversLicense: driversLicense && {
      number: secretOrNull(driversLicense.number),
      state: driversLicense.state,
    },
  }
}

/** Seals a bank account under a new token: the columns are a card's, with the account for the number and the identity for the CVV. */
export const sealCheck = async (
  account: AccountKey,
  token: Token,
  { check, identity }: { check: BankAccount; identity: Identity | null },
): Promise<TokenizedCard> => {
  const [sealedPan, sealedCvv, secretHash] = await Promise.all([
    sealWithToken(account, token, 'check', accountText(check)),
    identity && sealWithToken(account, token, 'identity', identityText(identity)),
    tokenSecretHash(token.secret),
  ])
  return { sealedPan, sealedCvv, secretHash }
}

/**
 * Opens a bank account by its token.
 *
 * @throws CannotOpen
 */
export const openCheck = async (account: AccountKey, token: Token, sealedPan: string): Promise<BankAccount> =>
  readAccount(await openWithToken(account, token, 'check', sealedPan))

/**
 * Opens what the account's holder proves identity with, by the token, which is the only way.
 *
 * @throws CannotOpen
 */
export const openIdentity = async (account: AccountKey, token: Token, sealedCvv: string): Promise<Identity> =>
  readIdentity(await openWithToken(account, token, 'identity', sealedCvv))

/** The key of a tokenized bank account, for the row that the token is spent into; needs no row, so it can be made beforehand. */
export const wrapCheckKey = (account: AccountKey, token: Token): Promise<string> =>
  wrapTokenKey(account, token, 'check')

/** Seals a bank account that comes without a token; the columns are those of one that came with it. */
export const sealBankAccount = async (account: AccountKey, check: BankAccount): Promise<SealedCard> => {
  const cardId = mintCardId()
  const { sealed, wrappedKey } = await sealRecord(account, cardId, 'check', accountText(check))
  return { cardId, sealedPan: sealed, wrappedPanKey: wrappedKey }
}

/**
 * Opens the bank account of a transaction or a wallet entry.
 *
 * @throws CannotOpen
 */
export const openBankAccount = async (
  account: AccountKey,
  { cardId, sealedPan, wrappedPanKey }: SealedCard,
): Promise<BankAccount> =>
  readAccount(await openRecord(account, cardId, 'check', { sealed: sealedPan, wrappedKey: wrappedPanKey }))
