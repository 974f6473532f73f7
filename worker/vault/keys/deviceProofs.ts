import { Secret } from '#contract/schema/secret'

/** What a phone proves beside the number that is its own: good for one payment. */
export interface DeviceProof {
  /** As the wallet wrote it: base64. */
  readonly cryptogram: Secret | null
  /** Electronic commerce indicator. */
  readonly eci: string | null
}

export const proofText = ({ cryptogram, eci }: DeviceProof): Secret =>
  new Secret(JSON.stringify({ cryptogram: cryptogram && cryptogram.reveal(), eci }))

/** Needs no checks: what opens is what `proofText` wrote. */
export const readProof = (text: Secret): DeviceProof => {
  const { cryptogram, eci } = JSON.parse(text.reveal()) as { cryptogram: string | null; eci: string | null }
  return { cryptogram: cryptogram === null ? null : new Secret(cryptogram), eci }
}
