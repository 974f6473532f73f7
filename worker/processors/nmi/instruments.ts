import type { AccountType, AddressCheck, Card, Check, Instrument, NetworkToken } from '../processor.ts'
import type { Members } from './members.ts'
import { nameMembers } from './orders.ts'

const cardMembers = ({ pan, expiry, cvv, name }: Card): Members => ({
  payment: 'creditcard',
  ccnumber: pan.reveal(),
  ccexp: expiry,
  cvv: cvv?.reveal(),
  ...nameMembers(name, 'firstname', 'lastname'),
})

const networkTokenMembers = ({ dpan, expiry, cryptogram, eci, wallet }: NetworkToken): Members => ({
  payment: 'creditcard',
  ccnumber: dpan.reveal(),
  ccexp: expiry,
  eci,
  [wallet === undefined ? 'token_cryptogram' : 'cavv']: cryptogram?.reveal(),
  decrypted_applepay_data: wallet === 'applePay' ? '1' : undefined,
  decrypted_googlepay_data: wallet === 'googlePay' ? '1' : undefined,
})

const accountTypes: Readonly<Record<AccountType, readonly [type: string, holder: string]>> = {
  checking: ['checking', 'personal'],
  savings: ['savings', 'personal'],
  businessChecking: ['checking', 'business'],
  businessSavings: ['savings', 'business'],
}

/** Of a debit that a business authorized. */
const corporateSecCode = 'CCD'

const checkMembers = ({ routing, account, accountType, name }: Check, secCode: string): Members => {
  const [type, holder] = accountTypes[accountType]
  return {
    payment: 'check',
    // NMI requires a name. A check without one is the holder's, whose bank compares the account alone.
    checkname: name ?? 'Account holder',
    checkaba: routing,
    checkaccount: account.reveal(),
    account_holder_type: holder,
    account_type: type,
    sec_code: holder === 'business' ? corporateSecCode : secCode,
  }
}

/** The only place at which a card number, security code or account number becomes text. */
export const instrumentMembers = (instrument: Instrument, secCode: string): Members => {
  switch (instrument.kind) {
    case 'card':
      return cardMembers(instrument)
    case 'networkToken':
      return networkTokenMembers(instrument)
    case 'check':
      return checkMembers(instrument, secCode)
    case 'cash':
      // Not among the methods of a connection.
      return {}
  }
}

/** Without those that are not given: the order may have them. */
export const addressMembers = ({ postal, line1, country }: AddressCheck): Members => ({
  ...(line1 !== undefined && { address1: line1 }),
  ...(postal !== undefined && { zip: postal }),
  ...(country !== undefined && { country }),
})
