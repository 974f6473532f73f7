import type { Check } from '#contract/transactions/payment'
import { Secret } from '#contract/schema/secret'
import type { Check as CheckInstrument } from '../../../processors/processor.ts'
import type { CardVault } from '../../../vault/cards/cardVault.ts'
import type { BankAccount, Identity } from '../../../vault/cards/checks.ts'
import { definedOnly } from '../../definedOnly.ts'
import { customerInitiated } from './source.ts'
import type { OpenInstrument, Source } from './source.ts'

/** Proof of the holder's identity, if any. Sent to the processor, never stored. */
export const toIdentity = ({ verification }: Pick<Check, 'verification'>): Identity | null =>
  verification === undefined
    ? null
    : {
        dob: verification.dob ?? null,
        ssn: verification.ssn ?? null,
        driversLicense: verification.driversLicense
          ? {
              number: verification.driversLicense.number ?? null,
              state: verification.driversLicense.state ?? null,
            }
          : null,
      }

export const toBankAccount = ({
  accountNumber,
  routingNumber,
  accountType,
  name,
  checkNumber,
}: Check): BankAccount => ({
  accountNumber,
  routingNumber,
  accountType,
  name: name ?? null,
  checkNumber: checkNumber ?? null,
})

/** A keyed hash that identifies a bank account by its routing and account number. */
export const bankAccountFingerprint = (
  { accountNumber, routingNumber }: Pick<BankAccount, 'accountNumber' | 'routingNumber'>,
  { vault }: { readonly vault: Pick<CardVault, 'fingerprint'> },
): Promise<string> => vault.fingerprint(new Secret(`${routingNumber}/${accountNumber.reveal()}`))

/** Converts a bank account to the processor's instrument. */
export const checkInstrument = (account: BankAccount, identity: Identity | null): OpenInstrument => ({
  instrument: {
    kind: 'check',
    routing: account.routingNumber,
    account: account.accountNumber,
    accountType: account.accountType as CheckInstrument['accountType'],
    ...definedOnly('name', account.name),
    ...definedOnly('number', account.checkNumber),
    ...(identity === null ? {} : { verification: toVerification(identity) }),
  },
  avs: {},
})

const toVerification = ({ dob, ssn, driversLicense }: Identity): NonNullable<CheckInstrument['verification']> => ({
  ...(dob === null ? {} : { dob }),
  ...(ssn === null ? {} : { ssn }),
  ...(driversLicense?.number && driversLicense.state !== null
    ? { driversLicense: { number: driversLicense.number, state: driversLicense.state } }
    : {}),
})

export interface CheckSourceNeeds {
  readonly vault: Pick<CardVault, 'fingerprint' | 'sealBankAccount'>
}

/** A bank account in the request. */
export const checkSource = async (check: Check, needs: CheckSourceNeeds): Promise<Source> => {
  const account = toBankAccount(check)
  const [sealed, fingerprint] = await Promise.all([
    needs.vault.sealBankAccount(account),
    bankAccountFingerprint(account, needs),
  ])
  const digits = account.accountNumber.reveal()
  return {
    from: {
      kind: 'given',
      columns: {
        ...sealed,
        method: 'check',
        network: 'ach',
        last4: digits.slice(-4),
        digits: digits.length,
        expiry: '',
        fingerprint,
        cardRange: null,
        source: null,
        customer: null,
        wallet: null,
        preferredNetwork: null,
      },
    },
    credential: customerInitiated,
    open: () => Promise.resolve(checkInstrument(account, toIdentity(check))),
  }
}
