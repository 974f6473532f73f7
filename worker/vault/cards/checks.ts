import { Secret } from '#contract/schema/secret'
import type { AccountKey } from '../keys/accountKeys.ts'
import type { SealedCard, TokenizedCard } from './cards.ts'
import { openRecord, sealRecord } from '../sealing/records.ts'
import { mintCardId, openWithToken, sealWithToken, tokenSecretHash, wrapTokenKey } from './tokens.ts'
import type { Token } from './tokens.ts'

/** The stored data of a bank account, sealed as one value. */
export interface BankAccount {
  readonly accountNumber: Secret
  readonly routingNumber: string
  readonly accountType: string
  readonly name: string | null
  readonly checkNumber: string | null
}

/** The account holder's proof of identity. Sent to the processor once and never stored. */
export interface Identity {
  readonly dob: Secret | null
  readonly ssn: Secret | null
  readonly driversLicense: { readonly number: Secret | null; readonly state: string | null } | null
}

/** Members are listed, so that no extra member of the input is sealed and stored. */
const serializeBankAccount = ({ accountNumber, routingNumber, accountType, name, checkNumber }: BankAccount): Secret =>
  new Secret(JSON.stringify({ accountNumber: accountNumber.reveal(), routingNumber, accountType, name, checkNumber }))

/** Needs no validation: an opened text was written by `serializeBankAccount`. */
const parseBankAccount = (text: Secret): BankAccount => {
  const { accountNumber, ...rest } = JSON.parse(text.reveal()) as Omit<BankAccount, 'accountNumber'> & {
    accountNumber: string
  }
  return { accountNumber: new Secret(accountNumber), ...rest }
}

const serializeIdentity = ({ dob, ssn, driversLicense }: Identity): Secret =>
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

interface SerializedIdentity {
  readonly dob: string | null
  readonly ssn: string | null
  readonly driversLicense: { readonly number: string | null; readonly state: string | null } | null
}

const secretOrNull = (text: string | null): Secret | null => (text === null ? null : new Secret(text))

/** Needs no validation: an opened text was written by `serializeIdentity`. */
const parseIdentity = (text: Secret): Identity => {
  const { dob, ssn, driversLicense } = JSON.parse(text.reveal()) as SerializedIdentity
  return {
    dob: secretOrNull(dob),
    ssn: secretOrNull(ssn),
    driversLicense: driversLicense && {
      number: secretOrNull(driversLicense.number),
      state: driversLicense.state,
    },
  }
}

/** Seals a bank account with a new token, in a card's columns: the account in place of the number, the identity in place of the CVV. */
export const sealCheck = async (
  account: AccountKey,
  token: Token,
  { check, identity }: { check: BankAccount; identity: Identity | null },
): Promise<TokenizedCard> => {
  const [sealedPan, sealedCvv, secretHash] = await Promise.all([
    sealWithToken(account, token, 'check', serializeBankAccount(check)),
    identity && sealWithToken(account, token, 'identity', serializeIdentity(identity)),
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
  parseBankAccount(await openWithToken(account, token, 'check', sealedPan))

/**
 * Opens the holder's identity, which is possible only with the token.
 *
 * @throws CannotOpen
 */
export const openIdentity = async (account: AccountKey, token: Token, sealedCvv: string): Promise<Identity> =>
  parseIdentity(await openWithToken(account, token, 'identity', sealedCvv))

/** The wrapped key of a tokenized bank account, for the row that uses the token. Needs no row, so it can be created beforehand. */
export const wrapCheckKey = (account: AccountKey, token: Token): Promise<string> =>
  wrapTokenKey(account, token, 'check')

/** Seals a bank account without a token, in the same columns as a tokenized one. */
export const sealBankAccount = async (account: AccountKey, check: BankAccount): Promise<SealedCard> => {
  const cardId = mintCardId()
  const { sealed, wrappedKey } = await sealRecord(account, cardId, 'check', serializeBankAccount(check))
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
  parseBankAccount(await openRecord(account, cardId, 'check', { sealed: sealedPan, wrappedKey: wrappedPanKey }))
