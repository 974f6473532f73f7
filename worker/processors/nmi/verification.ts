import type { AvsCode, CvvCode } from '#contract/transactions/verificationCodes'
import type { Verification } from '../processor.ts'
import type { NmiAnswer } from './answer.ts'

/** NMI's results of the address check, with ours. NMI merges those of all networks, so that some letters differ. */
export const avsResults: Readonly<Record<string, AvsCode>> = {
  X: 'X',
  Y: 'Y',
  D: 'Y',
  M: 'Y',
  '2': 'V',
  '6': 'V',
  A: 'A',
  B: 'A',
  '3': 'O',
  '7': 'O',
  W: 'W',
  Z: 'Z',
  P: 'Z',
  L: 'Z',
  '1': 'L',
  '5': 'L',
  N: 'N',
  C: 'N',
  '4': 'K',
  '8': 'K',
  U: 'U',
  G: 'G',
  I: 'G',
  R: 'R',
  E: 'E',
  S: 'S',
  '0': 'U',
  O: 'U',
}

/** NMI's results of the security code check, with ours. */
export const cvvResults: Readonly<Record<string, CvvCode>> = { M: 'M', N: 'N', P: 'P', S: 'S', U: 'U' }

export const toVerification = ({ avs, cvv }: Pick<NmiAnswer, 'avs' | 'cvv'>): Verification => {
  const address = avs === null ? undefined : avsResults[avs]
  const code = cvv === null ? undefined : cvvResults[cvv]
  return { ...(address !== undefined && { avs: address }), ...(code !== undefined && { cvv: code }) }
}
