import type { Ref } from '../processor.ts'

/**
 * NMI's references of an operation, in `Ref.raw`: `2762757839`, with the words `check` and `capture` behind it. A capture or void is a part of
 * its original and has its id.
 */
export interface NmiReference {
  readonly transactionId: string
  /** Whether the payment is a bank debit. Requests for its capture, void or refund need `payment=check`. */
  readonly isCheck: boolean
  /** Whether the operation is the capture of a hold, which cannot be voided alone. */
  readonly isCapture: boolean
}

const pattern = /^(\d{1,20})( check)?( capture)?$/

export const parseReference = (raw: string | undefined): NmiReference | null => {
  const [, transactionId, check, capture] = (raw === undefined ? null : pattern.exec(raw)) ?? []
  return transactionId === undefined
    ? null
    : { transactionId, isCheck: check !== undefined, isCapture: capture !== undefined }
}

export const formatReference = ({ transactionId, isCheck, isCapture }: NmiReference): string =>
  `${transactionId}${isCheck ? ' check' : ''}${isCapture ? ' capture' : ''}`

export const withReference = (ref: Ref, reference: NmiReference): Ref => ({ ...ref, raw: formatReference(reference) })
