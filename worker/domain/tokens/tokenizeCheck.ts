import { apiError } from '#contract/errors/apiError'
import { isRoutingNumber } from '#contract/transactions/routingNumber'
import { Secret } from '#contract/schema/secret'
import type { CreateToken } from '#contract/tokens/tokens'
import type { CardVault } from '../../vault/cards/cardVault.ts'
import type { Tokenized } from './tokenized.ts'

type Check = NonNullable<CreateToken['check']>

const toIdentity = ({ verification }: Check) =>
  verification === undefined
    ? null
    : {
        dob: verification.dob ?? null,
        ssn: verification.ssn ?? null,
        driversLicense: verification.driversLicense
          ? { number: verification.driversLicense.number ?? null, state: verification.driversLicense.state ?? null }
          : null,
      }

export interface TokenizeCheckNeeds {
  readonly vault: Pick<CardVault, 'fingerprint' | 'tokenizeCheck'>
}

/** Error: routing_number_invalid. */
export const tokenizeCheck = async (check: Check, { vault }: TokenizeCheckNeeds): Promise<Tokenized> => {
  if (!isRoutingNumber(check.routingNumber)) throw apiError('routing_number_invalid', { field: 'check.routingNumber' })
  const { accountNumber, routingNumber, accountType } = check
  const [fresh, fingerprint] = await Promise.all([
    vault.tokenizeCheck(
      { accountNumber, routingNumber, accountType, name: check.name ?? null, checkNumber: check.checkNumber ?? null },
      toIdentity(check),
    ),
    // An account number is unique only within its bank.
    vault.fingerprint(new Secret(`${routingNumber}/${accountNumber.reveal()}`)),
  ])
  const digits = accountNumber.reveal()
  return {
    fresh,
    fingerprint,
    cardRange: null,
    source: null,
    method: 'check',
    network: 'ach',
    last4: digits.slice(-4),
    digits: digits.length,
    expiry: '',
  }
}
