import type { AuthorizeOp, CredentialUse, Instrument } from '../processor.ts'
import type { Members } from './members.ts'
import { parseReference } from './references.ts'

/** An unscheduled charge has none. */
const billingMethods: Readonly<Record<CredentialUse['reason'], string | undefined>> = {
  recurring: 'recurring',
  installment: 'installment',
  unscheduled: undefined,
}

/** A single payment is no use of a stored credential. */
const usesStored = ({ initiatedBy, initial, reason }: CredentialUse, instrument: Instrument): boolean =>
  initiatedBy === 'merchant' ||
  initial === 'subsequent' ||
  reason !== 'unscheduled' ||
  (instrument.kind === 'card' && instrument.entry === 'cof')

/**
 * The stored-credential members. A merchant-initiated charge names the first payment by NMI's own id, since NMI has the network's.
 *
 * @param networkIds whether the account may name a first payment at another processor by the network's id
 */
export const credentialMembers = (
  { credential, instrument }: Pick<AuthorizeOp, 'credential' | 'instrument'>,
  networkIds: boolean,
): Members => {
  if (credential === undefined || !usesStored(credential, instrument)) return {}
  const { initiatedBy, initial, reason, networkTransactionId, initialReference } = credential
  const theirs = initiatedBy === 'merchant' ? parseReference(initialReference)?.transactionId : undefined
  return {
    initiated_by: initiatedBy,
    stored_credential_indicator: initial === 'first' ? 'stored' : 'used',
    billing_method: billingMethods[reason],
    initial_transaction_id: theirs,
    initial_network_transaction_id:
      initiatedBy === 'merchant' && theirs === undefined && networkIds ? networkTransactionId : undefined,
  }
}
