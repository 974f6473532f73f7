import { Secret } from '#contract/secret'
import type { AccountKey } from './accountKeys.ts'
import type { TokenizedCard } from './cards.ts'
import { sealWithToken, tokenSecretHash } from './tokens.ts'
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
