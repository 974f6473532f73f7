import type { Details } from './details.ts'
import type { Parameters } from './parameters.ts'
import type { PaymentSource } from './paymentSource.ts'
import type { Transaction } from './transaction.ts'

/** A record of the customer vault. */
export interface Customer {
  readonly source: PaymentSource
  readonly details: Details
}

export interface Account {
  /** Names the account in ledger and page, in place of its key. */
  readonly number: number
  readonly mode: 'sandbox' | 'live'
  /** In the order of their creation, by id. */
  readonly transactions: Map<string, Transaction>
  /** By customer_vault_id. */
  readonly customers: Map<string, Customer>
  /** Returns the identity of a card or bank account number. */
  identify(number: string): string
}

const createAccount = (number: number, mode: Account['mode']): Account => {
  const identities = new Map<string, string>()
  return {
    number,
    mode,
    transactions: new Map(),
    customers: new Map(),
    identify(digits) {
      const identity = identities.get(digits) ?? `source ${identities.size + 1}`
      identities.set(digits, identity)
      return identity
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/** The accounts by their keys. A key that is used for the first time opens an account. */
export const createAccounts = () => {
  const accounts = new Map<string, Account>()

  return {
    /** Returns the account of the request's credentials, or undefined if they are invalid. */
    authenticate(parameters: Parameters): Account | undefined {
      const [key, username] = [parameters('security_key'), parameters('username')]
      const name = key === '' ? username : key
      if (name === '' || name.startsWith('invalid')) return undefined
      const credentials = key === '' ? `${username}:${parameters('password')}` : key
      const account =
        accounts.get(credentials) ?? createAccount(accounts.size + 1, name.startsWith('live') ? 'live' : 'sandbox')
      accounts.set(credentials, account)
      return account
    },

    /** @param credentials a security key, or `username:password` */
    find: (credentials: string): Account | undefined => accounts.get(credentials),

    all: (): Account[] => [...accounts.values()],
  }
}
