import type { Check } from '#contract/payment'
import { Secret } from '#contract/secret'
import type { Check as CheckInstrument } from '../../../processors/processor.ts'
import type { AccountServices } from '../../../app/compose.ts'
import type { BankAccount, Identity } from '../../../vault/checks.ts'
import { definedOnly } from '../../definedOnly.ts'
import { shopperPresent } from './source.ts'
import type { OpenInstrument, Source } from './source.ts'

/** What its holder proved identity with, if anything: handed to the processor, kept nowhere. */
export const identityOf = ({ verification }: Pick<Check, 'verification'>): Identity | null =>
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

export const bankAccountOf = ({
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

/** What a bank account is recognized by: its number means nothing without its bank. */
export const bankAccountFingerprint = (
  { accountNumber, routingNumber }: Pick<BankAccount, 'accountNumber' | 'routingNumber'>,
  { vault }: Pick<AccountServices, 'vault'>,
): Promise<string> => vault.fingerprint(new Secret(`${routingNumber}/${accountNumber.reveal()}`))

/** A bank account as a processor takes it. */
export const checkInstrument = (account: BankAccount, identity: Identity | null): OpenInstrument => ({
  instrument: {
    kind: 'check',
    routing: account.routingNumber,
    account: account.accountNumber,
    accountType: account.accountType as CheckInstrument['accountType'],
    ...definedOnly('name', account.name),
    ...definedOnly('number', account.checkNumber),
    ...(identity === null ? {} : { verification: verificationOf(identity) }),
  },
  avs: {},
})

const verificationOf = ({ dob, ssn, driversLicense }: Identity): NonNullable<CheckInstrument['verification']> => ({
  ...(dob === null ? {} : { dob }),
  ...(ssn === null ? {} : { ssn }),
  ...(driversLicense?.number && driversLicense.state !== null
    ? { driversLicense: { number: driversLicense.number, state: driversLicense.state } }
    : {}),
})

/** A bank account that stands in the request. */
export const checkSource = async (check: Check, services: AccountServices): Promise<Source> => {
  const account = bankAccountOf(check)
  const [sealed, fingerprint] = await Promise.all([
    services.vault.sealBankAccount(account),
    bankAccountFingerprint(account, services),
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
    credential: shopperPresent,
    open: () => Promise.resolve(checkInstrument(account, identityOf(check))),
  }
}
