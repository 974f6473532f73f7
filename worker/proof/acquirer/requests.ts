import type {
  AuthorizeOp,
  ModificationOp,
  Instrument,
  OperationType,
  UnreferencedCreditOp,
} from '../../processors/processor.ts'
import type { OperationRequest } from './messages.ts'

export type Op = AuthorizeOp | ModificationOp | UnreferencedCreditOp

export const toRequest = (type: OperationType, op: Op): OperationRequest => ({
  type,
  op: op.op,
  account: op.account.id,
  minor: String(op.amount.minor),
  currency: op.amount.currency,
  exponent: op.amount.exponent,
  ...('original' in op ? originalFields(op) : {}),
  ...('instrument' in op ? instrumentFields(op.instrument) : {}),
  ...('preferredNetwork' in op ? { preferredNetwork: op.preferredNetwork } : {}),
  ...('allowPartial' in op ? authorizationFields(op) : {}),
})

const originalFields = ({ original, final }: ModificationOp) => ({
  original: original.op,
  ...(original.raw === undefined ? {} : { originalTheirs: original.raw }),
  ...(final ? { final: true } : {}),
})

/** Only the last four digits are sent: the acquirer does not need card numbers. */
const instrumentFields = (instrument: Instrument) => {
  switch (instrument.kind) {
    case 'card':
      return { lastFour: instrument.pan.reveal().slice(-4), cvvSent: instrument.cvv !== undefined }
    case 'networkToken':
      return { lastFour: instrument.dpan.reveal().slice(-4), cvvSent: false }
    case 'check':
      return { lastFour: instrument.account.reveal().slice(-4) }
    case 'cash':
      return {}
  }
}

const authorizationFields = ({ allowPartial, capture, avs }: AuthorizeOp) => ({
  allowPartial,
  captureNow: capture === 'now',
  postalSent: avs?.postal !== undefined,
})
